import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

const pragmas = `
  pragma journal_mode = memory;
  pragma synchronous = off;
  pragma locking_mode = exclusive;
  pragma temp_store = memory;
  pragma cache_size = -16384;`;

/**
 * A SQLite database of this process's own, empty: in a new file in place of any that bears the name, or in memory, for
 * `:memory:`. It holds a cache, so nothing is done for its safety.
 */
export const openDatabase = (file: string): DatabaseSync => {
  if (file !== ":memory:") rmSync(file, { force: true });
  const database = new DatabaseSync(file);
  database.exec(pragmas);
  return database;
};

/** Does all that the function writes, or throws what it throws and has written nothing. */
export const writeWhole = (database: DatabaseSync, write: () => void): void => {
  database.exec("begin");
  try {
    write();
    database.exec("commit");
  } catch (error) {
    database.exec("rollback");
    throw error;
  }
};

/** The ids that a query gives in its column `id`, in its order. One JSON array is the fastest way to move many values out of SQLite. */
export const idsFrom = (
  database: DatabaseSync,
  query: string,
  values: readonly (string | number)[],
): number[] => {
  const row = database.prepare(`select json_group_array(id) as ids from (${query})`).get(...values);
  return JSON.parse(row?.ids as string) as number[];
};
