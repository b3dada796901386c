import { tableName } from "#lib/settings/database.ts";
import { BatchWriteCommand } from "#lib/store/commands.ts";
import { database } from "#lib/store/database.ts";
import { wholeTable } from "./whole-table.ts";

type Item = Readonly<Record<string, unknown>>;
type Request = { PutRequest: { Item: Item } } | { DeleteRequest: { Key: Item } };

/** Replaces the content of the test's table with a copy from `wholeTable`. */
export const restoreTable = async (copy: readonly unknown[]): Promise<void> => {
  const copied = copy as readonly Item[];
  const nameOf = ({ pk, sk }: Item) => `${pk} ${sk}`;
  const kept = new Set(copied.map(nameOf));
  const lost = ((await wholeTable()) as readonly Item[]).filter((item) => !kept.has(nameOf(item)));
  const requests: Request[] = [
    ...lost.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
    ...copied.map((item) => ({ PutRequest: { Item: item } })),
  ];
  for (let start = 0; start < requests.length; start += 25) {
    const some = requests.slice(start, start + 25);
    await database().send(new BatchWriteCommand({ RequestItems: { [tableName()]: some } }));
  }
};
