import { deserialize, serialize } from "node:v8";
import { CacheDatabase } from "#lib/catalog/database/database.ts";
import type { Columns } from "#lib/catalog/pages/columns.ts";

/** What a catalog has beside its database. */
export interface Memory {
  readonly columns: ReturnType<Columns["save"]>;
  readonly siteVersion: number;
}

/** The memory as bytes, which this version of Node reads, and later ones. */
export const bytesOf = (memory: Memory): Uint8Array => serialize(memory);

/** Puts the memory of a catalog into a copy of its database. */
export const saveMemory = (file: string, memory: Memory): void => {
  using database = new CacheDatabase(file);
  database.exec("create table if not exists memory (id integer primary key, bytes blob not null) strict");
  database.prepare("insert or replace into memory values (1, ?)").run(bytesOf(memory));
};

/** The memory that was put into a database. Nothing is parsed: the arrays lie there as they lie in memory. */
export const savedMemory = (database: CacheDatabase): Memory =>
  deserialize(
    database.attempt(() => database.prepare("select bytes from memory").get())?.bytes as Uint8Array,
  );
