import { deserialize, serialize } from "node:v8";
import { CacheDatabase, writeWhole } from "#lib/catalog/database/database.ts";
import type { Columns } from "#lib/catalog/pages/columns.ts";

/** How far a log has been read: everything up to `highest`, except the gaps, which had not appeared. */
export interface LogPosition {
  readonly highest: number;
  readonly gaps: readonly number[];
}

/** An entry that identifies the log: a log that was restored to an earlier time does not have it. */
export interface Anchor {
  readonly number: number;
  readonly mark: string;
  /** The latest time that the log knew when the entry was written. */
  readonly writtenAtMs: number;
}

/** The part of a catalog that is not in its database. */
export interface CatalogMemory {
  readonly columns: ReturnType<Columns["save"]>;
  readonly siteVersion: number;
}

/** Serialized for this version of Node and later ones. */
export const bytesOf = (memory: CatalogMemory): Uint8Array => serialize(memory);

export const saveMemory = (file: string, memory: CatalogMemory): void => {
  using database = new CacheDatabase(file);
  database.exec("create table if not exists memory (id integer primary key, bytes blob not null) strict");
  database.prepare("insert or replace into memory values (1, ?)").run(bytesOf(memory));
};

/** The memory in a database. Nothing is parsed: arrays are stored as they are in memory. */
export const savedMemory = (database: CacheDatabase): CatalogMemory =>
  deserialize(
    database.attempt(() => database.prepare("select bytes from memory").get())?.bytes as Uint8Array,
  );

/** How far, at least, a catalog has followed the change log. */
export interface LogProgress {
  readonly position: LogPosition;
  /** The newest entry read that has a mark, if any. */
  readonly anchor: Anchor | undefined;
  /** By the wall clock. */
  readonly notedAtMs: number;
}

/** Saves the progress. Call it after applying the changes: a copy made in between has more than it claims. */
export const saveProgress = (database: CacheDatabase, progress: LogProgress): void =>
  writeWhole(database, () => {
    database.exec("create table if not exists progress (id integer primary key, json text not null) strict");
    database.prepare("insert or replace into progress values (1, ?)").run(JSON.stringify(progress));
  });

export const savedProgress = (database: CacheDatabase): LogProgress | undefined => {
  const isThere = database.prepare("select 1 from sqlite_schema where name = 'progress'").get();
  const row = isThere && database.prepare("select json from progress").get();
  return row && (JSON.parse(row.json as string) as LogProgress);
};
