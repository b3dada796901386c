import type { SqliteTable } from "#lib/store/sqlite/sqlite-table.ts";

type Opened = Pick<SqliteTable, "close">;

/** Not in a module: modules that a test loads again have tables open, too. */
const kept = globalThis as { openedTables?: Set<Opened> };

/** The tables that the test file has open. */
export const openedTables = (): Set<Opened> => {
  kept.openedTables ??= new Set();
  return kept.openedTables;
};

export const closeTables = async (): Promise<void> => {
  for (const table of openedTables()) await table.close();
  openedTables().clear();
};
