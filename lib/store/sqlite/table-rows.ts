import type { DatabaseSync, SQLInputValue, SQLOutputValue } from "node:sqlite";
import type { Key } from "#lib/store/table.ts";

/** An item as its row has it. */
export interface TableRow {
  readonly text: string;
  /** The size in bytes, as DynamoDB counts them. */
  readonly size: number;
}

/** A row with its key. */
export interface KeyedRow extends TableRow, Key {}

/** The key of an item that expires, and its place in their order. */
export interface ExpiringKey extends Key {
  readonly size: number;
  readonly place: readonly [expiresAt: number, row: number];
}

/** A range of keys of a partition. */
export interface RowRange {
  readonly pk: string;
  readonly above?: string | undefined;
  readonly from?: string | undefined;
  readonly below?: string | undefined;
  readonly through?: string | undefined;
  readonly isBackwards: boolean;
}

/** Some rows, and whether there may be more behind them. */
export interface RowsAtOnce {
  readonly rows: readonly KeyedRow[];
  readonly mayHaveMore: boolean;
}

/** The rows of a database over one connection. All throw SQLite's errors. */
export interface TableRows {
  readonly at: (key: Key) => TableRow | undefined;
  /** The size of an item, which is not read; undefined if there is none. */
  readonly sizeAt: (key: Key) => number | undefined;
  readonly within: (range: RowRange, count: number) => RowsAtOnce;
  /** Rows of the whole table behind a key, in the order of their keys. */
  readonly behind: (after: Key, count: number) => RowsAtOnce;
  readonly expired: (atSeconds: number, after: ExpiringKey["place"], count: number) => readonly ExpiringKey[];
  readonly put: (key: Key, row: TableRow, expiresAt: unknown) => void;
  readonly remove: (key: Key) => void;
}

/** The most bytes of items, or one item, that are read at once. */
const bytesAtOnce = 131_072;

type ItemColumns = [pk: string, sk: string, size: number, text: string];

export const tableRowsOf = (database: DatabaseSync): TableRows => {
  const statements = new Map<string, RowStatement<ItemColumns>>();
  const prepared = (sql: string): RowStatement<ItemColumns> => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = prepareRows<ItemColumns>(database, sql);
    statements.set(sql, statement);
    return statement;
  };
  /** The rows of a query. The last value is the highest number of rows. */
  const rowsOf = (sql: string, ...values: readonly (string | number)[]): RowsAtOnce => {
    const rows: KeyedRow[] = [];
    let bytes = 0;
    // Ending the loop early ends the statement, too, which would keep the log from beginning again.
    for (const [pk, sk, size, text] of prepared(sql).iterate(...values)) {
      rows.push({ pk, sk, size, text });
      bytes += size;
      if (bytes >= bytesAtOnce) return { rows, mayHaveMore: true };
    }
    return { rows, mayHaveMore: rows.length === values.at(-1) };
  };
  const at = prepareRows<[size: number, text: string]>(
    database,
    "SELECT size, item FROM items WHERE pk = ? AND sk = ?",
  );
  const sizeAt = prepareRows<[size: number]>(database, "SELECT size FROM items WHERE pk = ? AND sk = ?");
  const expired = prepareRows<[pk: string, sk: string, size: number, expiresAt: number, row: number]>(
    database,
    `SELECT pk, sk, size, expires_at, rowid FROM items WHERE expires_at <= ? AND (expires_at, rowid) > (?, ?)
     ORDER BY expires_at, rowid LIMIT ?`,
  );
  const remove = database.prepare("DELETE FROM items WHERE pk = ? AND sk = ?");
  const put = database.prepare(
    `INSERT INTO items (pk, sk, size, expires_at, item) VALUES (?, ?, ?, ?, ?) ON CONFLICT (pk, sk)
     DO UPDATE SET size = excluded.size, expires_at = excluded.expires_at, item = excluded.item`,
  );
  return {
    at: ({ pk, sk }) => {
      const row = at.get(pk, sk);
      return row && { size: row[0], text: row[1] };
    },
    sizeAt: ({ pk, sk }) => sizeAt.get(pk, sk)?.[0],
    within: ({ pk, above, from, below, through, isBackwards }, count) => {
      const bounds = [
        ["sk > ?", above],
        ["sk >= ?", from],
        ["sk < ?", below],
        ["sk <= ?", through],
      ].filter((bound): bound is [string, string] => bound[1] !== undefined);
      const conditions = ["pk = ?", ...bounds.map(([condition]) => condition)].join(" AND ");
      const order = isBackwards ? "DESC" : "ASC";
      return rowsOf(
        `SELECT pk, sk, size, item FROM items WHERE ${conditions} ORDER BY sk ${order} LIMIT ?`,
        ...[pk, ...bounds.map(([, bound]) => bound), count],
      );
    },
    behind: ({ pk, sk }, count) =>
      rowsOf(
        "SELECT pk, sk, size, item FROM items WHERE (pk, sk) > (?, ?) ORDER BY pk, sk LIMIT ?",
        ...[pk, sk, count],
      ),
    expired: (atSeconds, after, count) =>
      expired.all(atSeconds, ...after, count).map(([pk, sk, size, ...place]) => ({ pk, sk, size, place })),
    put: ({ pk, sk }, { size, text }, expiresAt) => {
      put.run(pk, sk, size, typeof expiresAt === "number" ? expiresAt : null, text);
    },
    remove: ({ pk, sk }) => {
      remove.run(pk, sk);
    },
  };
};

/** A query whose rows are lists of their columns. */
export interface RowStatement<Row extends readonly SQLOutputValue[]> {
  readonly get: (...values: readonly SQLInputValue[]) => Row | undefined;
  readonly all: (...values: readonly SQLInputValue[]) => readonly Row[];
  readonly iterate: (...values: readonly SQLInputValue[]) => Iterable<Row>;
}

/** Prepares a query with these columns. The types of `node:sqlite` know rows as objects only. */
export const prepareRows = <Row extends readonly SQLOutputValue[]>(
  database: DatabaseSync,
  sql: string,
): RowStatement<Row> => {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  return statement as unknown as RowStatement<Row>;
};
