import { clock } from "#lib/clock.ts";
import { above, any, atMost, equal, isNew } from "#lib/store/port/condition.ts";
import { getItem } from "./client.ts";
import { conditionHolds } from "./condition-holds.ts";
import { keys } from "./table.ts";
import { tableStore } from "./table-store.ts";
import { putItem } from "./typed-writes.ts";

/** How far the clocks of functions may differ. */
const skewSeconds = 3;

/**
 * Takes a user's upload lock for some seconds, or prolongs it; false while somebody else holds it. A lock
 * that ends later than one taken now was taken before the clock was set back, and does not count; nor does
 * that of `former`, which has ended and could not release it. The lock names the receipt of a request that
 * has a key.
 */
export const takeUploadLock = (
  userId: number,
  holder: string,
  seconds: number,
  receiptId?: string,
  former = holder,
): Promise<boolean> => {
  const now = clock.nowMs() / 1000;
  const latest = Math.ceil(now + seconds) + skewSeconds;
  return conditionHolds(
    tableStore().write(
      putItem(
        keys.uploadLock(userId),
        { holder, receiptId, expires_at: Math.ceil(now + seconds) },
        any(
          isNew,
          atMost("expires_at", now),
          above("expires_at", latest),
          equal("holder", holder),
          equal("holder", former),
        ),
      ),
    ),
  );
};

export const releaseUploadLock = (userId: number, holder: string): Promise<boolean> =>
  conditionHolds(tableStore().write({ delete: keys.uploadLock(userId), if: equal("holder", holder) }));

/** False if a request with another receipt, or without one, holds the user's lock. One request. */
export const uploadLockMayBeOf = async (userId: number, receiptId: string): Promise<boolean> => {
  const lock = await getItem(keys.uploadLock(userId));
  return !lock || lock.receiptId === receiptId;
};
