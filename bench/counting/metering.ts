import { consumedUnits, isReading } from "#lib/database-meter.ts";
import { sdkClient } from "#lib/store/sdk-client.ts";
import { environmentVariables, setEnvironment } from "#local/environment.ts";
import { aroundCommands } from "./around-commands.ts";

/** Requests to DynamoDB, and the units that it counted. */
export interface Cost {
  readonly requests: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  /** The longest chain of requests, each of which was sent after the one before it had been answered. */
  readonly depth: number;
}

let meter: ({ -readonly [Member in keyof Cost]: Cost[Member] } & { commands: string[] }) | undefined;
let isInstalled = false;

const install = (): void => {
  if (isInstalled) return;
  isInstalled = true;
  // It keeps the address of the engine.
  sdkClient();
  aroundCommands(async (send, { operation, input }) => {
    Object.assign(input, { ReturnConsumedCapacity: "TOTAL" });
    const place = (meter?.depth ?? 0) + 1;
    const answer = await send();
    if (!meter) return answer;
    meter.depth = Math.max(meter.depth, place);
    meter.commands.push(operation);
    meter.requests++;
    const units = consumedUnits(answer);
    if (isReading(operation)) meter.readUnits += units;
    else meter.writeUnits += units;
    return answer;
  });
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
