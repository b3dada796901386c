import { setTimeout as pause } from "node:timers/promises";
import { clock } from "#lib/clock.ts";
import { cancellationOf } from "#lib/store/commit.ts";
import { noteLostRace } from "#lib/store/sequences.ts";
import { aroundCommands } from "./around-commands.ts";
import { withoutRole } from "./enforced-rights.ts";

/** Wraps a request to DynamoDB; `send` sends it. */
type Interference = (send: () => Promise<void>, isTransaction: boolean) => Promise<void>;

let interference: Interference | undefined;
let lostRaces = 0;
let isInstalled = false;
let laterMs = 0;

/** A process that has lost a number draws them for a while: each piece of work begins after that. */
const letTimePass = (): void => {
  laterMs += 60_000;
};

const install = (): void => {
  if (isInstalled) return;
  isInstalled = true;
  const { monotonicMs } = clock;
  clock.monotonicMs = () => monotonicMs() + laterMs;
  aroundCommands(async (sendCommand, { operation }) => {
    let result: object | undefined;
    const send = async () => {
      result = await sendCommand().catch((error: unknown) => {
        if (cancellationOf(error) === "condition") lostRaces++;
        throw error;
      });
    };
    if (interference) await interference(send, operation === "TransactWriteItems");
    else await send();
    return result!;
  });
};

const interfering = async <Result>(how: Interference, work: () => Promise<Result>) => {
  install();
  letTimePass();
  const before = lostRaces;
  interference = how;
  try {
    return { result: await work(), lostRaces: lostRaces - before };
  } finally {
    interference = undefined;
  }
};

/**
 * Runs `slow` until just before its nth write, then all of `fast`, then the rest of `slow`. Throws if `slow`
 * never writes, or if it loses no race. Numbers are drawn, unless `takesNumbers`: who takes them loses every
 * race.
 */
export const overtaken = async <Slow, Fast>(
  slow: () => Promise<Slow>,
  fast: () => Promise<Fast>,
  { nth = 1, takesNumbers = false } = {},
): Promise<{ readonly slow: Slow; readonly fast: Fast }> => {
  let writes = 0;
  let isOvertaken = false;
  let fastResult: Fast | undefined;
  const letPass: Interference = async (send, isTransaction) => {
    if (isTransaction && !isOvertaken && ++writes === nth) {
      isOvertaken = true;
      fastResult = await withoutRole(fast);
    }
    await send();
  };
  const { result, lostRaces } = await interfering(letPass, () => {
    if (!takesNumbers) noteLostRace();
    return slow();
  });
  if (!isOvertaken || lostRaces === 0) throw new Error("Nothing was raced.");
  return { slow: result, fast: fastResult as Fast };
};

/**
 * Runs the work with pauses around each request to DynamoDB. Counts the transactions that fail because of
 * others.
 */
export const withPauses = <Result>(pauseMs: () => number, work: () => Promise<Result>) =>
  interfering(async (send) => {
    await pause(pauseMs());
    await send();
    await pause(pauseMs());
  }, work);
