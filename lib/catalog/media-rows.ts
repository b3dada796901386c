import type { StatementSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import { type CacheDatabase, idsFrom, JsonColumn } from "#lib/catalog/database/database.ts";
import {
  declaredMedia,
  type Media,
  type MediaKind,
  type MediaOf,
  originalsOf,
  searchedTexts,
} from "#lib/media/media.ts";
import { imageFields } from "#lib/media/media-fields.ts";
import type { Filter } from "#lib/queries/filters.ts";
import type { StoredImageField } from "#lib/queries/item-fields.ts";
import { rangeOf, type Window } from "#lib/queries/pagination.ts";
import type { OrderKey } from "#lib/queries/search-and-order.ts";
import type { WordSearch } from "#lib/queries/word-search.ts";
import { allSoughtWords } from "#lib/search/sought.ts";
import { indexedWordsOf, wordForm } from "#lib/search/words.ts";

/** One row per object; deleted ones keep only their version. The index covers lists of the newest. */
const schemaOf = (kind: MediaKind): string => `
  create table if not exists ${kind} (
    id integer primary key,
    version integer not null,
    collection_id integer,
    owner_id integer,
    created_at text,
    title text,
    folded_title text,
    folded_subtitle text,
    tags text,
    width integer,
    height integer,
    words text /* of form ${wordForm} */,
    title_words text,
    parts_sha256 text,
    media text
  ) strict;
  create index if not exists ${kind}_by_age
    on ${kind} (created_at, id, collection_id, owner_id, tags, folded_title, folded_subtitle)
    where media is not null`;

/** The new state of a media object; `null` if it was deleted. */
export interface MediaChange {
  readonly id: number;
  readonly version: number;
  readonly media: Media | null;
}

/**
 * The media of one kind. With 10,000 of them, a list of the newest takes 1 to 3 ms, a list by id twice that.
 */
export class MediaRows<Kind extends MediaKind> {
  readonly #database: CacheDatabase;
  readonly #kind: Kind;
  readonly #media: JsonColumn<MediaOf<Kind>>;
  readonly #put: StatementSync;
  readonly #version: StatementSync;

  constructor(database: CacheDatabase, kind: Kind) {
    this.#database = database;
    this.#kind = kind;
    database.exec(schemaOf(kind));
    this.#media = new JsonColumn(database, kind, "media");
    this.#put = database.prepare(
      `insert or replace into ${kind} values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#version = database.prepare(`select version from ${kind} where id = ?`);
  }

  /** Writes the change unless this version, or a higher one, is known. */
  write({ id, version, media }: MediaChange): void {
    if (version <= this.versionOf(id)) return;
    this.#media.forget(id);
    this.#put.run(id, version, ...valuesOf(media));
  }

  /** The known version of an object, deleted ones included; 0 for objects never seen. */
  versionOf(id: number): number {
    return (this.#version.get(id)?.version as number | undefined) ?? 0;
  }

  /** The object, which callers share. */
  object(id: number): MediaOf<Kind> | undefined {
    return this.#media.values([id])[0];
  }

  /** The ids of the objects in the collections, ascending. */
  idsIn(collections: readonly number[]): number[] {
    const query = `select id from ${this.#kind} where collection_id in (select value from json_each(?)) order by id`;
    return idsFrom(this.#database, query, [JSON.stringify(collections)]);
  }

  all(): readonly MediaOf<Kind>[] {
    return this.#media.values(idsFrom(this.#database, `select id from ${this.#kind} order by id`, []));
  }

  /** The ids of rows whose columns do not fit their objects. Reads all rows. */
  misfits(): number[] {
    return this.#database
      .prepare(`select * from ${this.#kind} order by id`)
      .all()
      .filter(({ id, version, ...columns }) => {
        const media = columns.media === null ? null : (JSON.parse(columns.media as string) as Media);
        const isItself = !media || (media.id === id && media.version === version);
        return !isItself || !isDeepStrictEqual(Object.values(columns), valuesOf(media));
      })
      .map(({ id }) => id as number);
  }

  /** The window of a list, and the list's length. Throws `QueryError` for a page beyond the end. */
  list(query: Omit<MediaQuery<Kind>, "kind">): MediaList<Kind> {
    const conditions = conditionsOf(query);
    const where = allOf(["media is not null", ...conditions.map(({ sql }) => sql)]);
    const sorting = sortingOf(query.order, query.search ? allSoughtWords(query.search) : []);
    const ids = idsFrom(
      this.#database,
      `select id from ${this.#kind} where ${where} order by ${sorting.sql}`,
      [...conditions, sorting].flatMap(({ values }) => values),
    );
    const { offset, limit } = rangeOf(query.window, ids.length);
    return { total: ids.length, media: this.#media.values(ids.slice(offset, offset + limit)) };
  }
}

/** Makes texts comparable in any case in every script: SQLite folds ASCII only. */
const folded = (text: string): string => text.toUpperCase();

// In the order of the columns.
const valuesOf = (media: Media | null) => {
  if (!media) return new Array<null>(13).fill(null);
  const { width = null, height = null } = media.kind === "image" ? media.file : {};
  return [
    media.collectionId,
    media.ownerId,
    new Date(media.createdAt).toISOString(),
    media.title,
    folded(media.title ?? ""),
    folded((media.kind === "audio" && media.subtitle) || ""),
    JSON.stringify(media.tags),
    width,
    height,
    ...(media.kind === "image"
      ? [wordsIn(...searchedTexts(media), ...media.tags), wordsIn(media.title)]
      : [null, null]),
    JSON.stringify(originalsOf(media).flatMap(({ partsSha256 = [] }) => partsSha256)),
    JSON.stringify(media),
  ];
};

const wordsIn = (...texts: readonly string[]): string => JSON.stringify(indexedWordsOf(texts.join("\n")));

interface Clause {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

const sortingOf = (order: MediaOrder, words: readonly string[]): Clause => {
  if (order === "id") return { sql: "id", values: [] };
  if (order === "newest") return { sql: "created_at desc, id desc", values: [] };
  if (order === "random") return { sql: "random()", values: [] };
  if (order === "relevance") {
    const { sql, values } = countOfWords("title_words", words);
    return { sql: `${sql} desc, id`, values };
  }
  const last = { field: "id", descending: order[0]?.descending ?? false };
  const unique = order.filter((key, index) => order.findIndex(({ field }) => field === key.field) === index);
  const terms = [...unique, last].map(
    ({ field, descending }) => valueIn(field) + (descending ? " desc" : ""),
  );
  return { sql: terms.join(", "), values: [] };
};

const columns: ReadonlySet<string> = new Set(["id", "title", "width", "height"]);

/** Fields without a column are read from the JSON; a text that is not there is empty. */
const valueIn = (field: string): string => {
  const declaration = declaredMedia(imageFields).find(([, , wire]) => wire === field);
  return columns.has(field) || !declaration ? field : `coalesce(media ->> '$.${declaration[0]}', '')`;
};

const countOfWords = (column: "words" | "title_words", words: readonly string[]): Clause => ({
  sql: `(select count(*) from json_each(${column}) where value in (select value from json_each(?)))`,
  values: [JSON.stringify(words)],
});

const searchCondition = ({ operator, ...sought }: WordSearch): Clause => {
  const words = allSoughtWords(sought);
  const { sql, values } = countOfWords("words", words);
  const enough = operator === "or" ? 1 : Math.max(1, words.length);
  return { sql: `${sql} >= ?`, values: [...values, enough] };
};

/**
 * Joins conditions in pairs, because SQLite limits expressions to a depth of 1,000, and a query may have as
 * many tags.
 */
const allOf = (conditions: readonly string[]): string => {
  if (conditions.length < 2) return conditions.join("");
  const half = Math.ceil(conditions.length / 2);
  return `(${allOf(conditions.slice(0, half))} and ${allOf(conditions.slice(half))})`;
};

const conditionsOf = <Kind extends MediaKind>({
  collections,
  ownerId,
  titlePart,
  tags = [],
  search = null,
  filters = [],
  partsSha256 = [],
}: Omit<MediaQuery<Kind>, "kind">): readonly Clause[] => {
  const conditions: Clause[] = filters.map(({ field, value }) => ({
    sql: `${valueIn(field)} = ?`,
    values: [value],
  }));
  if (collections !== "all") {
    const sql = "collection_id in (select value from json_each(?))";
    conditions.push({ sql, values: [JSON.stringify(collections)] });
  }
  if (ownerId !== undefined) conditions.push({ sql: "owner_id = ?", values: [ownerId] });
  if (titlePart) {
    const part = folded(titlePart);
    const sql = "(instr(folded_title, ?) > 0 or instr(folded_subtitle, ?) > 0)";
    conditions.push({ sql, values: [part, part] });
  }
  for (const tag of new Set(tags)) {
    conditions.push({ sql: "exists (select 1 from json_each(tags) where value = ?)", values: [tag] });
  }
  if (partsSha256.length > 0) {
    const known = "(select value from json_each(?))";
    const sql = `exists (select 1 from json_each(parts_sha256) where value in ${known})`;
    conditions.push({ sql, values: [JSON.stringify(partsSha256)] });
  }
  if (search) conditions.push(searchCondition(search));
  return conditions;
};

/** A field must have exactly this value. Only images have a width and a height. */
export type MediaFilter = Filter<StoredImageField, number | string>;

/**
 * `id` ascends; `newest` ends with ids descending; `relevance` counts the words of the search in the title.
 * Fields end with ids in the direction of the first field.
 */
export type MediaOrder = "id" | "newest" | "relevance" | "random" | readonly OrderKey<StoredImageField>[];

/** A list of media objects of one kind. What is left out does not restrict it. */
export interface MediaQuery<Kind extends MediaKind> {
  readonly kind: Kind;
  /** Ids of collections, without those below them. */
  readonly collections: readonly number[] | "all";
  readonly ownerId?: number;
  /** A part of the title, or of an audio's subtitle, in any case. There are no wildcards. */
  readonly titlePart?: string;
  readonly tags?: readonly string[];
  /** One of the object's files has one of these checksums, in lower case; none: any object. */
  readonly partsSha256?: readonly string[];
  /** Words of an image's title, description and tags; audios and videos are not indexed. */
  readonly search?: WordSearch | null;
  readonly filters?: readonly MediaFilter[];
  readonly order: MediaOrder;
  readonly window: Window;
}

export interface MediaList<Kind extends MediaKind> {
  readonly total: number;
  readonly media: readonly MediaOf<Kind>[];
}

/** The media of all kinds. */
export const mediaRowsOf = (database: CacheDatabase): { readonly [Kind in MediaKind]: MediaRows<Kind> } => ({
  image: new MediaRows(database, "image"),
  audio: new MediaRows(database, "audio"),
  video: new MediaRows(database, "video"),
});
