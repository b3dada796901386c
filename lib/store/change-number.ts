import { randomBytes } from "node:crypto";
import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { clock } from "#lib/clock.ts";
import type { DrawnNumber } from "#lib/pages/change.ts";
import { tableName } from "#lib/settings/database.ts";
import { putChange } from "./changes.ts";
import { database } from "./client.ts";
import { keys } from "./table.ts";

/** A writer sends its transaction within this time of drawing its number; readers wait longer. */
const sendLimitMs = 5_000;

/**
 * The number of one change: drawn when first asked for, reused by retries while fresh, and voided at the end
 * if no transaction used it, so that readers do not wait for it. Voiding is conditional on the number being
 * unused, and so is its use: a late transaction fails instead of being overlooked.
 */
export const changeNumber = () => {
  let drawn: (DrawnNumber & { readonly atMs: number }) | undefined;
  const isFresh = () => drawn === undefined || clock.monotonicMs() - drawn.atMs < sendLimitMs;
  const voidDrawn = async () => {
    // If this fails, the number was used after all or the store is down; then readers give the gap up by
    // themselves.
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

/** Marks tell apart the same number drawn before and after a restoration of the table. */
export const newMark = (): string => randomBytes(9).toString("base64url");

const drawNumber = async (): Promise<{ readonly number: number; readonly mark: string }> => {
  const mark = newMark();
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

/** Writes an entry that changes nothing: a log that has it has all that was there before. Two requests. */
export const leaveMark = async (): ReturnType<typeof drawNumber> => {
  const drawn = await drawNumber();
  await putVoid(drawn);
  return drawn;
};
