import { clock } from "#lib/clock.ts";
import { awaitInTime, inOwnTime } from "#lib/deadline.ts";
import { opensCatalogAhead } from "#lib/settings/catalog.ts";

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

/** A Lambda may be frozen between its start and its first request, and what it has read becomes old. */
const keptMs = 5_000;

/**
 * Opens something each time it is called. Where `opensCatalogAhead` says so, it begins with the first time at
 * once: the bucket answers while the function's other code is evaluated, and its first request is looked at.
 * That counts once, unless it failed or is too long ago; nothing of it runs any more then.
 */
export const openedAhead = <Value>(
  open: () => Promise<Value | undefined>,
): (() => Promise<Value | undefined>) => {
  let begun = opensCatalogAhead() ? begin(open) : undefined;
  return async () => {
    const taken = begun;
    begun = undefined;
    const value = await taken?.result;
    const isFresh = taken !== undefined && clock.nowMs() - taken.atMs <= keptMs;
    return (isFresh ? value : undefined) ?? open();
  };
};

const begin = <Value>(open: () => Promise<Value | undefined>) => ({
  atMs: clock.nowMs(),
  result: open().catch(() => undefined),
});
