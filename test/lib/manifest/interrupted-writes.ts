import { database } from "#lib/store/client.ts";

/** What a process that has ended gets instead of answers. */
class Interrupted extends Error {}

const writing = /^(TransactWriteItems|TransactWrite|PutItem|Put|UpdateItem|Update|DeleteItem|Delete)Command$/;

let writesLeft = Number.POSITIVE_INFINITY;

const install = (): void => {
  database().middlewareStack.add(
    (next, context) => async (args) => {
      if (!writing.test(String((context as { commandName?: string }).commandName))) return next(args);
      if (writesLeft === 0) throw new Interrupted();
      writesLeft--;
      return next(args);
    },
    { step: "initialize", name: "interruptedWrites", override: true },
  );
};

/** Does the work up to a number of writes; true when it ended there, false when it needed no more than those. */
export const interruptAfter = async (writes: number, work: () => Promise<unknown>): Promise<boolean> => {
  install();
  writesLeft = writes;
  try {
    await work();
    return false;
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    return true;
  } finally {
    writesLeft = Number.POSITIVE_INFINITY;
  }
};
