import { setImmediate as nextTurn } from "node:timers/promises";
import { clock } from "#lib/clock.ts";
import { guarded } from "#lib/guarded.ts";

/** How long work in the database, one piece after another, may keep others waiting, in milliseconds. */
const maxHoldMs = 8;

let heldSinceMs: number | undefined;

/** Nothing in that work waits for others, so without this a long row would be one turn of the event loop. */
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
