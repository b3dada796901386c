import { readAttempts } from "#lib/store/attempts.ts";
import type { Write } from "#lib/store/write.ts";
import { type CountedAttempts, countOneMore, type Pace, requireNoPause } from "./pauses.ts";

/**
 * Sessions of nobody known are for whoever asks, and each is an item for two weeks; many people may share an
 * address.
 */
const pace: Pace = { free: 100, firstMs: 15_000, maxMs: 60_000, forgetsOneMs: 30_000 };

/**
 * The write that counts one more session of nobody known, from an address. Refuses `rate_limited` where there
 * were too many. One request.
 */
export const requireNewSession = async (address: string): Promise<Write> => {
  const [record] = await readAttempts([`new session from ${address}`]);
  const counted: CountedAttempts = { record: record!, pace };
  requireNoPause([counted], "There were too many new sessions from your address");
  return countOneMore(counted);
};
