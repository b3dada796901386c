import { clock } from "#lib/clock.ts";

/** The last numbers of all kinds of ids, revisions among them; or that of a change, with its mark. */
export type SequenceName = "IDS" | "CHANGES";

/** By how much the time in a sequence may lag: telling it each time would be of no more use. */
const lagMs = 3_600_000;

const known: Record<SequenceName, number> = { IDS: 0, CHANGES: 0 };

/** Notes the time that is stored beside a sequence (`latestMs`), and that numbers were drawn at. */
export const noteTime = (name: SequenceName, latestMs: unknown): void => {
  if (typeof latestMs === "number") known[name] = Math.max(known[name], latestMs);
};

/** True if whoever takes numbers of the sequence should tell it the time. */
export const isTimeDue = (name: SequenceName): boolean => clock.nowMs() - known[name] > lagMs;

/**
 * The latest time at which anybody has drawn a number, as far as this process knows, or now. Entries of a log
 * expire by this, because the clock may have been put back: an entry that expired by the clock would be gone
 * before readers have seen it who read the log when the clock was right. A clock that was ahead only keeps
 * entries longer.
 */
export const latestTimeMs = (): number => Math.max(clock.nowMs(), ...Object.values(known));
