import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { askingTable } from "#bench/counting/asking-table.ts";
import { tableName } from "#lib/settings/database.ts";
import type { TableStore } from "#lib/store/port/table-store.ts";
import { openSqliteTable, type SqliteTable } from "#lib/store/sqlite/sqlite-table.ts";
import { hasTableStore, useTableStore } from "#lib/store/table-store.ts";
import { stageAt } from "#test/lambda/control.ts";
import { checkRights } from "./enforced-rights.ts";

/** Functions of a stage have one table and one bucket, which are emptied. */
const useStage = async (): Promise<void> => {
  const { table, bucket } = await stageAt(process.env.LAMBDA_STAGE!).renew();
  Object.assign(process.env, { TABLE_NAME: table, BUCKET_NAME: bucket, CATALOG_FILE: ":memory:" });
};

/** Gives the test file an empty table of its own, and a catalog in memory. */
export const useTable = (): void => {
  beforeAll(async () => {
    if (process.env.TRANSPORT === "lambda") return useStage();
    process.env.TABLE_NAME = `test-${randomUUID()}`;
    process.env.CATALOG_FILE = ":memory:";
    await makeTable();
  });
  afterAll(async () => {
    for (const opened of tables.values()) await (await opened).close();
    tables.clear();
    delete kept.testTable;
  });
};

/** For modules that a test loads anew (`shared-worker.ts`). */
const kept = globalThis as { testTable?: TableStore };

/** The tables of this test file, by their names. */
const tables = new Map<string, Promise<SqliteTable>>();

/** Makes the table that TABLE_NAME names, unless it is there: a file, or a table of DYNAMODB_ENDPOINT. */
export const makeTable = async (): Promise<void> => {
  if (process.env.DYNAMODB_ENDPOINT) return (await import("#local/table.ts")).ensureTable();
  process.env.TABLE_FILE ||= fileOf(tableName());
  if (!hasTableStore()) {
    kept.testTable = askingTable(namedTable, checkRights);
    useTableStore(kept.testTable);
  }
  await opened();
};

const fileOf = (name: string): string => join(process.env.TABLES_FOLDER!, `${name}.sqlite`);

const opened = async (): Promise<TableStore> => {
  const name = tableName();
  const table = tables.get(name) ?? openSqliteTable(fileOf(name), { create: true });
  tables.set(name, table);
  return (await table).store;
};

/** That which TABLE_NAME names at the moment. */
const namedTable: TableStore = {
  get: async (...asked) => (await opened()).get(...asked),
  getMany: async (keys) => (await opened()).getMany(keys),
  async *query(asked) {
    yield* (await opened()).query(asked);
  },
  write: async (write) => (await opened()).write(write),
  transact: async (writes) => (await opened()).transact(writes),
  async *scan() {
    yield* (await opened()).scan();
  },
  async *expired(atSeconds) {
    yield* (await opened()).expired(atSeconds);
  },
};
