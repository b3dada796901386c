import { clock } from "#lib/clock.ts";
import { tableName } from "#lib/settings/database.ts";
import { getItem } from "./client.ts";
import { DeleteCommand, PutCommand } from "./commands.ts";
import { conditionHolds } from "./condition-holds.ts";
import { database } from "./database.ts";
import { keys } from "./table.ts";

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
    database().send(
      new PutCommand({
        TableName: tableName(),
        Item: { ...keys.uploadLock(userId), holder, receiptId, expires_at: Math.ceil(now + seconds) },
        ConditionExpression:
          "attribute_not_exists(pk) OR expires_at <= :now OR expires_at > :latest OR holder = :holder OR holder = :former",
        ExpressionAttributeValues: { ":now": now, ":latest": latest, ":holder": holder, ":former": former },
      }),
    ),
  );
};

export const releaseUploadLock = (userId: number, holder: string): Promise<boolean> =>
  conditionHolds(
    database().send(
      new DeleteCommand({
        TableName: tableName(),
        Key: keys.uploadLock(userId),
        ConditionExpression: "holder = :holder",
        ExpressionAttributeValues: { ":holder": holder },
      }),
    ),
  );

/** False if a request with another receipt, or without one, holds the user's lock. One request. */
export const uploadLockMayBeOf = async (userId: number, receiptId: string): Promise<boolean> => {
  const lock = await getItem(keys.uploadLock(userId));
  return !lock || lock.receiptId === receiptId;
};
