import { certain } from "#lib/certain.ts";
import { clock } from "#lib/clock.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { type AttemptRecord, countAttempt, countBelow, readAttempts } from "#lib/store/attempts.ts";
import type { Write } from "#lib/store/port/table-store.ts";

/** After `free` attempts pauses double from `firstMs` to `maxMs`; each `forgetsOneMs` forgets an attempt. */
export interface Pace {
  readonly free: number;
  readonly firstMs: number;
  readonly maxMs: number;
  readonly forgetsOneMs: number;
}

export interface CountedAttempts {
  readonly record: AttemptRecord;
  readonly pace: Pace;
}

/** Clocks of machines differ by less: a record further in the future predates a clock that was set back. */
const clockToleranceMs = 60_000;

/** Refuses `rate_limited` during a pause, with the reason and the time that is left. */
export const requireNoPause = (counts: readonly CountedAttempts[], reason: string): void => {
  const leftMs = Math.max(...counts.map(pauseLeftMs));
  if (leftMs > 0) refuseUntil(clock.nowMs() + leftMs, reason);
};

export const refuseUntil = (endMs: number, reason: string): never => {
  const seconds = Math.max(1, Math.ceil((endMs - clock.nowMs()) / 1000));
  throw new Refusal("rate_limited", {
    detail: `${reason}; try again in ${seconds} seconds.`,
    headers: { "retry-after": String(seconds) },
  });
};

/** The write that counts one more attempt; it fails if another was counted since the record was read. */
export const countOneMore = (counted: CountedAttempts): Write =>
  countAttempt(counted.record, countNow(counted));

const countNow = ({ record: { count, sinceMs }, pace }: CountedAttempts): number =>
  Math.max(0, count - Math.max(0, Math.floor(sinceMs / pace.forgetsOneMs)));

const pauseLeftMs = (counted: CountedAttempts): number => {
  const { pace, record } = counted;
  const count = countNow(counted);
  if (count < pace.free || record.sinceMs < -clockToleranceMs) return 0;
  return Math.min(pace.firstMs * 2 ** (count - pace.free), pace.maxMs) - record.sinceMs;
};

/** Anybody may start an anonymous session, each an item for two weeks; many people may share an address. */
const pace: Pace = { free: 100, firstMs: 15_000, maxMs: 60_000, forgetsOneMs: 30_000 };

/** The write that counts an anonymous session by its address. Refuses `rate_limited`. Cost: one request. */
export const requireNewSession = async (address: string): Promise<Write> => {
  const [record] = await readAttempts([`new session from ${address}`]);
  const counted: CountedAttempts = { record: certain(record), pace };
  requireNoPause([counted], "There were too many new sessions from your address");
  return countOneMore(counted);
};

/** Many people may share an address. */
const addressPace: Pace = { free: 5, firstMs: 15_000, maxMs: 600_000, forgetsOneMs: 120_000 };

/** Counted by the clock, so that many visitors of one post can comment at the same moment. */
const postLimit = { max: 30, windowMs: 300_000 } as const;

/**
 * The writes that count a comment by its address and by its post. Refuses `rate_limited` if there were too
 * many of either. Addresses are stored as hashes, until an hour after the last comment. Cost: one request.
 */
export const requireTurnToComment = async (address: string, pageId: number): Promise<readonly Write[]> => {
  const window = Math.floor(clock.nowMs() / postLimit.windowMs);
  const onPost = `comment on ${pageId} in ${window}`;
  const [fromAddress, ofPost] = await readAttempts([`comment from ${address}`, onPost]);
  const counted = { record: certain(fromAddress), pace: addressPace };
  requireNoPause([counted], "There were too many comments from your address");
  if (certain(ofPost).count >= postLimit.max)
    refuseUntil((window + 1) * postLimit.windowMs, "There were too many comments on this post");
  return [countOneMore(counted), countBelow(onPost, postLimit.max)];
};
