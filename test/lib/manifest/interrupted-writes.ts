import { database } from "#lib/store/client.ts";

/** How a process ends in the middle of its writes: before the store heard of the next one, or after, without its answer. */
export type Ending = "before a write" | "after a write";

/** What an interrupted process gets instead of answers. */
class Interrupted extends Error {}

const writing = /^(TransactWriteItems|TransactWrite|PutItem|Put|UpdateItem|Update|DeleteItem|Delete)Command$/;

let left = Number.POSITIVE_INFINITY;
let ending: Ending = "before a write";

const middleware = "interruptedWrites";

const install = (): void => {
  database().middlewareStack.add(
    (next, context) => async (args) => {
      if (!writing.test(String((context as { commandName?: string }).commandName))) return next(args);
      if (left < 0 || (left === 0 && ending === "before a write")) throw new Interrupted();
      const isLast = left === 0;
      left--;
      const result = await next(args);
      if (isLast) throw new Interrupted();
      return result;
    },
    { step: "initialize", name: middleware, override: true },
  );
};

/** Does the work up to a number of writes; true when it ended there, false when it needed no more than those. */
export const interruptAfter = async (
  writes: number,
  how: Ending,
  work: () => Promise<unknown>,
): Promise<boolean> => {
  install();
  [left, ending] = [writes, how];
  try {
    await work();
    return false;
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    return true;
  } finally {
    left = Number.POSITIVE_INFINITY;
  }
};
