import { DatabaseSync } from "node:sqlite";
import { wireItem } from "#lib/store/dynamo/wire-values.ts";
import type { Item } from "#lib/store/port/table-store.ts";

/** Writes a database as releases of format 1 have it, and leaves it open, with all of that in its log. */
export const formerDatabase = (file: string, table: string, items: readonly Item[]): DatabaseSync => {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0");
  database.exec(
    `CREATE TABLE "${table}" (pk TEXT NOT NULL, sk TEXT NOT NULL, item_json TEXT NOT NULL, item_size INTEGER NOT NULL,
      cached_at REAL, hash_prefix TEXT NOT NULL DEFAULT '', PRIMARY KEY (pk, sk))`,
  );
  const insert = database.prepare(
    `INSERT INTO "${table}" (pk, sk, item_json, item_size) VALUES (?, ?, ?, 1)`,
  );
  for (const item of items) insert.run(`S:${item.pk}`, `S:${item.sk}`, JSON.stringify(wireItem(item)));
  return database;
};
