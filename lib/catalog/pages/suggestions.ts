import type { StatementSync } from "node:sqlite";
import { cached } from "#lib/cached.ts";
import { type CacheDatabase, idsFrom } from "#lib/catalog/database/database.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { isPost } from "#lib/pages/page.ts";
import { wordsOf } from "#lib/search/words.ts";
import type { Columns } from "./columns.ts";
import { openPosts } from "./facets.ts";
import { type Narrowing, needsOf } from "./narrowing.ts";
import type { PageChange } from "./page-rows.ts";
import type { Terms } from "./terms.ts";

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

/**
 * Finds posts by beginnings of title words, last published first (contract#suggestions). Frequent beginnings
 * are found among the newest titles; others need the table, whose cost grows with the matches.
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
    return this.#columns.dates.publishedLast(found, limit);
  }
}

const hasBeginnings = ({ words }: WordsOfTitle, beginnings: readonly string[]): boolean =>
  beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)));

/** Words of titles by page id. `prefix` keeps lists for beginnings of up to three characters. */
const schema = `
  create virtual table if not exists title_word using fts5(
    words, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3', tokenize = 'ascii'
  )`;

export interface WordsOfTitle {
  readonly id: number;
  readonly words: readonly string[];
}

export class TitleWords {
  readonly #database: CacheDatabase;
  readonly #known: StatementSync;
  readonly #titles: StatementSync;
  readonly #put: StatementSync;
  readonly #delete: StatementSync;

  constructor(database: CacheDatabase) {
    this.#database = database;
    database.exec(schema);
    this.#known = database.prepare("select title from page where id = ? and live");
    this.#titles = database.prepare(
      "select page.id as id, title from json_each(?) as ids cross join page on page.id = ids.value order by ids.key",
    );
    this.#put = database.prepare("insert or replace into title_word (rowid, words) values (?, ?)");
    this.#delete = database.prepare("delete from title_word where rowid = ?");
  }

  write(changes: Iterable<PageChange>): void {
    for (const { id, listing } of changes) {
      const title = shownTitle(listing);
      if (title === this.#known.get(id)?.title) continue;
      if (title === undefined) this.#delete.run(id);
      else this.#put.run(id, wordsOf(title).join(" "));
    }
  }

  /**
   * The ids of posts whose titles have, for each folded beginning, a word that starts with it; ascending. 10
   * ms per 100,000 ids, and 20 ms per 100,000 posts with a beginning of more than three characters.
   */
  idsWith(beginnings: readonly string[]): readonly number[] {
    // Beginnings are letters and digits only, so nothing in the quotes is syntax.
    const expression = beginnings.map((beginning) => `"${beginning}"*`).join(" ");
    return idsFrom(this.#database, "select rowid as id from title_word where title_word match ?", [
      expression,
    ]);
  }

  of(ids: Iterable<number>): readonly WordsOfTitle[] {
    const rows = this.#database.attempt(() => this.#titles.all(JSON.stringify([...ids])));
    return rows.map(({ id, title }) => ({ id: id as number, words: wordsOf(title as string) }));
  }
}

const shownTitle = (listing: Listing | null): string | undefined =>
  listing?.live && isPost(listing) ? listing.title : undefined;
