import type { DatabaseSync } from "node:sqlite";
import { plainItem } from "#lib/store/dynamo/wire-values.ts";
import type { Item } from "#lib/store/port/table-store.ts";

/**
 * The items of a table in the database of a release that had an engine of its own, in the order of their
 * keys; none if it has no such table. Source: the tables that dynoxide 1.2.1 makes.
 */
export function* formerItems(database: DatabaseSync, table: string): Generator<Item> {
  if (!hasTable(database, table)) return;
  const rows = database.prepare(`SELECT item_json FROM "${table}" ORDER BY pk, sk`).iterate();
  for (const row of rows) yield plainItem(JSON.parse(row.item_json as string)) as Item;
}

export const hasTable = (database: DatabaseSync, table: string): boolean =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) !== undefined;
