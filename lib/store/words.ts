import { inflateRawSync } from "node:zlib";
import type { Write } from "#lib/store/port/table-store.ts";
import { deflated } from "./deflated.ts";
import { getItems, itemsAtOnce, putItem, queryPages } from "./items.ts";
import type { StoredItems } from "./stored-items.ts";
import { keys } from "./table.ts";

/** The ready words of a live post, made when it was published. */
export interface StoredWords {
  readonly pageId: number;
  /** The revision of the words. */
  readonly revisionId: number;
  /** The page's version after that publication. */
  readonly version: number;
  /** The form of the words (`lib/search/words.ts`); earlier versions stored none, which is form 1. */
  readonly form: number;
  readonly words: readonly string[];
}

/** Writes a post's words, usually 1.6 KB. It needs the page row's condition in the same transaction. */
export const putWords = ({ pageId, revisionId, version, form, words }: StoredWords): Write =>
  putItem(keys.words(pageId), { pageId, revisionId, version, form, words: deflated(words.join(" ")) });

/** The words of pages in the order of the ids, `undefined` for pages without words. One request per 100. */
export const readWords = async (ids: readonly number[]): Promise<(StoredWords | undefined)[]> =>
  (await getItems(ids.map(keys.words))).map((item) => item && storedWords(item));

/** The words of every page that has some, up to a megabyte at a time. */
export async function* allWords(): AsyncGenerator<StoredWords[]> {
  for await (const { items } of queryPages({ pk: keys.words(0).pk, limit: itemsAtOnce }))
    yield items.map(storedWords);
}

const storedWords = ({
  pageId,
  revisionId,
  version,
  form = 1,
  words,
}: StoredItems["words"]): StoredWords => ({
  pageId,
  revisionId,
  version,
  form,
  words: inflateRawSync(words).toString().split(" ").filter(Boolean),
});
