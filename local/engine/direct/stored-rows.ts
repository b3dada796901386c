import { hash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { itemSize } from "./item-size.ts";
import { type ItemRow, isOfKnownForm, type StoredItem, storedItem, storedKey } from "./stored-items.ts";
import type { TableKey } from "./table-key.ts";

/** The rows of a table in the database of an engine, for transactions one after another. */
export interface StoredRows {
  /** False if the table is empty, or kept in a way that is not known: then nothing else may be called. */
  readonly areWritable: () => boolean;
  /** Locks the database for this connection. Throws if another one has locked it. */
  readonly begin: () => void;
  /** Does nothing if no transaction has begun, or it has failed altogether. */
  readonly end: (how: "COMMIT" | "ROLLBACK") => void;
  readonly at: (key: TableKey) => StoredItem | undefined;
  readonly put: (key: TableKey, row: StoredItem) => void;
  readonly remove: (key: TableKey) => void;
}

/** Source: the tables that dynoxide 1.2.1 makes. */
export const storedRowsOf = (database: DatabaseSync, table: string): StoredRows => {
  /** They stay prepared, but cannot be before the table exists. */
  const prepare = () => ({
    BEGIN: database.prepare("BEGIN IMMEDIATE"),
    COMMIT: database.prepare("COMMIT"),
    ROLLBACK: database.prepare("ROLLBACK"),
    read: database.prepare(`SELECT item_json, item_size FROM "${table}" WHERE pk = ? AND sk = ?`),
    remove: database.prepare(`DELETE FROM "${table}" WHERE pk = ? AND sk = ?`),
    put: database.prepare(
      `INSERT INTO "${table}" (pk, sk, item_json, item_size, hash_prefix) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (pk, sk) DO UPDATE SET item_json = excluded.item_json, item_size = excluded.item_size`,
    ),
  });
  let prepared: ReturnType<typeof prepare> | undefined;
  let areWritable: boolean | undefined;
  return {
    areWritable: () => {
      if (areWritable !== undefined) return areWritable;
      const row = isPlainTable(database, table)
        ? database.prepare(`SELECT * FROM "${table}" LIMIT 1`).get()
        : undefined;
      if (!row) return false;
      areWritable = isAsWritten(row as unknown as WholeRow);
      prepared = prepare();
      return areWritable;
    },
    begin: () => {
      prepared!.BEGIN.run();
    },
    end: (how) => {
      if (database.isTransaction) prepared![how].run();
    },
    at: (key) => {
      const row = prepared!.read.get(...key.map(storedKey));
      return row && storedItem(row as unknown as ItemRow);
    },
    put: (key, { item, size }) => {
      prepared!.put.run(...key.map(storedKey), JSON.stringify(item), size, hashPrefix(key[0]));
    },
    remove: (key) => {
      prepared!.remove.run(...key.map(storedKey));
    },
  };
};

interface WholeRow extends ItemRow {
  readonly hash_prefix: string;
}

const knownColumns = "pk, sk, item_json, item_size, cached_at, hash_prefix";

/** True for a table of known columns without indexes and streams, which would have to be written, too. */
const isPlainTable = (database: DatabaseSync, table: string): boolean => {
  const columns = database.prepare("SELECT name FROM pragma_table_info(?)").all(table);
  const description = database.prepare(
    `SELECT 1 FROM _tables WHERE table_name = ? AND gsi_definitions IS NULL AND lsi_definitions IS NULL
     AND vector_index_definitions IS NULL AND stream_enabled = 0`,
  );
  return columns.map(({ name }) => name).join(", ") === knownColumns && description.get(table) !== undefined;
};

/** True if the row is what would be written for its item. */
const isAsWritten = (row: WholeRow): boolean => {
  const { item, size } = storedItem(row);
  return isOfKnownForm(row) && row.hash_prefix === hashPrefix(item.pk!.S!) && size === itemSize(item);
};

/** By this the engine divides a table among those who scan parts of it. */
const hashPrefix = (pk: string): string => hash("md5", `Outliers${pk}`).slice(0, 6);
