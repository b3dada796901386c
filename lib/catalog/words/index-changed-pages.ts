import { setImmediate as letOthersRun } from "node:timers/promises";
import { requireIndexable } from "#lib/catalog/build-limit.ts";
import type { Catalog } from "#lib/catalog/catalog.ts";
import { CacheDatabase } from "#lib/catalog/database/database.ts";
import type { WrittenContent } from "#lib/pages/content.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { isWritten } from "#lib/pages/page.ts";
import { postWords } from "#lib/search/post-words.ts";
import { readyWords, wordForm } from "#lib/search/words.ts";
import { customBlocks, knownBlocks } from "#lib/settings/blocks.ts";
import { type LiveContent, readLiveContents } from "#lib/store/pages.ts";
import { allWords, readWords, type StoredWords } from "#lib/store/words.ts";
import type { WordChange, WordIndex } from "./word-index.ts";

/** Pages read and written at once: some 10 ms of work, after which other requests get their turn. */
const pagesAtOnce = 100;

/**
 * Brings an index of words to the present state of the catalog. False if the source had an older state of
 * some page, or none, because a transaction was being written or the source is ahead of the catalog: then
 * call again with a newer catalog. Cost: one request per 100 changed pages, and one more for those whose
 * words are not stored; if most pages are missing, all words are read, a request per megabyte. Refuses
 * `unavailable` where too many are missing.
 */
export const indexChangedPages = async (
  index: WordIndex,
  catalog: Catalog,
  source: WordSource,
): Promise<boolean> => {
  let changed = changedPagesFor(index, catalog);
  requireIndexable(changed.length);
  if (changed.length > pagesAtOnce && changed.length > index.size) {
    await indexAll(index, catalog, source);
    changed = changedPagesFor(index, catalog);
  }
  let isWhole = true;
  for (const ids of portions(changed)) {
    const changes = await changesOf(ids, catalog, source);
    index.apply(changes);
    isWhole &&= changes.length === ids.length;
    await letOthersRun();
  }
  return isWhole;
};

const changedPagesFor = ({ versions }: WordIndex, { liveVersions }: Catalog): number[] => {
  const changed: number[] = [];
  const size = Math.max(versions.length, liveVersions.length);
  for (let id = 0; id < size; id++) if ((versions[id] ?? 0) !== (liveVersions[id] ?? 0)) changed.push(id);
  return changed;
};

const portions = <Value>(values: readonly Value[]): readonly (readonly Value[])[] =>
  Array.from({ length: Math.ceil(values.length / pagesAtOnce) }, (_, index) =>
    values.slice(index * pagesAtOnce, (index + 1) * pagesAtOnce),
  );

// Words of another version than the live one are skipped: their pages remain to be indexed.
const indexAll = async (index: WordIndex, catalog: Catalog, source: WordSource): Promise<void> => {
  for await (const stored of source.all()) {
    for (const some of portions(stored)) {
      const current = some.filter(
        (words) => isCurrent(words) && catalog.liveVersions[words.pageId] === words.version,
      );
      index.apply(current.map(({ pageId: id, version, words }) => ({ id, version, words })));
      await letOthersRun();
    }
  }
};

/** The changes of these pages, without those that the source cannot give yet. */
const changesOf = async (
  ids: readonly number[],
  catalog: Catalog,
  source: WordSource,
): Promise<readonly WordChange[]> => {
  const live = catalog.listingsOf(ids.filter((id) => catalog.liveVersions[id]));
  const known = new Set(live.map(({ id }) => id));
  const gone = ids.filter((id) => !known.has(id)).map((id): WordChange => ({ id, version: 0, words: null }));
  const others = live.filter((page) => !isWritten(page)).map(titleChange);
  const posts = live.filter(isWritten);
  return [...gone, ...others, ...(await postChanges(posts, catalog, source))];
};

const titleChange = ({ id, version, title }: Listing): WordChange => ({
  id,
  version,
  words: readyWords(title, []),
});

const postChanges = async (
  posts: readonly Listing[],
  catalog: Catalog,
  source: WordSource,
): Promise<readonly WordChange[]> => {
  const read = posts.length > 0 ? await source.at(posts.map(({ id }) => id)) : [];
  const stored = read.map((words) => (words && isCurrent(words) ? words : undefined));
  const unkept = posts.filter((_, index) => !stored[index]);
  const contents = unkept.length > 0 ? await source.liveContents(unkept.map(({ id }) => id)) : [];
  const live = new Map(unkept.map(({ id }, index) => [id, contents[index]]));
  return posts.flatMap((listing, index): WordChange | [] => {
    const words = stored[index]
      ? wordsFor(listing, stored[index])
      : wordsIn(listing, live.get(listing.id), catalog);
    return words ? { id: listing.id, version: listing.version, words } : [];
  });
};

/**
 * True unless words of the first form may differ from those of today: in scripts with marks, and with custom
 * blocks.
 */
const isCurrent = ({ form, words }: StoredWords): boolean =>
  form === wordForm || (!customBlocks() && words.every((word) => isAlikeInAllForms.test(word)));

/** Words of Latin and Greek letters, which are the same in all forms. */
const isAlikeInAllForms = /^[\p{Script=Latin}\p{Script=Greek}\p{N}\p{Co}]+$/u;

const wordsFor = ({ version, liveRevisionId }: Listing, stored: StoredWords) =>
  stored.version >= version || stored.revisionId === liveRevisionId ? stored.words : undefined;

const wordsIn = (
  { liveRevisionId }: Listing,
  live: LiveContent<WrittenContent> | undefined,
  { media }: Catalog,
) =>
  live?.revisionId === liveRevisionId
    ? postWords(live.content, { media, customBlocks: knownBlocks() })
    : undefined;

/** What an index of words is built from and kept current by. */
export interface WordSource {
  /** The ready words of pages, in the order of the ids. */
  readonly at: (ids: readonly number[]) => Promise<readonly (StoredWords | undefined)[]>;
  /** The words of all pages, in batches and no promised order. */
  readonly all: () => AsyncIterable<readonly StoredWords[]>;
  /** The live content of posts, in the order of the ids: for posts published before words were stored. */
  readonly liveContents: (
    ids: readonly number[],
  ) => Promise<readonly (LiveContent<WrittenContent> | undefined)[]>;
}

/** The words that the store has, read consistently. */
export const storedWords: WordSource = {
  at: readWords,
  all: allWords,
  liveContents: readLiveContents<WrittenContent>,
};

/** Pages of a merged list written at once: some milliseconds. */
const databasePagesAtOnce = 200;

/**
 * A merge that changes fewer rows had nothing to merge. Source: SQLite, "FTS5 extension", the merge command.
 */
const minChanges = 2;

/**
 * Merges the segments that many changes have left in a copy of an index of words, so that searches read one
 * segment. A second or two for 100,000 pages; other requests get their turn until the last tenth of it.
 */
export const mergeWords = async (file: string): Promise<void> => {
  using database = new CacheDatabase(file);
  const merge = database.prepare("insert into words (words, rank) values ('merge', ?)");
  const countChanges = database.prepare("select total_changes() as count");
  const changes = () => countChanges.get()?.count as number;
  let before: number;
  do {
    before = changes();
    merge.run(-databasePagesAtOnce);
    await letOthersRun();
  } while (changes() - before >= minChanges);
  database.exec("vacuum");
};
