import { clock } from "#lib/clock.ts";
import { tableName } from "#lib/settings/database.ts";
import { itemsAtOnce } from "./client.ts";
import { DeleteCommand, ScanCommand } from "./commands.ts";
import { conditionHolds } from "./condition-holds.ts";
import { database } from "./database.ts";
import { keys } from "./table.ts";

/**
 * Removes expired sessions, attempts, receipts and preview links, as DynamoDB's TTL does where the engine has
 * none. Stops early if the signal aborts. One request per 1,000 items or megabyte of the table, and one per
 * item removed.
 */
export const removeExpiredItems = async (signal?: AbortSignal): Promise<void> => {
  const TableName = tableName();
  const nowSeconds = Math.floor(clock.nowMs() / 1000);
  const isExpired = {
    ConditionExpression: "expires_at <= :now",
    ExpressionAttributeValues: { ":now": nowSeconds },
  };
  let start: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await database().send(
      new ScanCommand({
        TableName,
        FilterExpression:
          "expires_at <= :now AND (begins_with(pk, :credentials) OR begins_with(pk, :attempts) OR begins_with(pk, :receipts) OR sk = :previews)",
        ExpressionAttributeValues: {
          ":now": nowSeconds,
          ":credentials": "CREDENTIAL#",
          ":attempts": "ATTEMPTS#",
          ":receipts": "RECEIPT#",
          ":previews": keys.previewLinks(0).sk,
        },
        ProjectionExpression: "pk, sk",
        Limit: itemsAtOnce,
        ExclusiveStartKey: start,
      }),
    );
    for (const { pk, sk } of Items)
      await conditionHolds(database().send(new DeleteCommand({ TableName, Key: { pk, sk }, ...isExpired })));
    start = LastEvaluatedKey;
  } while (start && !signal?.aborted);
};
