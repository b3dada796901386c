import { awaitInTime, inOwnTime } from "#lib/deadline.ts";

/**
 * Shares runs among callers: a call joins the run that has not begun, so a run always begins after the calls
 * it serves. At most one runs and one waits; the waiting one begins even if the running one fails. Each
 * caller waits in its own time, and none of them limits the run.
 */
export const shared = <Value>(run: () => Promise<Value>): (() => Promise<Value>) => {
  let last: Promise<unknown> = Promise.resolve();
  let waiting: Promise<Value> | undefined;
  return () => {
    waiting ??= last.then(() => {
      waiting = undefined;
      const running = inOwnTime(run);
      last = running.catch(() => undefined);
      return running;
    });
    return awaitInTime(waiting);
  };
};
