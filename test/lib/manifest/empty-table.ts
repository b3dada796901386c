import { makeTable } from "#test/support/table.ts";
import { randomUUID } from "node:crypto";

/** Gives the rest of the test an empty table. */
export const useEmptyTable = async (): Promise<void> => {
  process.env.TABLE_NAME = `test-${randomUUID()}`;
  await makeTable();
};
