import { tableName } from "#lib/settings/database.ts";
import { firstChangesAfter, putChange } from "#lib/store/changes.ts";
import { DeleteCommand, PutCommand, UpdateCommand } from "#lib/store/commands.ts";
import { database } from "#lib/store/database.ts";
import { keys } from "#lib/store/table.ts";

/** Draws change numbers as writers do that take their time, and gives the last. */
export const drawChangeNumbers = async (count: number): Promise<number> => {
  const { Attributes } = await database().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: keys.sequence("CHANGES"),
      UpdateExpression: "ADD #value :count",
      ExpressionAttributeNames: { "#value": "value" },
      ExpressionAttributeValues: { ":count": count },
      ReturnValues: "UPDATED_NEW",
    }),
  );
  return Attributes?.value as number;
};

/**
 * Does work, whose last change then has a number that was drawn earlier, as that of a slow writer; its other
 * changes are gone.
 */
export const underNumber = async (number: number, work: () => Promise<unknown>): Promise<void> => {
  const before = await drawChangeNumbers(1);
  await work();
  const entries = await firstChangesAfter(before, 10);
  for (const entry of entries)
    await database().send(
      new DeleteCommand({ TableName: tableName(), Key: keys.change(entry.number, "CHANGES") }),
    );
  const { change, mark } = entries.at(-1)!;
  const { Put } = putChange({ number, mark }, change);
  await database().send(new PutCommand(Put));
};
