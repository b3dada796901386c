import { consumedUnits, isReading } from "#lib/database-meter.ts";
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
 * Counts the requests of the whole process. Apart from `lib/database-meter.ts`, which counts for one request:
 * a test compares the two.
 */
const metered = async (work: () => Promise<unknown>): Promise<Meter> => {
  install();
  const mine: Meter = { commands: [], waves: new Waves(), readUnits: 0, writeUnits: 0 };
  meter = mine;
  try {
    await work();
  } finally {
    meter = undefined;
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
