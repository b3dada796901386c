import { cached } from "#lib/cached.ts";
import type { Catalog } from "#lib/catalog/catalog.ts";
import type { ChangeSource } from "#lib/catalog/following/follower.ts";
import { storedChanges } from "#lib/catalog/following/stored-changes.ts";
import { pagesByLanguage } from "#lib/catalog/pages/translations.ts";
import { firstUsable, unpackFile } from "#lib/catalog/snapshots/open-snapshot.ts";
import { isSnapshotMadeElsewhere } from "#lib/catalog/snapshots/snapshot-state.ts";
import { indexChangedPages, storedWords, type WordSource } from "#lib/catalog/words/index-changed-pages.ts";
import { isOneWord, pagesWithPhrases } from "#lib/catalog/words/phrases.ts";
import { stemmingsFor } from "#lib/catalog/words/stemming.ts";
import { exactTerms, formOfWords, type SoughtTerms, WordIndex } from "#lib/catalog/words/word-index.ts";
import { certain } from "#lib/certain.ts";
import { awaitInTime, inOwnTime } from "#lib/deadline.ts";
import { guarded } from "#lib/guarded.ts";
import { log } from "#lib/log.ts";
import type { WordSearch } from "#lib/queries/word-search.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { type StemmingLanguage, stemmingLanguagesOf } from "#lib/search/languages.ts";
import { isWordless, type Phrase } from "#lib/search/sought.ts";
import { fullTextFile } from "#lib/settings/catalog.ts";
import { searchStemming } from "#lib/settings/site.ts";
import type { Site } from "#lib/site/site.ts";
import { retryOnNewerCatalog } from "./beside-log.ts";
import { inPlaceOf, isNewlyUnwritable } from "./cache-place.ts";
import { currentCatalog, timesRestored } from "./current-catalog.ts";
import { shared } from "./shared.ts";

/** How long a search waits while the index is being built. */
const timeoutMs = 8_000;

/** How many searches are cached until the next change; one over 100,000 pages takes up to 400 KB. */
const maxCachedSearches = 32;

/** A search of pages, whose words may have other forms in these languages. */
export interface PageSearch extends WordSearch {
  readonly languages: readonly StemmingLanguage[];
}

export class FullText {
  readonly #index: WordIndex;
  readonly #source: WordSource;
  readonly #searches = new WeakMap<object, Map<string, Uint32Array>>();
  #catalog: Catalog | undefined;
  /** The state of the catalog that the index is known to contain. */
  #indexed: object | undefined;

  constructor(index: WordIndex, source: WordSource) {
    this.#index = index;
    this.#source = source;
  }

  /** The index, as far as it has been brought up to date. */
  get index(): WordIndex {
    return this.#index;
  }

  /** Indexes all that the catalog knows when called. Simultaneous calls share a run. */
  async bringUpToDate(catalog: Catalog): Promise<void> {
    this.#catalog = catalog;
    if (this.#indexed !== catalog.state) await this.#follow();
  }

  /** The pages that the search finds, best first, among all that the catalog knows when called. */
  search(catalog: Catalog, search: PageSearch): Promise<Uint32Array> {
    return this.#found("ranked", catalog, search);
  }

  /** The pages that the search finds, in no promised order, which is cheaper. */
  match(catalog: Catalog, search: PageSearch): Promise<Uint32Array> {
    return this.#found("matched", catalog, search);
  }

  async #found(kind: "ranked" | "matched", catalog: Catalog, search: PageSearch): Promise<Uint32Array> {
    if (isWordless(search)) return new Uint32Array();
    const stemmings = await stemmingsFor(search.languages);
    if (this.#indexed !== catalog.state) await this.bringUpToDate(catalog);
    const find = () => {
      const { words, phrases, operator } = search;
      const terms = { terms: this.#index.termsOf(words, stemmings), operator };
      if (phrases.length > 0) return this.#findPhrases(catalog, terms, phrases);
      return kind === "ranked" ? this.#rank(catalog, terms) : this.#index.find(terms);
    };
    // The catalog may have learned more meanwhile that is not indexed yet.
    if (this.#indexed !== catalog.state) return find();
    return this.#kept(catalog.state, JSON.stringify([kind, search]), find);
  }

  readonly #follow = shared(() =>
    retryOnNewerCatalog(certain(this.#catalog), async (catalog) => {
      const { state } = catalog;
      const isWhole = await indexChangedPages(this.#index, catalog, this.#source);
      if (isWhole) this.#indexed = state;
      return isWhole || undefined;
    }),
  );

  #rank(catalog: Catalog, terms: SoughtTerms): Uint32Array {
    const found = catalog.newestFirst(this.#index.find(terms));
    return bestFirst(found, this.#index.rank(terms, found));
  }

  /** The pages with all, or any, of the terms and phrases, best first. */
  async #findPhrases(
    catalog: Catalog,
    { terms, operator }: SoughtTerms,
    phrases: readonly Phrase[],
  ): Promise<Uint32Array> {
    const ofPhrases = (some: readonly Phrase[]) => exactTerms(some.flatMap(({ words }) => words));
    const all = { terms: [...terms, ...ofPhrases(phrases)], operator };
    const best = this.#rank(catalog, all);
    if (operator === "and") return pagesWithPhrases(best, { phrases, operator }, catalog, this.#source);
    const found = new Set(this.#index.find({ terms, operator }));
    // Texts are read once for all phrases, which may be a hundred.
    const doubtful = new Set<number>();
    for (const phrase of phrases) {
      const ids = this.#index.find({ terms: ofPhrases([phrase]), operator: "and" });
      for (const id of ids) (isOneWord(phrase) ? found : doubtful).add(id);
    }
    const unread = best.filter((id) => doubtful.has(id) && !found.has(id));
    for (const id of await pagesWithPhrases(unread, { phrases, operator }, catalog, this.#source))
      found.add(id);
    return best.filter((id) => found.has(id));
  }

  async #kept(
    state: object,
    key: string,
    find: () => Uint32Array | Promise<Uint32Array>,
  ): Promise<Uint32Array> {
    const searches = this.#searches.get(state) ?? new Map<string, Uint32Array>();
    this.#searches.set(state, searches);
    const found = searches.get(key) ?? (await find());
    return cached(searches, maxCachedSearches, key, () => found);
  }
}

/** Sorts ids by score, highest first, keeping the order of equals. A counting sort, as scores are few. */
const bestFirst = (ids: Uint32Array, scores: Uint16Array): Uint32Array => {
  let highest = 0;
  for (let index = 0; index < ids.length; index++) highest = Math.max(highest, scores[ids[index] ?? 0] ?? 0);
  // By score: first the number of ids with it, then the place of the next of them.
  const places = new Uint32Array(highest + 1);
  // biome-ignore lint/style/noNonNullAssertion: a count of an array that has this index
  for (let index = 0; index < ids.length; index++) places[scores[ids[index] ?? 0] ?? 0]!++;
  for (let score = highest, better = 0; score >= 0; score--) {
    const equal = places[score] ?? 0;
    places[score] = better;
    better += equal;
  }
  const ordered = new Uint32Array(ids.length);
  for (let index = 0; index < ids.length; index++) {
    const id = ids[index] ?? 0;
    // biome-ignore lint/style/noNonNullAssertion: a count of an array that has this index
    ordered[places[scores[id] ?? 0]!++] = id;
  }
  return ordered;
};

/** Waits up to eight seconds for the work; then refuses `busy`, while the work continues. */
const withinTimeout = <Value>(work: Promise<Value>): Promise<Value> => {
  const late = Promise.withResolvers<never>();
  const detail = "The index of words is being built; try again.";
  const refuse = () => late.reject(new Refusal("busy", { detail, headers: { "retry-after": "5" } }));
  const timer = setTimeout(guarded(refuse), timeoutMs);
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
};

/** The index of this process, and the number of restorations it was opened after. */
let held: { readonly promise: Promise<FullText>; readonly since: number } | undefined;

/** The process's index of words, opened from the newest snapshot or built; it may lag behind. */
export const fullText = async (): Promise<FullText> => {
  // After a restoration, lost version numbers may have been given to other states.
  if (held && held.since !== timesRestored()) held = undefined;
  held ??= { promise: inOwnTime(begin).catch(forget), since: timesRestored() };
  const { promise } = held;
  const used = await awaitInTime(promise);
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
  const index = await inPlaceOf(fullTextFile(), async (place) => {
    const open = () => openWords(place, storedChanges);
    const opened = await open();
    if (opened || place === ":memory:") return opened ?? new WordIndex(place);
    const made = (await isSnapshotMadeElsewhere()) ? await open() : undefined;
    return made ?? new WordIndex(place);
  });
  return new FullText(index, storedWords);
};

/** Calls `use` with the index, and again with one in memory if its file cannot be written. */
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
 * The ids of the live pages that a search finds, in the whole tree, best first and then newest first (how
 * they rank: `WordIndex.rank`). A search without words finds nothing. Refuses `busy` while the index is being
 * built, started by the first search (10,000 posts: some seconds). No request if nothing is new, else as
 * `indexChangedPages`.
 */
export const searchPages = (catalog: Catalog, search: WordSearch, site: Site): Promise<Uint32Array> =>
  withinTimeout(withFullText((used) => used.search(catalog, inLanguagesOf(site, catalog, search))));

/** The ids that `searchPages` gives, in no promised order: for counting them. */
export const matchPages = (catalog: Catalog, search: WordSearch, site: Site): Promise<Uint32Array> =>
  withinTimeout(withFullText((used) => used.match(catalog, inLanguagesOf(site, catalog, search))));

/** In the languages of the site and its pages, unless a setting says otherwise. */
const inLanguagesOf = ({ settings }: Site, { pages }: Catalog, search: WordSearch): PageSearch => {
  const chosen = searchStemming();
  if (chosen === "none") return { ...search, languages: [] };
  return {
    ...search,
    languages: chosen ? [chosen] : stemmingLanguagesOf([settings.locale, ...pagesByLanguage(pages).keys()]),
  };
};

/** Builds the index of words in advance, so that no search has to wait. */
export const prepareSearch = async (): Promise<WordIndex> => {
  const catalog = await currentCatalog();
  return withFullText(async (used) => {
    await used.bringUpToDate(catalog);
    return used.index;
  });
};

/**
 * Unpacks the newest usable index of words to the file; undefined without one, or in memory. Its age does not
 * matter, because it knows the versions of its pages. 30 ms of CPU for 10,000 posts, some 250 for 100,000;
 * reads two files and two items.
 */
export const openWords = async (file: string, source: ChangeSource): Promise<WordIndex | undefined> =>
  file === ":memory:"
    ? undefined
    : firstUsable(source, async ({ note: { words } }) => {
        if (words.form !== formOfWords()) return undefined;
        await unpackFile(words.key, file);
        return WordIndex.fromCopy(file);
      });
