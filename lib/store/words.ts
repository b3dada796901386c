import { deflateRawSync, inflateRawSync } from "node:zlib";
import { tableName } from "#lib/settings/database.ts";
import { getItems, type Item, itemsAtOnce, queryPages } from "./client.ts";
import { keys } from "./table.ts";
import type { Write } from "./write.ts";

/** The ready words of a public post, as they were made when it was published. */
export interface StoredWords {
  readonly pageId: number;
  /** The revision that they are from. */
  readonly revisionId: number;
  /** The page's version with that publication. */
  readonly version: number;
  readonly words: readonly string[];
}

/**
 * The write that keeps a post's words: as a rule 1.6 KB. Its condition is the page row's, in the same
 * transaction.
 */
export const putWords = ({ pageId, revisionId, version, words }: StoredWords): Write => ({
  Put: {
    TableName: tableName(),
    Item: {
      ...keys.words(pageId),
      pageId,
      revisionId,
      version,
      words: deflateRawSync(words.join(" ")),
    },
  },
});

/** The write that removes a page's words. */
export const deleteWords = (pageId: number): Write => ({
  Delete: { TableName: tableName(), Key: keys.words(pageId) },
});

/**
 * The words of the pages, in the order of the ids; `undefined` for those that have none. One request per 100.
 */
export const readWords = async (ids: readonly number[]): Promise<(StoredWords | undefined)[]> =>
  (await getItems(ids.map(keys.words))).map((item) => item && storedWords(item));

/**
 * The words of every page that has some, up to a megabyte at a time: what an index of words is built from.
 */
export async function* allWords(): AsyncGenerator<StoredWords[]> {
  for await (const page of queryPages({ pk: keys.words(0).pk, limit: itemsAtOnce }))
    yield page.map(storedWords);
}

const storedWords = (item: Item): StoredWords => ({
  pageId: item.pageId as number,
  revisionId: item.revisionId as number,
  version: item.version as number,
  words: inflateRawSync(item.words as Uint8Array)
    .toString()
    .split(" ")
    .filter(Boolean),
});
