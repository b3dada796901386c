import { afterAll, beforeAll } from "vitest";
import { temporaryTable } from "../sqlite/temporary-table.ts";
import { describeTableStore } from "./suite.ts";

let table: Awaited<ReturnType<typeof temporaryTable>>;

beforeAll(async () => {
  table = await temporaryTable();
});

afterAll(() => table.dispose());

describeTableStore("SQLite", () => table.store);
