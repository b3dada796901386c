import type { StatementSync } from "node:sqlite";
import type { CacheDatabase } from "#lib/catalog/database/database.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { isPost } from "#lib/pages/page.ts";
import { wordsOf } from "#lib/search/words.ts";
import type { PageChange } from "./page-rows.ts";

/** Words of titles by page id. `prefix` keeps lists for beginnings of up to three characters. */
const schema = `
  create virtual table if not exists title_word using fts5(
    words, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3', tokenize = 'ascii'
  )`;

/** Writes the table by which suggestions are found (`suggestions.ts`). */
export class TitleWords {
  readonly #known: StatementSync;
  readonly #put: StatementSync;
  readonly #delete: StatementSync;

  constructor(database: CacheDatabase) {
    database.exec(schema);
    this.#known = database.prepare("select title from page where id = ? and live");
    this.#put = database.prepare("insert or replace into title_word (rowid, words) values (?, ?)");
    this.#delete = database.prepare("delete from title_word where rowid = ?");
  }

  /** Call this before the rows of the pages are written. */
  write(changes: Iterable<PageChange>): void {
    for (const { id, listing } of changes) {
      const title = shownTitle(listing);
      if (title === this.#known.get(id)?.title) continue;
      if (title === undefined) this.#delete.run(id);
      else this.#put.run(id, wordsOf(title).join(" "));
    }
  }
}

const shownTitle = (listing: Listing | null): string | undefined =>
  listing?.live && isPost(listing) ? listing.title : undefined;
