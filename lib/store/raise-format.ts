import { tableName } from "#lib/settings/database.ts";
import { getItem } from "./client.ts";
import { commitDecision } from "./commit.ts";
import { siteVersionOf } from "./site.ts";
import { keys } from "./table.ts";
import { formatOf, tableFormat } from "./table-format.ts";

/**
 * Raises the table's format to this program's, before it writes in it, with a new version of the site: so
 * programs of a lower format read the item, notice and stop. One request if nothing is to do.
 */
export const raiseFormat = (to: number = tableFormat): Promise<void> =>
  commitDecision(async () => {
    const item = await getItem(keys.siteVersion());
    const version = siteVersionOf(item);
    // A table without a site gets the format with its first one.
    if (version === 0 || formatOf(item) >= to) return { writes: [], value: undefined };
    const next = version + 1;
    return {
      writes: [
        {
          Update: {
            TableName: tableName(),
            Key: keys.siteVersion(),
            UpdateExpression: "SET #format = :to, #version = :next",
            ConditionExpression: "#version = :read",
            ExpressionAttributeNames: { "#format": "format", "#version": "version" },
            ExpressionAttributeValues: { ":to": to, ":next": next, ":read": version },
          },
        },
      ],
      change: { kind: "site", version: next, alters: {} },
      value: undefined,
    };
  });
