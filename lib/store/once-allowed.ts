import { setTimeout as pause } from "node:timers/promises";
import { clock } from "#lib/clock.ts";

/** How long AWS may take until rights that were just given hold everywhere. */
const arrivalMs = 60_000;
const pauseMs = 2_000;

/**
 * Does work that a deployment may begin before its rights have arrived. Tries again while they are missing.
 */
export const onceAllowed = async <Result>(
  work: () => Promise<Result>,
  wait: (ms: number) => Promise<unknown> = pause,
): Promise<Result> => {
  const giveUpAtMs = clock.monotonicMs() + arrivalMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isDenied = /^AccessDenied(Exception)?$/.test((error as Error).name);
      if (!isDenied || clock.monotonicMs() > giveUpAtMs) throw error;
      await wait(pauseMs);
    }
  }
};
