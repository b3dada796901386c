import { cached } from "#lib/catalog/database/cached.ts";
import type { CacheDatabase } from "#lib/catalog/database/database.ts";
import type { Columns } from "./columns.ts";
import { type Narrowing, needsOf } from "./narrowing.ts";
import { openPosts } from "./open-posts.ts";
import type { PageChange } from "./page-rows.ts";
import type { Terms } from "./terms.ts";
import { TitleWords, type WordsOfTitle } from "./title-words.ts";

/** What is to be suggested. */
export interface SuggestionsWanted {
  readonly blogId: number;
  readonly narrowing: Narrowing;
  /** Folded; each of them begins a word of a suggested title. Without any nothing is suggested. */
  readonly words: readonly string[];
  /** At most so many. */
  readonly limit: number;
}

/** Where suggestions come from. */
type Place = Omit<SuggestionsWanted, "words" | "limit">;

/** How many answers, and the newest titles of how many places, are cached until the next change. */
const maxCachedAnswers = 500;
const maxCachedPlaces = 20;

/** As many of the newest titles are looked at one by one. */
const newestTitles = 64;

/**
 * Posts by how words of their titles begin, those that were published last first (contract#suggestions). What
 * many titles have is found among the newest ones, so that the table of words, whose cost grows with what it
 * finds, is asked for the rest only.
 */
export class Suggestions {
  readonly #titles: TitleWords;
  readonly #columns: Columns;
  readonly #terms: Terms;
  readonly #answers = new Map<string, readonly number[]>();
  readonly #newest = new Map<string, readonly WordsOfTitle[]>();

  /** Those of the pages that the columns and the database know. */
  constructor(database: CacheDatabase, columns: Columns, terms: Terms) {
    this.#titles = new TitleWords(database);
    this.#columns = columns;
    this.#terms = terms;
  }

  /** Writes the titles that change; to be called in a transaction, before the rows are written. */
  write(changes: Iterable<PageChange>): void {
    this.#titles.write(changes);
  }

  /** To be called whenever a page has changed. */
  forget(): void {
    this.#answers.clear();
    this.#newest.clear();
  }

  /** The ids of the posts below the blog that nobody is kept from. */
  find(wanted: SuggestionsWanted): readonly number[] {
    if (wanted.words.length === 0) return [];
    return cached(this.#answers, maxCachedAnswers, JSON.stringify(wanted), () => this.#find(wanted));
  }

  #find({ words, limit, ...place }: SuggestionsWanted): readonly number[] {
    const newest = cached(this.#newest, maxCachedPlaces, JSON.stringify(place), () =>
      this.#titles.of(this.#newestOf(null, place, newestTitles)),
    );
    const found = newest.filter((title) => hasBeginnings(title, words)).slice(0, limit);
    if (found.length === limit || newest.length < newestTitles) return found.map(({ id }) => id);
    return this.#newestOf(this.#titles.idsWith(words), place, limit);
  }

  // Of all pages, where there are no ids.
  #newestOf(ids: ArrayLike<number> | null, { blogId, narrowing }: Place, limit: number): readonly number[] {
    const found = openPosts(this.#columns, ids, blogId, needsOf(narrowing, this.#terms));
    return this.#columns.publishedLast(found, limit);
  }
}

const hasBeginnings = ({ words }: WordsOfTitle, beginnings: readonly string[]): boolean =>
  beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)));
