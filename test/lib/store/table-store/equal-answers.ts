import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { expect, test, vi } from "vitest";
import { dynamoTable } from "#lib/store/dynamo/dynamo-table.ts";
import { ensureTable } from "#local/table.ts";
import { temporaryTable } from "../sqlite/temporary-table.ts";
import { type TriedOperation, triedAnswer, triedItems, triedOperations } from "./random-operations.ts";

/** DynamoDB Local counts units of transactions, and of nothing, otherwise than DynamoDB's documents say. */
const countsUnits = () => !process.env.IS_DYNAMODB_LOCAL;

/** dynoxide does not count what it leaves out of an item. */
const hasUnits = (operation: TriedOperation) =>
  countsUnits() && !("get" in operation && operation.attributes);

/** A test that SQLite answers as the engine of DYNAMODB_ENDPOINT does. */
export const testEqualAnswers = (name: string): void => {
  test(`a table in SQLite answers, refuses and counts as ${name} does`, async () => {
    await using made = new AsyncDisposableStack();
    vi.stubEnv("TABLE_NAME", `test-${randomUUID()}`);
    made.defer(() => void vi.unstubAllEnvs());
    await ensureTable();
    const { store, dispose } = await temporaryTable();
    made.defer(dispose);
    const property = fc.asyncProperty(triedOperations, async (all) => {
      for (const operation of all) {
        const { units, ...answer } = await triedAnswer(store, operation);
        const { units: expectedUnits, ...expected } = await triedAnswer(dynamoTable, operation);
        expect(answer).toEqual(expected);
        if (hasUnits(operation)) expect(units).toEqual(expectedUnits);
      }
      expect(await triedItems(store)).toEqual(await triedItems(dynamoTable));
    });
    await fc.assert(property, { numRuns: 60, endOnFailure: true });
  });
};
