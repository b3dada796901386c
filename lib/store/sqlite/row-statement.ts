import type { DatabaseSync, SQLInputValue, SQLOutputValue } from "node:sqlite";

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
