import { randomUUID } from "node:crypto";
import { beforeAll } from "vitest";
import { tableName } from "#lib/settings/database.ts";
import { hasTableStore, useTableStore } from "#lib/store/table-store.ts";
import { stageAt } from "#test/lambda/control.ts";
import { openNamedTable, tableFileOf, tableOfFile } from "./table-of-file.ts";

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
};

/** Makes the table that TABLE_NAME names, unless it is there: a file, or a table of DYNAMODB_ENDPOINT. */
export const makeTable = async (): Promise<void> => {
  if (process.env.DYNAMODB_ENDPOINT) return (await import("#local/table.ts")).ensureTable();
  process.env.TABLE_FILE ||= tableFileOf(tableName());
  if (!hasTableStore()) useTableStore(tableOfFile);
  await openNamedTable({ create: true });
};
