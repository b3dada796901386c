import { randomUUID } from "node:crypto";
import { ensureTable } from "#local/table.ts";

/** Gives the rest of the test an empty table. */
export const useEmptyTable = async (): Promise<void> => {
  process.env.TABLE_NAME = `test-${randomUUID()}`;
  await ensureTable();
};
