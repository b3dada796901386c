import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dynamoTable } from "#lib/store/dynamo/dynamo-table.ts";
import { ensureTable } from "#local/table.ts";
import { temporaryTable } from "../sqlite/temporary-table.ts";
import { type TriedOperation, triedAnswer, triedItems, triedOperations } from "./random-operations.ts";

let table: Awaited<ReturnType<typeof temporaryTable>>;

beforeAll(async () => {
  process.env.TABLE_NAME = `test-${randomUUID()}`;
  await ensureTable();
  table = await temporaryTable();
});

afterAll(() => table.dispose());

/** DynamoDB Local counts units of transactions, and of nothing, otherwise than DynamoDB's documents say. */
const countsUnits = !process.env.IS_DYNAMODB_LOCAL;

/** dynoxide does not count what it leaves out of an item. */
const hasUnits = (operation: TriedOperation) => countsUnits && !("get" in operation && operation.attributes);

test("SQLite answers, refuses and counts as an engine of DynamoDB does", async () => {
  const property = fc.asyncProperty(triedOperations, async (all) => {
    for (const operation of all) {
      const { units, ...answer } = await triedAnswer(table.store, operation);
      const { units: expectedUnits, ...expected } = await triedAnswer(dynamoTable, operation);
      expect(answer).toEqual(expected);
      if (hasUnits(operation)) expect(units).toEqual(expectedUnits);
    }
    expect(await triedItems(table.store)).toEqual(await triedItems(dynamoTable));
  });
  await fc.assert(property, { numRuns: 60, endOnFailure: true });
});
