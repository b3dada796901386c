import { tableName } from "#lib/settings/database.ts";
import { ScanCommand } from "#lib/store/commands.ts";
import { database } from "#lib/store/database.ts";

export const wholeTable = async (): Promise<readonly unknown[]> => {
  const items: unknown[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await database().send(
      new ScanCommand({ TableName: tableName(), ConsistentRead: true, ExclusiveStartKey: start }),
    );
    items.push(...Items);
    start = LastEvaluatedKey;
  } while (start);
  return items;
};
