import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { clock } from "#lib/clock.ts";
import { config } from "#lib/config.ts";
import { database } from "./client.ts";
import { conditionHolds } from "./condition-holds.ts";
import { keys } from "./table.ts";

/** Takes a user's upload lock for a number of seconds; false while somebody else holds it. One request. */
export const takeUploadLock = (userId: number, holder: string, seconds: number): Promise<boolean> => {
  const now = clock.nowMs() / 1000;
  return conditionHolds(
    database().send(
      new PutCommand({
        TableName: config.tableName(),
        Item: { ...keys.uploadLock(userId), holder, expires_at: Math.ceil(now + seconds) },
        ConditionExpression: "attribute_not_exists(pk) OR expires_at <= :now OR holder = :holder",
        ExpressionAttributeValues: { ":now": now, ":holder": holder },
      }),
    ),
  );
};

/** Gives the lock back, unless it has expired and is somebody else's by now. One request. */
export const releaseUploadLock = (userId: number, holder: string): Promise<boolean> =>
  conditionHolds(
    database().send(
      new DeleteCommand({
        TableName: config.tableName(),
        Key: keys.uploadLock(userId),
        ConditionExpression: "holder = :holder",
        ExpressionAttributeValues: { ":holder": holder },
      }),
    ),
  );
