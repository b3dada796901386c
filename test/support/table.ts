import { randomUUID } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import { directAccess } from "#local/engine/direct/direct-access.ts";
import { ensureTable } from "#local/table.ts";
import { stageAt } from "#test/lambda/control.ts";

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
    await ensureTable();
  });
  const { DYNAMODB_ENDPOINT: endpoint, DIRECT_DATABASE: databaseFile } = process.env;
  if (!endpoint || !databaseFile) return;
  const direct = directAccess(databaseFile);
  beforeAll(() => direct.begin(endpoint));
  afterAll(direct.end);
};
