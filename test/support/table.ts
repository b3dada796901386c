import { randomUUID } from "node:crypto";
import { beforeAll } from "vitest";
import { ensureTable } from "#local/table.ts";

/** Gives the test file an empty table of its own, and a catalog in memory. */
export const useTable = (): void => {
  beforeAll(async () => {
    process.env.TABLE_NAME = `test-${randomUUID()}`;
    process.env.CATALOG_FILE = ":memory:";
    await ensureTable();
  });
};
