import { database } from "#lib/store/client.ts";

const writing = /^(TransactWriteItems|TransactWrite|PutItem|Put|UpdateItem|Update|DeleteItem|Delete)Command$/;

let writesLeft = Number.POSITIVE_INFINITY;
let wasInterrupted = false;

const install = (): void => {
  database().middlewareStack.add(
    (next, context) => async (args) => {
      if (!writing.test(String((context as { commandName?: string }).commandName))) return next(args);
      wasInterrupted = writesLeft === 0;
      if (wasInterrupted) throw new Error("A process that has ended gets no answers.");
      writesLeft--;
      return next(args);
    },
    { step: "initialize", name: "interruptedWrites", override: true },
  );
};

/** Does the work for this many writes; true if it was cut off, false if it needed no more. */
export const interruptAfter = async (writes: number, work: () => Promise<unknown>): Promise<boolean> => {
  install();
  writesLeft = writes;
  wasInterrupted = false;
  try {
    await work();
    return false;
  } catch (error) {
    if (!wasInterrupted) throw error;
    return true;
  } finally {
    writesLeft = Number.POSITIVE_INFINITY;
  }
};
