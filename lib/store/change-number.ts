import { randomBytes } from "node:crypto";
import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { clock } from "#lib/clock.ts";
import type { DrawnNumber } from "#lib/pages/change.ts";
import { tableName } from "#lib/settings/database.ts";
import { putChange } from "./changes.ts";
import { database } from "./client.ts";
import { keys } from "./table.ts";

/**
 * A writer sends its transaction at most this long after drawing its change number. Together with the
 * client's time-outs this bounds the time from drawing a number to its appearing; readers give up a gap later
 * than that (changes.ts).
 */
const sendLimitMs = 5_000;

/**
 * The number of one change: drawn when first asked for, reused by a retry while it is fresh, and voided in
 * the end if no transaction took it, so that readers need not wait for it. A void is conditional, so a late
 * transaction that still holds the number fails rather than being overlooked.
 */
export const changeNumber = () => {
  let drawn: (DrawnNumber & { readonly atMs: number }) | undefined;
  const isFresh = () => drawn === undefined || clock.monotonicMs() - drawn.atMs < sendLimitMs;
  const voidDrawn = async () => {
    // Where this fails, somebody used the number after all, or the store is away: then the readers' own limit
    // ends the gap.
    if (drawn) await putVoid(drawn).catch(() => undefined);
    drawn = undefined;
  };
  return {
    isFresh,
    current: async (): Promise<DrawnNumber> => {
      if (!isFresh()) await voidDrawn();
      drawn ??= { atMs: clock.monotonicMs(), ...(await drawNumber()) };
      return drawn;
    },
    used: (): void => {
      drawn = undefined;
    },
    release: voidDrawn,
  };
};

/**
 * As many random bytes tell the drawings of a number apart: there are as many as the table was restored
 * times.
 */
const markBytes = 9;

const drawNumber = async (): Promise<{ readonly number: number; readonly mark: string }> => {
  const mark = randomBytes(markBytes).toString("base64url");
  const { Attributes } = await database().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: keys.sequence("CHANGES"),
      UpdateExpression: "ADD #value :one SET #mark = :mark",
      ExpressionAttributeNames: { "#value": "value", "#mark": "mark" },
      ExpressionAttributeValues: { ":one": 1, ":mark": mark },
      ReturnValues: "UPDATED_NEW",
    }),
  );
  return { number: Attributes?.value as number, mark };
};

const putVoid = async (drawn: DrawnNumber): Promise<void> => {
  await database().send(new PutCommand(putChange(drawn, { kind: "void" }).Put));
};

/**
 * Puts an entry that changes nothing into the log, and gives its number and mark: whoever finds it has all
 * that was there before. Two requests.
 */
export const leaveMark = async (): ReturnType<typeof drawNumber> => {
  const drawn = await drawNumber();
  await putVoid(drawn);
  return drawn;
};
