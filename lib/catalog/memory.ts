import { deserialize, serialize } from "node:v8";
import { CacheDatabase } from "#lib/catalog/database/database.ts";
import type { Columns } from "#lib/catalog/pages/columns.ts";

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
