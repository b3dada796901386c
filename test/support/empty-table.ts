import { randomUUID } from "node:crypto";
import { makeTable } from "./table.ts";

/** Gives the rest of the test an empty table. */
export const useEmptyTable = async (): Promise<void> => {
  process.env.TABLE_NAME = `test-${randomUUID()}`;
  await makeTable();
};
