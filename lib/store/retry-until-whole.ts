import { setTimeout as pause } from "node:timers/promises";
import { Refusal } from "#lib/refusals/refusal.ts";

/** Repeats a read that saw half of a transaction (undefined), for some seconds; then refuses `busy`. */
export const retryUntilWhole = async <Value>(read: () => Promise<Value | undefined>): Promise<Value> => {
  for (let attempt = 0; attempt < 40; attempt++) {
    const value = await read();
    if (value !== undefined) return value;
    await pause(Math.min(2 ** attempt, 100));
  }
  throw new Refusal("busy");
};
