import { cached } from "#lib/cached.ts";
import type { CacheDatabase } from "#lib/catalog/database/database.ts";
import type { Columns } from "./columns.ts";
import { type Narrowing, needsOf } from "./narrowing.ts";
import { openPosts } from "./open-posts.ts";
import type { PageChange } from "./page-rows.ts";
import type { Terms } from "./terms.ts";
import { TitleWords, type WordsOfTitle } from "./title-words.ts";

/** A request for title suggestions in a blog. */
export interface TitleSuggestionQuery {
  readonly blogId: number;
  readonly narrowing: Narrowing;
  /** Folded; each begins a word of the title. Without words nothing is suggested. */
  readonly words: readonly string[];
  readonly limit: number;
}

type Place = Omit<TitleSuggestionQuery, "words" | "limit">;

/** How many answers, and the newest titles of how many places, are cached until the next change. */
const maxCachedAnswers = 500;
const maxCachedPlaces = 20;

/** This many of the newest titles are tested one by one before the table is asked. */
const maxNewestTitles = 64;

/**
 * Posts by beginnings of title words, last published first (contract#suggestions). Frequent beginnings are
 * found among the newest titles; others need the table, whose cost grows with the matches.
 */
export class Suggestions {
  readonly #titles: TitleWords;
  readonly #columns: Columns;
  readonly #terms: Terms;
  readonly #answers = new Map<string, readonly number[]>();
  readonly #newest = new Map<string, readonly WordsOfTitle[]>();

  constructor(database: CacheDatabase, columns: Columns, terms: Terms) {
    this.#titles = new TitleWords(database);
    this.#columns = columns;
    this.#terms = terms;
  }

  write(changes: Iterable<PageChange>): void {
    this.#titles.write(changes);
  }

  forget(): void {
    this.#answers.clear();
    this.#newest.clear();
  }

  /** The ids of the posts below the blog that are open to everybody. */
  find(query: TitleSuggestionQuery): readonly number[] {
    if (query.words.length === 0) return [];
    return cached(this.#answers, maxCachedAnswers, JSON.stringify(query), () => this.#find(query));
  }

  #find({ words, limit, ...place }: TitleSuggestionQuery): readonly number[] {
    const newest = cached(this.#newest, maxCachedPlaces, JSON.stringify(place), () =>
      this.#titles.of(this.#newestOf(null, place, maxNewestTitles)),
    );
    const found = newest.filter((title) => hasBeginnings(title, words)).slice(0, limit);
    if (found.length === limit || newest.length < maxNewestTitles) return found.map(({ id }) => id);
    return this.#newestOf(this.#titles.idsWith(words), place, limit);
  }

  // `null` means all pages.
  #newestOf(ids: ArrayLike<number> | null, { blogId, narrowing }: Place, limit: number): readonly number[] {
    const found = openPosts(this.#columns, ids, blogId, needsOf(narrowing, this.#terms));
    return this.#columns.publishedLast(found, limit);
  }
}

const hasBeginnings = ({ words }: WordsOfTitle, beginnings: readonly string[]): boolean =>
  beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)));
