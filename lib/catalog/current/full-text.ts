import { setTimeout as pause } from "node:timers/promises";
import type { Catalog } from "#lib/catalog/catalog.ts";
import { cached } from "#lib/catalog/database/cached.ts";
import { storedChanges } from "#lib/catalog/following/stored-changes.ts";
import { indexChangedPages } from "#lib/catalog/words/index-changed-pages.ts";
import { WordIndex } from "#lib/catalog/words/word-index.ts";
import { storedWords, type WordSource } from "#lib/catalog/words/word-source.ts";
import { log } from "#lib/log.ts";
import type { WordSearch } from "#lib/queries/word-search.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { fullTextFile } from "#lib/settings/catalog.ts";
import { inPlaceOf, isNewlyUnwritable } from "./cache-place.ts";
import { currentCatalog, timesRestored } from "./current-catalog.ts";
import { openWords } from "./open-words.ts";
import { settledWith } from "./settled-with.ts";
import { shared } from "./shared.ts";

/** How long a search waits for an index that is being built. */
const timeoutMs = 8_000;

/** How many searches are cached until the next change; of 100,000 pages each takes up to 400 KB. */
const maxCachedSearches = 32;

/** An index of words that follows the catalog. */
export class FullText {
  readonly #index: WordIndex;
  readonly #source: WordSource;
  readonly #searches = new WeakMap<object, Map<string, Uint32Array>>();
  #catalog: Catalog | undefined;
  /** The state of the catalog that is known to be in the index. */
  #indexed: object | undefined;

  /** Goes on with what is in the index. */
  constructor(index: WordIndex, source: WordSource) {
    this.#index = index;
    this.#source = source;
  }

  /** The index itself, as far as it has come. */
  get index(): WordIndex {
    return this.#index;
  }

  /**
   * Puts into the index all that the catalog knows at the moment of the call. Calls at the same time share a
   * run.
   */
  async bringUpToDate(catalog: Catalog): Promise<void> {
    this.#catalog = catalog;
    if (this.#indexed !== catalog.state) await this.#follow();
  }

  /**
   * The pages that the search finds, the best first; all that the catalog knows at the moment of the call are
   * looked into.
   */
  search(catalog: Catalog, search: WordSearch): Promise<Uint32Array> {
    return this.#found("ranked", catalog, search, () => this.#rank(catalog, search));
  }

  /** The same in no promised order, which is less work. */
  match(catalog: Catalog, search: WordSearch): Promise<Uint32Array> {
    return this.#found("matched", catalog, search, () => this.#index.find(search));
  }

  async #found(
    kind: "ranked" | "matched",
    catalog: Catalog,
    { words, operator }: WordSearch,
    find: () => Uint32Array,
  ): Promise<Uint32Array> {
    if (words.length === 0) return new Uint32Array();
    if (this.#indexed !== catalog.state) await patiently(this.bringUpToDate(catalog));
    const key = [kind, operator, ...words].join(" ");
    // Meanwhile the catalog may have learned what is not in the index yet.
    if (this.#indexed !== catalog.state) return find();
    return cached(this.#searchesAt(catalog.state), maxCachedSearches, key, find);
  }

  readonly #follow = shared(() =>
    settledWith(this.#catalog!, async (catalog) => {
      const { state } = catalog;
      const isWhole = await indexChangedPages(this.#index, catalog, this.#source);
      if (isWhole) this.#indexed = state;
      return isWhole || undefined;
    }),
  );

  #rank(catalog: Catalog, search: WordSearch): Uint32Array {
    const found = catalog.newestFirst(this.#index.find(search));
    return bestFirst(found, this.#index.rank(search, found));
  }

  #searchesAt(state: object): Map<string, Uint32Array> {
    const searches = this.#searches.get(state) ?? new Map();
    this.#searches.set(state, searches);
    return searches;
  }
}

/**
 * The ids by their scores, the highest first, equal ones in their order: counted, because there are few
 * different scores.
 */
const bestFirst = (ids: Uint32Array, scores: Uint16Array): Uint32Array => {
  let highest = 0;
  for (let index = 0; index < ids.length; index++) highest = Math.max(highest, scores[ids[index]!]!);
  // By score: how many have it, and then where the next one that has it goes.
  const places = new Uint32Array(highest + 1);
  for (let index = 0; index < ids.length; index++) places[scores[ids[index]!]!]!++;
  for (let score = highest, better = 0; score >= 0; score--) {
    const equal = places[score]!;
    places[score] = better;
    better += equal;
  }
  const ordered = new Uint32Array(ids.length);
  for (let index = 0; index < ids.length; index++) {
    const id = ids[index]!;
    ordered[places[scores[id]!]!++] = id;
  }
  return ordered;
};

/** Waits for the work for eight seconds; what takes longer is refused as `busy`, and goes on. */
const patiently = async (work: Promise<void>): Promise<void> => {
  const waiting = new AbortController();
  const late = pause(timeoutMs, true, { signal: waiting.signal });
  const isLate = await Promise.race([work, late]).finally(() => waiting.abort());
  if (isLate) {
    const detail = "The index of words is being built; try again.";
    throw new Refusal("busy", { detail, headers: { "retry-after": "5" } });
  }
};

/** What this process holds, and since which restoration of the database. */
let held: { readonly promise: Promise<FullText>; readonly since: number } | undefined;

/**
 * The process's one index of words, as far as it has come. It is a cache, which begins at the newest
 * snapshot: losing it costs the time to open that, or else to build it.
 */
export const fullText = async (): Promise<FullText> => {
  // Versions of pages that were lost may have been given again.
  if (held && held.since !== timesRestored()) held = undefined;
  held ??= { promise: begin().catch(forget), since: timesRestored() };
  const { promise } = held;
  const used = await promise;
  const { problem } = used.index;
  if (!problem) return used;
  if (held?.promise === promise) {
    log.write("warning", {
      warning: `The file of words is ${problem}: ${fullTextFile()} is made anew.`,
    });
    held = undefined;
  }
  return fullText();
};

const begin = async (): Promise<FullText> => {
  const index = await inPlaceOf(
    fullTextFile(),
    async (place) => (await openWords(place, storedChanges)) ?? new WordIndex(place),
  );
  return new FullText(index, storedWords);
};

/** What `use` makes of the index, and of another one in memory, when its file turns out to be unwritable. */
const withFullText = async <Result>(use: (fullText: FullText) => Promise<Result>): Promise<Result> => {
  try {
    return await use(await fullText());
  } catch (error) {
    if (!isNewlyUnwritable(fullTextFile(), error)) throw error;
    held = undefined;
    return use(await fullText());
  }
};

const forget = (error: unknown): never => {
  held = undefined;
  throw error;
};

/**
 * The ids of the live pages that a search finds, in the catalog's whole tree: by how well the words fit (each
 * counts one, two more in the title, a half more where it is said three times or more; of more than 5,000
 * pages only titles tell), equals by date, the newest first. Without words nothing is found. A page that was
 * published before the catalog was asked for is found by its present words. Refuses `busy` while the index is
 * being built, which the first search sets off (10,000 posts: some seconds). Cost: no request when nothing is
 * new, else as `indexChangedPages`.
 */
export const searchPages = (catalog: Catalog, search: WordSearch): Promise<Uint32Array> =>
  withFullText((used) => used.search(catalog, search));

/** The same pages in no promised order, for counting them. */
export const matchPages = (catalog: Catalog, search: WordSearch): Promise<Uint32Array> =>
  withFullText((used) => used.match(catalog, search));

/** Builds the index of words, so that no search has to wait for it, and gives it. */
export const prepareSearch = async (): Promise<WordIndex> => {
  const catalog = await currentCatalog();
  return withFullText(async (used) => {
    await used.bringUpToDate(catalog);
    return used.index;
  });
};
