import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { clock } from "#lib/clock.ts";
import { tableName } from "#lib/settings/database.ts";
import { database } from "./client.ts";
import { conditionHolds } from "./condition-holds.ts";
import { keys } from "./table.ts";

/** How far the clocks of several functions may be apart. */
const skewSeconds = 3;

/**
 * Takes a user's upload lock for a number of seconds, or keeps it for as long; false while somebody else
 * holds it. A lock that would last longer than one taken now was taken before the clock was set back, and is
 * void. One request.
 */
export const takeUploadLock = (userId: number, holder: string, seconds: number): Promise<boolean> => {
  const now = clock.nowMs() / 1000;
  const latest = Math.ceil(now + seconds) + skewSeconds;
  return conditionHolds(
    database().send(
      new PutCommand({
        TableName: tableName(),
        Item: { ...keys.uploadLock(userId), holder, expires_at: Math.ceil(now + seconds) },
        ConditionExpression:
          "attribute_not_exists(pk) OR expires_at <= :now OR expires_at > :latest OR holder = :holder",
        ExpressionAttributeValues: { ":now": now, ":latest": latest, ":holder": holder },
      }),
    ),
  );
};

/** Gives the lock back, unless it has expired and is somebody else's by now. One request. */
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
