import { isReading } from "#lib/database-meter.ts";
import { aroundCommands } from "#test/support/around-commands.ts";

let writesLeft = Number.POSITIVE_INFINITY;
let wasInterrupted = false;

const install = (): (() => void) =>
  aroundCommands(async (send, { operation }) => {
    if (isReading(operation)) return send();
    wasInterrupted = writesLeft === 0;
    if (wasInterrupted) throw new Error("A process that has ended gets no answers.");
    writesLeft--;
    return send();
  });

/** Does the work for this many writes; true if it was cut off, false if it needed no more. */
export const interruptAfter = async (writes: number, work: () => Promise<unknown>): Promise<boolean> => {
  const stop = install();
  writesLeft = writes;
  wasInterrupted = false;
  try {
    await work();
    return false;
  } catch (error) {
    if (!wasInterrupted) throw error;
    return true;
  } finally {
    stop();
    writesLeft = Number.POSITIVE_INFINITY;
  }
};
