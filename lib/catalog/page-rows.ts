import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { OrderKey } from "#lib/discovery/order.ts";
import type { PageFieldName } from "#lib/discovery/page-fields.ts";
import type { PageFilter } from "#lib/discovery/page-query.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { idsFrom } from "./database.ts";
import { JsonColumn } from "./json-column.ts";

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
    cover_alt_text text generated always as (coalesce(listing ->> '$.coverImage.altText', '')) virtual,
    podcast_audio integer generated always as (listing ->> '$.podcastAudio') virtual
  ) strict`;

/** The fields that lists may be found and ordered by, all but the id, which needs no index. */
const indexedFields: ReadonlySet<PageFieldName> = new Set([
  ...(["title", "slug", "first_published_at", "visible_date", "show_in_menus", "seo_title"] as const),
  ...(["search_description", "description", "uuid", "cover_image", "cover_alt_text"] as const),
]);

/** What players ask for beside lists. */
type IndexedField = PageFieldName | "podcast_audio";

/** A field that listings know nothing about is the same for all: null, which equals nothing. */
const columnOf = (field: PageFieldName): string =>
  field === "id" || indexedFields.has(field) ? field : "null";

/** Instants compare as text once they are all written the same way. */
const comparable = (instant: string | null | undefined): string | null =>
  instant ? new Date(instant).toISOString() : null;

/** The state of a page that is to be kept; without a listing, that it is gone. */
export interface PageChange {
  readonly id: number;
  readonly listing: Listing | null;
}

/**
 * The listings in the catalog's database. An index is made when a list is first found or ordered by its field: 10 ms of
 * CPU for 10,000 pages, and thrice that where the field is looked up in the JSON.
 */
export class PageRows {
  readonly #database: DatabaseSync;
  readonly #indexed = new Set<IndexedField>();
  readonly #listings: JsonColumn<Listing>;
  readonly #put: StatementSync;
  readonly #delete: StatementSync;

  /** No rows, in a new table. */
  constructor(database: DatabaseSync) {
    this.#database = database;
    database.exec(schema);
    this.#listings = new JsonColumn(database, "page", "listing");
    this.#put = database.prepare(
      "insert or replace into page (id, title, slug, first_published_at, visible_date, listing) values (?, ?, ?, ?, ?, ?)",
    );
    this.#delete = database.prepare("delete from page where id = ?");
  }

  /** Writes the changes; to be called in a transaction. */
  write(changes: Iterable<PageChange>): void {
    for (const { id, listing } of changes) {
      this.#listings.forget(id);
      if (listing) this.#put.run(...valuesOf(listing));
      else this.#delete.run(id);
    }
  }

  /** The listings with these ids, in their order; ids without a listing are left out. Callers share them. */
  listings(ids: Iterable<number>): Listing[] {
    return this.#listings.values(ids);
  }

  /** The ids of the pages whose fields have all of the values, by id. */
  idsWith(filters: readonly PageFilter[]): number[] {
    for (const { field } of filters) if (indexedFields.has(field)) this.#makeIndex(field);
    const conditions = filters.map(({ field }) => ` and ${columnOf(field)} = ?`).join("");
    const values = filters.map(({ value }) => (typeof value === "boolean" ? Number(value) : value));
    return idsFrom(this.#database, `select id from page where true${conditions} order by id`, values);
  }

  /** The ids of the episodes that have the audio, by id. */
  idsWithAudio(audioId: number): number[] {
    this.#makeIndex("podcast_audio");
    return idsFrom(this.#database, "select id from page where podcast_audio = ? order by id", [audioId]);
  }

  /**
   * All ids ordered by the keys, equal ones by id in the direction of the first key. Text is ordered by code points; null
   * comes first.
   */
  idsBy(keys: readonly OrderKey<PageFieldName>[]): number[] {
    const [first] = keys;
    if (first && indexedFields.has(first.field)) this.#makeIndex(first.field);
    const unique = keys.filter((key, index) => keys.findIndex(({ field }) => field === key.field) === index);
    const terms = [...unique, { field: "id", descending: first?.descending ?? false } as const];
    const sorting = terms.map(({ field, descending }) => columnOf(field) + (descending ? " desc" : ""));
    return idsFrom(this.#database, `select id from page order by ${sorting.join(", ")}`, []);
  }

  #makeIndex(field: IndexedField): void {
    if (this.#indexed.has(field)) return;
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
