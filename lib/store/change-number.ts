import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { clock } from "#lib/clock.ts";
import { config } from "#lib/config.ts";
import { putChange } from "./changes.ts";
import { database } from "./client.ts";
import { keys } from "./table.ts";

/**
 * A writer sends its transaction at most this long after drawing its change number. Together with the client's
 * time-outs this bounds the time from drawing a number to its appearing; readers give up a gap later than that (changes.ts).
 */
const sendLimitMs = 5_000;

/**
 * The number of one change: drawn when first asked for, reused by a retry while it is fresh, and voided in the end if
 * no transaction took it, so that readers need not wait for it. A void is conditional, so a late transaction that
 * still holds the number fails rather than being overlooked.
 */
export const changeNumber = () => {
  let drawn: { readonly number: number; readonly atMs: number } | undefined;
  const isFresh = () => drawn === undefined || clock.monotonicMs() - drawn.atMs < sendLimitMs;
  const voidDrawn = async () => {
    if (drawn) await putVoid(drawn.number);
    drawn = undefined;
  };
  return {
    isFresh,
    current: async (): Promise<number> => {
      if (!isFresh()) await voidDrawn();
      drawn ??= { atMs: clock.monotonicMs(), number: await drawChangeNumber() };
      return drawn.number;
    },
    used: (): void => {
      drawn = undefined;
    },
    release: voidDrawn,
  };
};

const drawChangeNumber = async (): Promise<number> => {
  const { Attributes } = await database().send(
    new UpdateCommand({
      TableName: config.tableName(),
      Key: keys.sequence("CHANGES"),
      UpdateExpression: "ADD #value :one",
      ExpressionAttributeNames: { "#value": "value" },
      ExpressionAttributeValues: { ":one": 1 },
      ReturnValues: "UPDATED_NEW",
    }),
  );
  return Attributes?.value as number;
};

/** Where this fails, somebody used the number after all, or the store is away: then the readers' own limit ends the gap. */
const putVoid = async (number: number): Promise<void> => {
  const { Put } = putChange(number, { kind: "void" });
  await database()
    .send(new PutCommand(Put))
    .catch(() => undefined);
};
