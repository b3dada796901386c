import { database } from "#lib/store/client.ts";

/** What DynamoDB was asked for, and what it counted for it. */
export interface Cost {
  readonly requests: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

interface Consumed {
  readonly CapacityUnits?: number;
  readonly ReadCapacityUnits?: number;
  readonly WriteCapacityUnits?: number;
}

const writing = /^(TransactWriteItems|PutItem|UpdateItem|DeleteItem|BatchWriteItem)/;

let meter: { requests: number; readUnits: number; writeUnits: number } | undefined;
let isInstalled = false;

const install = (): void => {
  if (isInstalled) return;
  isInstalled = true;
  database().middlewareStack.add(
    (next, context) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: "TOTAL" });
      const result = await next(args);
      if (!meter) return result;
      const { ConsumedCapacity } = result.output as { ConsumedCapacity?: Consumed | Consumed[] };
      const units = [ConsumedCapacity ?? []].flat().reduce((sum, each) => sum + (each.CapacityUnits ?? 0), 0);
      meter.requests++;
      if (writing.test(String((context as { commandName?: string }).commandName))) meter.writeUnits += units;
      else meter.readUnits += units;
      return result;
    },
    { step: "initialize" },
  );
};

/** What the work asked of DynamoDB, in this process; one work at a time. */
export const costOf = async (work: () => Promise<unknown>): Promise<Cost> => {
  install();
  meter = { requests: 0, readUnits: 0, writeUnits: 0 };
  await work();
  const cost = meter;
  meter = undefined;
  return cost;
};
