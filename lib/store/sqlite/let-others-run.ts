import { setImmediate as nextTurn } from "node:timers/promises";
import { clock } from "#lib/clock.ts";
import { guarded } from "#lib/guarded.ts";

/** How long work in the database may keep other requests waiting, in milliseconds. */
const maxHoldMs = 8;

let heldSinceMs: number | undefined;

/**
 * Lets other requests run. Work in the database never waits by itself: without this, much of it would block
 * the event loop.
 */
export const letOthersRun = async (): Promise<void> => {
  const nowMs = clock.monotonicMs();
  if (heldSinceMs === undefined) {
    heldSinceMs = nowMs;
    const forget = () => {
      heldSinceMs = undefined;
    };
    setImmediate(guarded(forget));
  }
  if (nowMs - heldSinceMs >= maxHoldMs) await nextTurn();
};
