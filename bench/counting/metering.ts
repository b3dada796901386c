import { database } from "#lib/store/client.ts";
import { environmentVariables, setEnvironment } from "#local/environment.ts";

/** Requests to DynamoDB, and the units that it counted. */
export interface Cost {
  readonly requests: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  /** The longest chain of requests, each of which was sent after the one before it had been answered. */
  readonly depth: number;
}

interface Consumed {
  readonly CapacityUnits?: number;
  readonly ReadCapacityUnits?: number;
  readonly WriteCapacityUnits?: number;
}

const writing = /^(TransactWriteItems|PutItem|UpdateItem|DeleteItem|BatchWriteItem)/;

let meter: ({ -readonly [Member in keyof Cost]: Cost[Member] } & { commands: string[] }) | undefined;
let isInstalled = false;

const install = (): void => {
  if (isInstalled) return;
  isInstalled = true;
  database().middlewareStack.add(
    (next, context) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: "TOTAL" });
      const place = (meter?.depth ?? 0) + 1;
      const result = await next(args);
      if (!meter) return result;
      meter.depth = Math.max(meter.depth, place);
      meter.commands.push(commandName(context));
      const { ConsumedCapacity } = result.output as { ConsumedCapacity?: Consumed | Consumed[] };
      const units = [ConsumedCapacity ?? []].flat().reduce((sum, each) => sum + (each.CapacityUnits ?? 0), 0);
      meter.requests++;
      if (writing.test(commandName(context))) meter.writeUnits += units;
      else meter.readUnits += units;
      return result;
    },
    { step: "initialize" },
  );
};

/** Such as `TransactWriteItems`; the document client uses shorter names. */
const commandName = (context: object): string => {
  const name = String((context as { commandName?: string }).commandName).replace(/Command$/, "");
  const names: Record<string, string> = {
    ...{
      Get: "GetItem",
      BatchGet: "BatchGetItem",
      Put: "PutItem",
      Update: "UpdateItem",
      Delete: "DeleteItem",
    },
    TransactWrite: "TransactWriteItems",
  };
  return names[name] ?? name;
};

/**
 * Counts the requests of the whole process that go through the SDK. Apart from `lib/database-meter.ts`, which
 * counts for one request: a test compares the two. With DYNAMODB_ENDPOINT, reads would bypass it; the SDK's
 * client already has the address.
 */
const metered = async (work: () => Promise<unknown>) => {
  install();
  const { DYNAMODB_ENDPOINT = "" } = environmentVariables();
  setEnvironment({ DYNAMODB_ENDPOINT: "" });
  const mine = { requests: 0, readUnits: 0, writeUnits: 0, depth: 0, commands: [] as string[] };
  meter = mine;
  try {
    await work();
  } finally {
    meter = undefined;
    setEnvironment({ DYNAMODB_ENDPOINT });
  }
  return mine;
};

/** The cost of some work in this process; one at a time. */
export const costOf = async (work: () => Promise<unknown>): Promise<Cost> => metered(work);

/** The names of the requests that some work sent to DynamoDB. */
export const commandsOf = async (work: () => Promise<unknown>): Promise<readonly string[]> =>
  (await metered(work)).commands;
