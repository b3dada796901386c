import { CloudFrontClient, CreateInvalidationCommand } from "@aws-sdk/client-cloudfront";
import { clock } from "#lib/clock.ts";
import { retries } from "#lib/retries.ts";
import { tableName } from "#lib/settings/database.ts";
import { TimedHandler } from "#lib/timed-handler.ts";
import { UpdateCommand } from "./commands.ts";
import { conditionHolds } from "./condition-holds.ts";
import { database } from "./database.ts";
import { keys } from "./table.ts";

/** What AWS charges nothing for in a month; each further one costs half a cent. */
const maxInvalidationsInMonth = 1_000;

/**
 * Lets CloudFront forget all its copies, files of media included: a change may show on any page. False if the
 * month's free requests are used up; copies then end with their time. The same name is the same request.
 */
export const invalidatePages = async (distribution: string, name: string): Promise<boolean> => {
  if (!(await countInvalidation(clock.now().slice(0, 7)))) return false;
  const client = new CloudFrontClient({
    retryStrategy: retries,
    requestHandler: new TimedHandler({}, attemptMs),
  });
  const InvalidationBatch = { CallerReference: name, Paths: { Quantity: 1, Items: ["/*"] } };
  await client.send(new CreateInvalidationCommand({ DistributionId: distribution, InvalidationBatch }));
  return true;
};

/** Silence for this long ends an attempt, of which there are three. */
const attemptMs = 5_000;

const countInvalidation = (month: string): Promise<boolean> =>
  conditionHolds(
    database().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keys.invalidations(month),
        UpdateExpression: "ADD requests :one SET expires_at = :expiresAt",
        ConditionExpression: "attribute_not_exists(requests) OR requests < :max",
        ExpressionAttributeValues: {
          ":one": 1,
          ":max": maxInvalidationsInMonth,
          ":expiresAt": Math.ceil(clock.nowMs() / 1_000) + countedSeconds,
        },
      }),
    ),
  );

/** Longer than a month. */
const countedSeconds = 40 * 86_400;
