import type { StatementSync } from "node:sqlite";
import { cached } from "#lib/cached.ts";
import { type CacheDatabase, idsFrom } from "#lib/catalog/database/database.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { wordsOf } from "#lib/search/words.ts";
import type { CatalogPages, PageParts } from "./catalog-pages.ts";
import { openPosts } from "./facets.ts";
import { type Narrowing, needsOf } from "./narrowing.ts";

/** A request for title suggestions in a blog. */
export interface TitleSuggestionQuery {
  readonly blogId: number;
  readonly narrowing: Narrowing;
  /** Folded beginnings of words of the title. Without any, nothing is suggested. */
  readonly words: readonly string[];
  readonly limit: number;
}

type Place = Omit<TitleSuggestionQuery, "words" | "limit">;

/** How many answers, and the newest titles of how many places, are cached until the next change. */
const maxCachedAnswers = 500;
const maxCachedPlaces = 20;

/** This many of the newest titles are tested one by one before the table is asked. */
const maxNewestTitles = 64;

/** Live posts below a blog that are open to everybody, suggested for words, last published first. */
export const suggestPosts = (pages: CatalogPages, query: TitleSuggestionQuery): readonly Listing[] =>
  pages.parts.rows.listings(pages.derived(suggestionsFrom).find(query));

/**
 * Finds posts by beginnings of title words, last published first (contract#suggestions). Frequent beginnings
 * are found among the newest titles; others need the table, whose cost grows with the matches.
 */
class Suggestions {
  readonly #pages: PageParts;
  readonly #titles: StatementSync;
  readonly #answers = new Map<string, readonly number[]>();
  readonly #newest = new Map<string, readonly WordsOfTitle[]>();

  constructor(pages: PageParts) {
    this.#pages = pages;
    this.#titles = pages.database.prepare(
      "select page.id as id, title from json_each(?) as ids cross join page on page.id = ids.value order by ids.key",
    );
  }

  /** The ids of the posts below the blog that are open to everybody. */
  find(query: TitleSuggestionQuery): readonly number[] {
    if (query.words.length === 0) return [];
    return cached(this.#answers, maxCachedAnswers, JSON.stringify(query), () => this.#find(query));
  }

  #find({ words, limit, ...place }: TitleSuggestionQuery): readonly number[] {
    const newest = cached(this.#newest, maxCachedPlaces, JSON.stringify(place), () =>
      this.#wordsOf(this.#newestOf(null, place, maxNewestTitles)),
    );
    const found = newest.filter((title) => hasBeginnings(title, words)).slice(0, limit);
    if (found.length === limit || newest.length < maxNewestTitles) return found.map(({ id }) => id);
    return this.#newestOf(idsWith(this.#pages.database, words), place, limit);
  }

  // `null` means all pages.
  #newestOf(ids: ArrayLike<number> | null, { blogId, narrowing }: Place, limit: number): readonly number[] {
    const { columns, terms } = this.#pages;
    const found = openPosts(columns, ids, blogId, needsOf(narrowing, terms));
    return columns.dates.publishedLast(found, limit);
  }

  #wordsOf(ids: Iterable<number>): readonly WordsOfTitle[] {
    const { database } = this.#pages;
    const rows = database.attempt(() => this.#titles.all(JSON.stringify([...ids])));
    return rows.map(({ id, title }) => ({ id: id as number, words: wordsOf(title as string) }));
  }
}

const suggestionsFrom = (pages: PageParts): Suggestions => new Suggestions(pages);

interface WordsOfTitle {
  readonly id: number;
  readonly words: readonly string[];
}

const hasBeginnings = ({ words }: WordsOfTitle, beginnings: readonly string[]): boolean =>
  beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)));

/**
 * The ids of posts whose titles have, for each folded beginning, a word that starts with it; ascending. 10 ms
 * per 100,000 ids, and 20 ms per 100,000 posts with a beginning of more than three characters.
 */
const idsWith = (database: CacheDatabase, beginnings: readonly string[]): readonly number[] => {
  // Beginnings are letters and digits only, so nothing in the quotes is syntax.
  const expression = beginnings.map((beginning) => `"${beginning}"*`).join(" ");
  return idsFrom(database, "select rowid as id from title_word where title_word match ?", [expression]);
};
