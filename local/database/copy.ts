import { backup, DatabaseSync } from "node:sqlite";
import { databaseFault } from "#lib/store/sqlite/database-faults.ts";

/** Copies all pages in one step, because a write between two steps would begin the copy again. */
const allPages = 2 ** 31 - 1;

/**
 * Copies the database that others may use, as it is at one moment: each transaction is in the copy wholly or
 * not at all. Writers do not wait for it. Throws an `EngineFault`, or the error of a full disk.
 */
export const copyDatabase = async (databaseFile: string, copy: string): Promise<void> => {
  try {
    using database = new DatabaseSync(databaseFile, { readOnly: true });
    await backup(database, copy, { rate: allPages });
  } catch (error) {
    throw databaseFault(error, databaseFile);
  }
};
