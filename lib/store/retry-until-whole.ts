import { setTimeout as pause } from "node:timers/promises";
import { Refusal } from "#lib/refusals/refusal.ts";

/**
 * The result of a read that is repeated while it gives undefined, because it saw half of a transaction. Such
 * a state lasts milliseconds; after some seconds of it the read is refused as `busy`.
 */
export const retryUntilWhole = async <Value>(read: () => Promise<Value | undefined>): Promise<Value> => {
  for (let attempt = 0; attempt < 40; attempt++) {
    const value = await read();
    if (value !== undefined) return value;
    await pause(Math.min(2 ** attempt, 100));
  }
  throw new Refusal("busy");
};
