import { rmSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { PageFieldName } from "#lib/discovery/page-fields.ts";
import type { OrderKey } from "#lib/discovery/page-order.ts";
import type { FieldFilter } from "#lib/discovery/page-query.ts";
import type { Listing } from "#lib/pages/listing.ts";

/**
 * One row per listing. The columns bear the names that queries have for the fields; those that lists are commonly found
 * and ordered by are stored, the others are looked up in the listing's JSON.
 */
const schema = `
  create table page (
    id integer primary key,
    title text not null,
    slug text not null,
    first_published_at text,
    visible_date text,
    listing text not null,
    show_in_menus integer generated always as (listing ->> '$.showInMenus') virtual,
    seo_title text generated always as (listing ->> '$.seoTitle') virtual,
    search_description text generated always as (listing ->> '$.searchDescription') virtual,
    description text generated always as (listing ->> '$.description') virtual,
    uuid text generated always as (listing ->> '$.uuid') virtual,
    cover_image integer generated always as (listing ->> '$.coverImage.id') virtual,
    cover_alt_text text generated always as (coalesce(listing ->> '$.coverImage.altText', '')) virtual
  ) strict`;

const pragmas = `
  pragma journal_mode = memory;
  pragma synchronous = off;
  pragma locking_mode = exclusive;
  pragma temp_store = memory;
  pragma cache_size = -16384;`;

/** The fields that lists may be found and ordered by, all but the id, which needs no index. */
const indexedFields: ReadonlySet<PageFieldName> = new Set([
  ...(["title", "slug", "first_published_at", "visible_date", "show_in_menus", "seo_title"] as const),
  ...(["search_description", "description", "uuid", "cover_image", "cover_alt_text"] as const),
]);

/** A field that listings know nothing about is the same for all: null, which equals nothing. */
const columnOf = (field: PageFieldName): string =>
  field === "id" || indexedFields.has(field) ? field : "null";

/** Instants compare as text once they are all written the same way. */
const comparable = (instant: string | null | undefined): string | null =>
  instant ? new Date(instant).toISOString() : null;

/** How many listings are remembered between reads, some two kilobytes each. */
const rememberedListings = 1_000;

/** The state of a page that is to be kept; without a listing, that it is gone. */
export interface RowChange {
  readonly id: number;
  readonly listing: Listing | null;
}

/**
 * The listings in a SQLite database of this process's own. It is a cache, so nothing is done for its safety. An index is
 * made when a list is first found or ordered by its field: 10 ms of CPU for 10,000 pages, and thrice that where the field
 * is looked up in the JSON.
 */
export class Rows {
  readonly #database: DatabaseSync;
  readonly #indexed = new Set<PageFieldName>();
  /** Listings as they were last read: looking up and parsing twenty of them is a third of what answering a list costs. */
  readonly #read = new Map<number, Listing>();
  readonly #put: StatementSync;
  readonly #delete: StatementSync;
  readonly #find: StatementSync;

  /** No rows, in a new file in place of any that bears the name; or in memory, for `:memory:`. */
  constructor(file: string) {
    if (file !== ":memory:") rmSync(file, { force: true });
    this.#database = new DatabaseSync(file);
    this.#database.exec(pragmas);
    this.#database.exec(schema);
    this.#put = this.#database.prepare(
      "insert or replace into page (id, title, slug, first_published_at, visible_date, listing) values (?, ?, ?, ?, ?, ?)",
    );
    this.#delete = this.#database.prepare("delete from page where id = ?");
    this.#find = this.#database.prepare(
      "select listing from json_each(?) as wanted cross join page on page.id = wanted.value order by wanted.key",
    );
  }

  /** Writes all of the changes, or throws and writes none. */
  write(changes: Iterable<RowChange>): void {
    this.#database.exec("begin");
    try {
      for (const { id, listing } of changes) {
        this.#read.delete(id);
        if (listing) this.#put.run(...valuesOf(listing));
        else this.#delete.run(id);
      }
      this.#database.exec("commit");
    } catch (error) {
      this.#database.exec("rollback");
      throw error;
    }
  }

  /** The listings with these ids, in their order; ids without a listing are left out. Callers share them. */
  listings(ids: Iterable<number>): Listing[] {
    const wanted = [...ids];
    const unread = wanted.filter((id) => !this.#read.has(id));
    for (const listing of unread.length > 0 ? this.#stored(unread) : []) this.#read.set(listing.id, listing);
    const listings = wanted.flatMap((id) => this.#read.get(id) ?? []);
    if (this.#read.size > rememberedListings) this.#read.clear();
    return listings;
  }

  /** The ids of the pages whose fields have all of the values, by id. */
  idsWith(filters: readonly FieldFilter[]): number[] {
    for (const { field } of filters) this.#makeIndex(field);
    const conditions = filters.map(({ field }) => ` and ${columnOf(field)} = ?`).join("");
    const values = filters.map(({ value }) => (typeof value === "boolean" ? Number(value) : value));
    return this.#ids(`select id from page where true${conditions} order by id`, values);
  }

  /**
   * All ids ordered by the keys, equal ones by id in the direction of the first key. Text is ordered by code points; null
   * comes first.
   */
  idsBy(keys: readonly OrderKey[]): number[] {
    const [first] = keys;
    if (first) this.#makeIndex(first.field);
    const unique = keys.filter((key, index) => keys.findIndex(({ field }) => field === key.field) === index);
    const terms = [...unique, { field: "id", descending: first?.descending ?? false } as const];
    const sorting = terms.map(({ field, descending }) => columnOf(field) + (descending ? " desc" : ""));
    return this.#ids(`select id from page order by ${sorting.join(", ")}`, []);
  }

  #stored(ids: readonly number[]): Listing[] {
    return this.#find.all(JSON.stringify(ids)).map((row) => JSON.parse(row.listing as string) as Listing);
  }

  // One JSON array is the fastest way to move many values out of SQLite.
  #ids(query: string, values: readonly (string | number)[]): number[] {
    const row = this.#database.prepare(`select json_group_array(id) as ids from (${query})`).get(...values);
    return JSON.parse(row?.ids as string) as number[];
  }

  #makeIndex(field: PageFieldName): void {
    if (!indexedFields.has(field) || this.#indexed.has(field)) return;
    this.#database.exec(`create index page_by_${field} on page (${field})`);
    this.#indexed.add(field);
  }
}

const valuesOf = (listing: Listing) =>
  [
    listing.id,
    listing.title,
    listing.slug,
    comparable(listing.firstPublishedAt),
    comparable(listing.visibleDate),
    JSON.stringify(listing),
  ] as const;
