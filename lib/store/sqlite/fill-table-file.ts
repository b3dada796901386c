import { open, rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { itemBytes } from "#lib/store/port/require-possible.ts";
import type { Item } from "#lib/store/port/table-store.ts";
import { schema } from "./open-table-file.ts";
import { storedText } from "./stored-text.ts";
import { tableRowsOf } from "./table-rows.ts";

/** After so many items, signals are handled. */
const itemsAtOnce = 500;

/**
 * Makes a new file of a table with these items, in constant memory, and puts it on the disk. A file that was
 * there is replaced. Nobody else may use the file meanwhile. What a killed process leaves is of no use.
 */
export const fillTableFile = async (file: string, items: Iterable<Item>): Promise<number> => {
  await rm(file, { force: true });
  let count = 0;
  const database = new DatabaseSync(file);
  try {
    database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16000");
    database.exec(schema);
    const rows = tableRowsOf(database);
    database.exec("BEGIN");
    for (const item of items) {
      const size = itemBytes(item);
      rows.put(item, { size, text: storedText(item) }, item.expires_at);
      count += 1;
      if (count % itemsAtOnce === 0) await nextTurn();
    }
    database.exec("COMMIT");
  } finally {
    database.close();
  }
  // SQLite has closed the file, so that it loses no lock by this.
  await using written = await open(file, "r+");
  await written.sync();
  return count;
};
