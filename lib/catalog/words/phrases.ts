import { setImmediate as letOthersRun } from "node:timers/promises";
import type { Catalog } from "#lib/catalog/catalog.ts";
import { isWritten } from "#lib/pages/page.ts";
import type { WordSearch } from "#lib/queries/word-search.ts";
import { searchedTextsOf } from "#lib/search/post-words.ts";
import { occursIn, type Phrase } from "#lib/search/sought.ts";
import { knownBlocks } from "#lib/settings/blocks.ts";
import type { WordSource } from "./index-changed-pages.ts";

/** The texts of so many pages are read for a phrase: more have its words only if all of them are common. */
const maxRead = 1_000;

/** Pages read at once, after which other requests get their turn. */
const pagesAtOnce = 100;

/** True if the words of a phrase say all of it, so that no text has to be read. */
export const isOneWord = ({ words, sequence }: Phrase): boolean =>
  words.length === 1 && sequence.trim() === words[0];

/** Whether a page has to have all of the phrases, or any of them. */
interface PhraseSearch {
  readonly phrases: readonly Phrase[];
  readonly operator: WordSearch["operator"];
}

/**
 * The pages whose texts have the phrases, in the order given, of the first thousand. One request for each
 * hundred pages; none if each phrase is one word, which the pages have.
 */
export const pagesWithPhrases = async (
  ids: Uint32Array,
  { phrases, operator }: PhraseSearch,
  catalog: Catalog,
  source: Pick<WordSource, "liveContents">,
): Promise<Uint32Array> => {
  const sought = phrases.filter((phrase) => !isOneWord(phrase));
  const hasSought = (texts: readonly string[]): boolean => {
    const occurs = (phrase: Phrase) => occursIn(phrase, texts);
    return operator === "and" ? sought.every(occurs) : sought.some(occurs);
  };
  if (sought.length === 0) return ids;
  const found: number[] = [];
  for (let start = 0; start < Math.min(ids.length, maxRead); start += pagesAtOnce) {
    const some = [...ids.subarray(start, Math.min(start + pagesAtOnce, maxRead))];
    const texts = await textsOf(some, catalog, source);
    found.push(...some.filter((id) => hasSought(texts.get(id) ?? [])));
    await letOthersRun();
  }
  return Uint32Array.from(found);
};

const textsOf = async (
  ids: readonly number[],
  catalog: Catalog,
  source: Pick<WordSource, "liveContents">,
): Promise<ReadonlyMap<number, readonly string[]>> => {
  const pages = catalog.listingsOf(ids);
  const posts = pages.filter(isWritten);
  const contents = posts.length > 0 ? await source.liveContents(posts.map(({ id }) => id)) : [];
  const context = { media: catalog.media, customBlocks: knownBlocks() };
  const texts = new Map(pages.map(({ id, title }) => [id, [title]]));
  for (const [index, { id }] of posts.entries()) {
    const content = contents[index]?.content;
    if (content) texts.get(id)?.push(...searchedTextsOf(content, context));
  }
  return texts;
};
