/// <reference path="../.sst/platform/config.d.ts" />
import { tableDescription } from "#lib/store/table.ts";
import { warningOfName } from "./warning-of-name.ts";

/**
 * A table that was made elsewhere, such as a restored one. The deployment uses it and never changes it, so it
 * has to be as the stage's own would be: else a sentence with all that is missing.
 */
export const adoptTable = async (
  name: string,
  permissionsBoundary: string | undefined,
): Promise<sst.aws.Dynamo> => {
  const warning = warningOfName(name, `${$app.name}-${$app.stage}-`, permissionsBoundary);
  if (warning) console.warn(warning);
  const found = await aws.dynamodb.getTable({ name });
  const { partitionKey, sortKey, expiry } = tableDescription;
  const problems = [
    [found.hashKey === partitionKey && found.rangeKey === sortKey, `keys ${partitionKey} and ${sortKey}`],
    [found.streamEnabled && found.streamViewType === "KEYS_ONLY", "a stream of keys only"],
    [found.ttl.enabled && found.ttl.attributeName === expiry, `expiry by ${expiry}`],
    [found.pointInTimeRecovery.enabled, "point-in-time recovery"],
  ].flatMap(([holds, what]) => (holds ? [] : [what]));
  if (problems.length > 0)
    throw new Error(`EXISTING_TABLE ${name} lacks ${problems.join(", ")}: docs/deploy.md has the commands.`);
  return sst.aws.Dynamo.get("ExistingTable", name);
};
