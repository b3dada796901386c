import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { WireItem } from "#lib/store/dynamo/wire-values.ts";
import type { TableKey } from "./table-key.ts";

export interface StoredItem {
  readonly item: WireItem;
  /** In bytes, as DynamoDB counts them. */
  readonly size: number;
}

/** Items of a partition, in the order of their sort keys. */
export interface KeyRange {
  readonly pk: string;
  readonly bounds: readonly Bound[];
  readonly isBackwards: boolean;
  /** About how many are wanted; more may be given. */
  readonly limit?: number | undefined;
}

export interface Bound {
  readonly sign: "<" | "<=" | ">" | ">=";
  readonly sk: string;
}

/**
 * Reads a table in the database of an engine, which may be running. Everything throws if the file cannot be
 * read now.
 */
export interface StoredItems {
  /** False if the table is empty, or kept in a way that is not known here: then nothing else may be asked. */
  readonly areReadable: () => boolean;
  /** Another number after each commit by another connection. */
  readonly version: () => number;
  /** In the order of their keys, all of one moment; undefined for those that do not exist. */
  readonly at: (keys: readonly TableKey[]) => readonly (StoredItem | undefined)[];
  readonly within: (range: KeyRange) => Iterable<StoredItem>;
  readonly close: () => void;
}

/** How many rows are read at once. */
const rowsAtOnce = 32;

/** The engine puts the letter of its type before a key. */
export const storedKey = (key: string): string => `S:${key}`;

/**
 * Throws if there is no database. Nothing in this process may open the file but SQLite: closing it would end
 * the locks of this connection (SQLite, "How To Corrupt An SQLite Database File", 2.2). Source: the tables
 * that dynoxide 1.2.1 makes; SQLite, "Pragma statements", `data_version`.
 */
export const storedItemsOf = (databaseFile: string, table: string): StoredItems => {
  const database = new DatabaseSync(databaseFile, { readOnly: true });
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const select = `SELECT pk, sk, item_json, item_size FROM "${table}"`;

  const at: StoredItems["at"] = (keys) => {
    const names = keys.map((key) => key.map(storedKey));
    const pairs = names.map(() => "(?, ?)").join();
    const rows = prepared(`${select} WHERE (pk, sk) IN (VALUES ${pairs})`).all(...names.flat());
    const found = new Map((rows as unknown as ItemRow[]).map((row) => [`${row.pk} ${row.sk}`, row]));
    return names.map((name) => {
      const row = found.get(name.join(" "));
      return row && storedItem(row);
    });
  };

  function* within({ pk, bounds, isBackwards, limit = rowsAtOnce }: KeyRange): Generator<StoredItem> {
    const [sign, order] = isBackwards ? (["<", "DESC"] as const) : ([">", "ASC"] as const);
    const count = Math.min(limit, rowsAtOnce);
    for (let after: readonly Bound[] = []; ; ) {
      // Of two bounds of one side SQLite would begin at the first, and pass over all that was read before.
      const all = after.length > 0 ? [...bounds.filter((bound) => bound.sign[0] !== sign), ...after] : bounds;
      const conditions = all.map((bound) => ` AND sk ${bound.sign} ?`).join("");
      const rows = prepared(`${select} WHERE pk = ?${conditions} ORDER BY sk ${order} LIMIT ?`);
      const keys = [pk, ...all.map(({ sk }) => sk)].map(storedKey);
      let last: StoredItem | undefined;
      let read = 0;
      for (const row of rows.all(...keys, count)) {
        read += 1;
        last = storedItem(row as unknown as ItemRow);
        yield last;
      }
      if (!last || read < count) return;
      after = [{ sign, sk: last.item.sk!.S! }];
    }
  }

  let areReadable: boolean | undefined;
  return {
    areReadable: () => {
      if (areReadable !== undefined) return areReadable;
      const row = prepared(`${select} LIMIT 1`).get();
      if (row) areReadable = isOfKnownForm(row as unknown as ItemRow);
      return areReadable ?? false;
    },
    version: () => prepared("PRAGMA data_version").get()!.data_version as number,
    at,
    within,
    close: () => database.close(),
  };
};

/** What is read of a row. */
export interface ItemRow {
  readonly pk: string;
  readonly sk: string;
  readonly item_json: string;
  readonly item_size: number;
}

export const storedItem = ({
  item_json: json,
  item_size: size,
}: Pick<ItemRow, "item_json" | "item_size">): StoredItem => ({
  item: JSON.parse(json) as WireItem,
  size,
});

/** True for a row whose keys are those of its item, in the engine's form. */
export const isOfKnownForm = (row: ItemRow): boolean => {
  const { item, size } = storedItem(row);
  const [pk, sk] = [item.pk?.S, item.sk?.S];
  return (
    pk !== undefined && sk !== undefined && size > 0 && row.pk === storedKey(pk) && row.sk === storedKey(sk)
  );
};
