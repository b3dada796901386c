import { randomUUID } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import { directAccess } from "#local/engine/direct/direct-access.ts";
import { ensureTable } from "#local/table.ts";

/** Gives the test file an empty table of its own, and a catalog in memory. */
export const useTable = (): void => {
  beforeAll(async () => {
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
