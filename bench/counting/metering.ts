import { consumedUnits, isReading } from "#lib/database-meter.ts";
import { sdkClient } from "#lib/store/sdk-client.ts";
import { environmentVariables, setEnvironment } from "#local/environment.ts";
import { aroundCommands } from "./around-commands.ts";
import { Waves } from "./waves.ts";

/** Requests to DynamoDB, and the units that it counted. */
export interface Cost {
  readonly requests: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  /** How many requests wait for one another: those that could go at once, do (`Waves`). */
  readonly depth: number;
}

interface Meter {
  readonly commands: string[];
  readonly waves: Waves;
  readUnits: number;
  writeUnits: number;
}

let meter: Meter | undefined;
let isInstalled = false;

const install = (): void => {
  if (isInstalled) return;
  isInstalled = true;
  // It keeps the address of the engine.
  sdkClient();
  aroundCommands(async (send, { operation, input }) => {
    Object.assign(input, { ReturnConsumedCapacity: "TOTAL" });
    const answer = await (meter ? meter.waves.pass(send) : send());
    if (!meter) return answer;
    meter.commands.push(operation);
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
const metered = async (work: () => Promise<unknown>): Promise<Meter> => {
  install();
  const { DYNAMODB_ENDPOINT = "" } = environmentVariables();
  setEnvironment({ DYNAMODB_ENDPOINT: "" });
  const mine: Meter = { commands: [], waves: new Waves(), readUnits: 0, writeUnits: 0 };
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
export const costOf = async (work: () => Promise<unknown>): Promise<Cost> => {
  const { commands, waves, readUnits, writeUnits } = await metered(work);
  return { requests: commands.length, readUnits, writeUnits, depth: waves.count };
};

/** The names of the requests that some work sent to DynamoDB. */
export const commandsOf = async (work: () => Promise<unknown>): Promise<readonly string[]> =>
  (await metered(work)).commands;
