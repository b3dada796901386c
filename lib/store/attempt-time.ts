import { remainingMs } from "#lib/deadline.ts";
import { EngineFault } from "#lib/refusals/engine-fault.ts";

/** The time of one attempt: less when the request that asks is nearly over. Throws when it is over. */
export const attemptTime = (limitMs: number): number => {
  const leftMs = remainingMs();
  if (leftMs <= 0) throw new EngineFault("The request has waited for as long as it may.");
  return Math.min(limitMs, leftMs);
};
