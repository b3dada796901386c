import { backup, DatabaseSync } from "node:sqlite";

/** So that all is copied in one step: between two, a write would begin the copy anew. */
const allPages = 2 ** 31 - 1;

/**
 * Copies the database that others may use, as it is at one moment: each transaction is in the
 * copy wholly or not at all. Writers do not wait for it.
 */
export const copyDatabase = async (databaseFile: string, copy: string): Promise<void> => {
  const database = new DatabaseSync(databaseFile, { readOnly: true });
  try {
    await backup(database, copy, { rate: allPages });
  } finally {
    database.close();
  }
};
