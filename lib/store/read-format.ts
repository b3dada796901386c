import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { tableName } from "#lib/settings/database.ts";
import { sdkClient } from "./sdk-client.ts";
import { keys } from "./table.ts";
import { formatAttributes, formatOf } from "./table-format.ts";

/** The table's format, whatever this program knows, for callers who may read no more of the table. */
export const readFormat = async (): Promise<number> => {
  const names = formatAttributes.map((name, index) => [`#${index}`, name] as const);
  const { Item } = await sdkClient().send(
    new GetCommand({
      TableName: tableName(),
      Key: keys.siteVersion(),
      ConsistentRead: true,
      ProjectionExpression: names.map(([placeholder]) => placeholder).join(", "),
      ExpressionAttributeNames: Object.fromEntries(names),
    }),
  );
  return formatOf(Item);
};
