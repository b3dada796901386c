import { clock } from "#lib/clock.ts";
import { log } from "#lib/log.ts";
import type { Job } from "./repeated-job.ts";

/** The most by which the wall clock may move against the monotonic one without being suspected. */
const jumpMs = 3_600_000;

/** The time after a jump in which nothing is removed, so that somebody can set the clock. */
const restMs = 24 * 3_600_000;

/** A job that rests for a day after the wall clock has jumped. */
export type WhileSteady = (job: Job) => Job;

/**
 * Keeps jobs from removing what expires because the clock is wrong: a post in the bin, for example, would be
 * gone when the clock is right again. A machine that slept looks alike; then removal only comes later. A
 * clock that is wrong when the process starts is not noticed.
 */
export const whileSteady = (): WhileSteady => {
  const offset = () => clock.nowMs() - clock.monotonicMs();
  let knownOffset = offset();
  let restsUntilMs = Number.NEGATIVE_INFINITY;
  const isSteady = (): boolean => {
    const jumpedMs = offset() - knownOffset;
    if (Math.abs(jumpedMs) > jumpMs) {
      knownOffset += jumpedMs;
      restsUntilMs = clock.monotonicMs() + restMs;
      const hours = Math.round(jumpedMs / 3_600_000);
      log.write("alarm", {
        alarm: `The clock has jumped by ${hours} hours. Nothing that expires is removed for a day; check the clock.`,
      });
    }
    return clock.monotonicMs() > restsUntilMs;
  };
  return (job) => async (signal) => {
    if (isSteady()) await job(signal);
  };
};
