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

/** Between its start and its first request, a Lambda may be frozen, so what it read becomes old. */
const keptMs = 5_000;

/**
 * Gives a function that opens something. Where `opensCatalogAhead` says so, the first opening begins now, so
 * that the bucket answers while the rest of the function's code is loaded. The first call takes its result,
 * unless it failed or is too old, and then opens again.
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
