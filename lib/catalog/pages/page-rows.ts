import type { StatementSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import { type CacheDatabase, idsFrom, JsonColumn, writeWhole } from "#lib/catalog/database/database.ts";
import type { MediaKind } from "#lib/media/media.ts";
import { fieldsOfAll } from "#lib/pages/content.ts";
import { declared, filterKinds } from "#lib/pages/content-values.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { comparedSlug } from "#lib/pages/slug.ts";
import type { PageFieldName } from "#lib/queries/item-fields.ts";
import type { PageFilter } from "#lib/queries/page-query.ts";
import type { OrderKey } from "#lib/queries/search-and-order.ts";
import { isInstantField } from "./page-dates.ts";
import { pageInColumns } from "./page-in-columns.ts";

/** Fields whose columns are stored, not computed. */
const hasOwnColumn: ReadonlySet<string> = new Set(["title", "slug", "visibleDate", "coverImage"]);

/** The columns of the other fields of contents that lists may filter by. */
const computedColumns = declared(fieldsOfAll).flatMap(
  ([name, { type, item, listed, always }, wire]): [PageFieldName, string][] => {
    if (!item?.filter || listed !== true || hasOwnColumn.has(name)) return [];
    const kind = filterKinds[type];
    const stored = `listing ->> '$.${name}'`;
    // Listings leave out empty texts, but a filter may ask for them.
    const value = kind === "text" && !always ? `coalesce(${stored}, '')` : stored;
    const isNumber = kind === "integer" || kind === "boolean";
    const column = `${isNumber ? "integer" : "text"} generated always as (${value}) virtual`;
    return [[wire as PageFieldName, column]];
  },
);

/**
 * One row per listing. Columns have the names of the query fields. Fields that lists often filter and order
 * by are stored, instants as milliseconds since the epoch; the others are computed from the listing's JSON. A
 * digest of this text is in the address of snapshots: after a change of it, every site makes them again.
 */
const schema = `
  create table if not exists page (
    id integer primary key,
    live integer not null,
    first_published_at integer,
    visible_date integer,
    title text not null,
    slug text not null,
    listing text not null,
    show_in_menus integer generated always as (listing ->> '$.showInMenus') virtual,
    ${computedColumns.map(([name, column]) => `${name} ${column},`).join("\n    ")}
    uuid text generated always as (listing ->> '$.uuid') virtual,
    cover_image integer generated always as (listing ->> '$.coverImage.id') virtual,
    cover_alt_text text generated always as (coalesce(listing ->> '$.coverImage.altText', '')) virtual,
    podcast_audio integer generated always as (listing ->> '$.podcastAudio') virtual
  ) strict`;

/** The fields that lists may filter and order by, without the id, which needs no index. */
const indexedFields: ReadonlySet<PageFieldName> = new Set([
  ...(["title", "slug", "first_published_at", "visible_date", "show_in_menus", "uuid"] as const),
  ...(["cover_image", "cover_alt_text"] as const),
  ...computedColumns.map(([name]) => name),
]);

/** Players look episodes up by their audio. */
type IndexedField = PageFieldName | "podcast_audio";

/** Fields that are not in listings are null for all pages, which equals no value. */
const columnOf = (field: PageFieldName): string =>
  field === "id" || indexedFields.has(field) ? field : "null";

/** The field's value as its column stores it. */
const storedValue = ({ field, value }: PageFilter): string | number => {
  if (isInstantField(field)) return Date.parse(String(value));
  return typeof value === "boolean" ? Number(value) : value;
};

/** The new state of a page; `null` if it was deleted. */
export interface PageChange {
  readonly id: number;
  readonly listing: Listing | null;
}

/**
 * The listings in the catalog's database. The index of a field is made when a list first needs it: 10 ms of
 * CPU for 10,000 pages, 30 if the field is computed from the JSON.
 */
export class PageRows {
  readonly #database: CacheDatabase;
  readonly #indexed = new Set<IndexedField>();
  readonly #said = new Set<string>();
  readonly #listings: JsonColumn<Listing>;
  readonly #put: StatementSync;
  readonly #delete: StatementSync;

  constructor(database: CacheDatabase) {
    this.#database = database;
    database.exec(schema);
    this.#listings = new JsonColumn(database, "page", "listing");
    this.#put = database.prepare(
      `insert or replace into page (id, live, first_published_at, visible_date, title, slug, listing)
        values (?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#delete = database.prepare("delete from page where id = ?");
  }

  write(changes: Iterable<PageChange>): void {
    for (const { id, listing } of changes) {
      this.#listings.forget(id);
      if (listing) this.#put.run(...valuesOf(listing));
      else this.#delete.run(id);
    }
  }

  /** The listings with these ids, in their order; missing ones are left out. Callers share the objects. */
  listings(ids: Iterable<number>): Listing[] {
    return this.#listings.values(ids);
  }

  /** The ids of rows whose columns do not fit their listings. Reads all rows. */
  misfits(): number[] {
    const select = "id, live, first_published_at, visible_date, title, slug, listing";
    return this.#database
      .prepare(`select ${select} from page order by id`)
      .all()
      .filter(
        (row) => !isDeepStrictEqual(Object.values(row), [...valuesOf(JSON.parse(row.listing as string))]),
      )
      .map(({ id }) => id as number);
  }

  /** The ids of the pages that have all of these values, ascending. */
  idsWith(filters: readonly PageFilter[]): number[] {
    for (const { field } of filters) if (indexedFields.has(field)) this.#makeIndex(field);
    const conditions = filters.map(({ field }) => ` and ${columnOf(field)} = ?`).join("");
    const query = `select id from page where true${conditions} order by id`;
    return idsFrom(this.#database, query, filters.map(storedValue));
  }

  idsWithAudio(audioId: number): number[] {
    this.#makeIndex("podcast_audio");
    return idsFrom(this.#database, "select id from page where podcast_audio = ? order by id", [audioId]);
  }

  /** The ids of pages with one of these categories, ascending. Reads the JSON of all rows. */
  idsWithCategories(categories: readonly number[]): number[] {
    return this.#idsHolding("categories", categories);
  }

  /** The ids of posts that name one of the authors by slug, ascending. Reads the JSON of all rows. */
  idsWithAuthors(slugs: readonly string[]): number[] {
    return this.#idsHolding("authors", slugs);
  }

  /** The ids of posts that use one of these objects, ascending. Reads the JSON of all rows. */
  idsUsing(kind: MediaKind | "page", ids: readonly number[]): number[] {
    return this.#idsHolding(`content.uses.${kind}`, ids);
  }

  /** The ids of posts whose listings do not say what they use, ascending. */
  idsWithoutListedContent(): number[] {
    const query = `select id from page where listing ->> '$.kind' in ('post', 'episode', 'page')
      and listing ->> '$.content.digest' is null order by id`;
    return idsFrom(this.#database, query, []);
  }

  #idsHolding(member: string, values: readonly (number | string)[]): number[] {
    if (values.length === 0) return [];
    const query = `select id from page where exists (select 1 from json_each(page.listing, '$.${member}')
      where value in (select value from json_each(?))) order by id`;
    return idsFrom(this.#database, query, [JSON.stringify(values)]);
  }

  /** The ids of the pages that say which page they translate, with that page's id, ascending. */
  translations(): readonly (readonly [id: number, of: number])[] {
    return this.#saying("translationOf").map(([id, said]) => [id, Number(said)]);
  }

  /** The ids of the pages that say their language, with it, ascending. */
  languages(): readonly (readonly [id: number, language: string])[] {
    return this.#saying("language").map(([id, said]) => [id, String(said)]);
  }

  /**
   * Reads an index of the few pages that say it, which is made when it is first needed. By itself, SQLite
   * reads all pages, for their order: 84 ms for 100,000.
   */
  #saying(member: "language" | "translationOf"): (readonly [id: number, said: unknown])[] {
    const stored = `listing ->> '$.${member}'`;
    const index = `page_saying_${member}`;
    if (!this.#said.has(member))
      writeWhole(this.#database, () => {
        this.#database.exec(
          `create index if not exists ${index} on page (${stored}) where ${stored} is not null`,
        );
      });
    this.#said.add(member);
    return this.#database
      .prepare(
        `select id, ${stored} as said from page indexed by ${index} where ${stored} is not null order by id`,
      )
      .all()
      .map(({ id, said }) => [Number(id), said]);
  }

  /** All ids ordered by the keys, then by id like the first key. Null comes first, text by code points. */
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
    writeWhole(this.#database, () => {
      this.#database.exec(`create index if not exists page_by_${field} on page (${field})`);
    });
    this.#indexed.add(field);
  }
}

// In the order of the columns.
const valuesOf = (listing: Listing) => {
  const { id, live, firstPublishedMs, visibleMs } = pageInColumns(listing, []);
  const { title } = listing;
  // Earlier versions stored slugs in other spellings.
  const slug = comparedSlug(listing.slug);
  return [id, Number(live), firstPublishedMs, visibleMs, title, slug, JSON.stringify(listing)] as const;
};
