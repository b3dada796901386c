/**
 * The run, shared among its callers: a call joins the run that has not begun yet, so that a run always begins
 * after the calls it serves. At most one runs and one waits; the waiting one begins however the running one
 * ends.
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
