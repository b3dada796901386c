/**
 * Shares runs among callers: a call joins the run that has not begun, so a run always begins after the calls
 * it serves. At most one runs and one waits; the waiting one begins even if the running one fails.
 */
export const shared = <Value>(run: () => Promise<Value>): (() => Promise<Value>) => {
  let last: Promise<unknown> = Promise.resolve();
  let waiting: Promise<Value> | undefined;
  return () => {
    waiting ??= last.then(() => {
      waiting = undefined;
      const running = run();
      last = running.catch(() => undefined);
      return running;
    });
    return waiting;
  };
};
