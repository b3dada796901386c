import { certain } from "#lib/certain.ts";
import { clock } from "#lib/clock.ts";
import { countBelow, readAttempts } from "#lib/store/attempts.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { countOneMore, type Pace, refuseUntil, requireNoPause } from "./pauses.ts";

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
