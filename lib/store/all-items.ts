import { tableName } from "#lib/settings/database.ts";
import { type Item, itemsAtOnce } from "./client.ts";
import { ScanCommand } from "./commands.ts";
import { database } from "./database.ts";

export interface ScannedItems {
  readonly items: readonly Item[];
  /** The read units that the request took, a unit per 4 KB. */
  readonly readUnits: number;
}

/** Every item of the table, each read consistently at its own moment, a megabyte at a time. */
export async function* allItems(): AsyncGenerator<ScannedItems> {
  let start: Record<string, unknown> | undefined;
  do {
    const { Items, LastEvaluatedKey, ConsumedCapacity } = await database().send(
      new ScanCommand({
        TableName: tableName(),
        ConsistentRead: true,
        Limit: itemsAtOnce,
        ExclusiveStartKey: start,
        ReturnConsumedCapacity: "TOTAL",
      }),
    );
    yield { items: Items ?? [], readUnits: ConsumedCapacity?.CapacityUnits ?? 0 };
    start = LastEvaluatedKey;
  } while (start);
}
