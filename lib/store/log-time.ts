import { clock } from "#lib/clock.ts";

/**
 * The names of the sequences: the last numbers of all kinds of ids, revisions among them; and the last number
 * of a change, with its mark.
 */
export type SequenceName = "IDS" | "CHANGES";

/** By how much the time in a sequence may lag. Telling it more often would be of no use. */
const lagMs = 3_600_000;

const known: Record<SequenceName, number> = { IDS: 0, CHANGES: 0 };

/** Notes the time that is stored beside a sequence (`latestMs`), and that numbers were drawn then. */
export const noteTime = (name: SequenceName, latestMs: unknown): void => {
  if (typeof latestMs === "number") known[name] = Math.max(known[name], latestMs);
};

/** True if the next to take numbers of the sequence should also write the time. */
export const isTimeDue = (name: SequenceName): boolean => clock.nowMs() - known[name] > lagMs;

/**
 * The latest time at which anybody has drawn a number, as far as this process knows, or now. Entries of a log
 * expire by this time, because the clock may have been put back: an entry that expired by a wrong clock could
 * be gone before readers have seen it. A clock that was ahead only keeps entries longer.
 */
export const latestTimeMs = (): number => Math.max(clock.nowMs(), ...Object.values(known));
