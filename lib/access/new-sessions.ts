import { certain } from "#lib/certain.ts";
import { readAttempts } from "#lib/store/attempts.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { type CountedAttempts, countOneMore, type Pace, requireNoPause } from "./pauses.ts";

/** Anybody may start an anonymous session, each an item for two weeks; many people may share an address. */
const pace: Pace = { free: 100, firstMs: 15_000, maxMs: 60_000, forgetsOneMs: 30_000 };

/** The write that counts an anonymous session by its address. Refuses `rate_limited`. Cost: one request. */
export const requireNewSession = async (address: string): Promise<Write> => {
  const [record] = await readAttempts([`new session from ${address}`]);
  const counted: CountedAttempts = { record: certain(record), pace };
  requireNoPause([counted], "There were too many new sessions from your address");
  return countOneMore(counted);
};
