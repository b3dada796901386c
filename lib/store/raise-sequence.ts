import { clock } from "#lib/clock.ts";
import { tableName } from "#lib/settings/database.ts";
import { UpdateCommand } from "./commands.ts";
import { ConditionalCheckFailedException } from "./condition-errors.ts";
import { database } from "./database.ts";
import { isTimeDue, noteTime, type SequenceName } from "./log-time.ts";
import { keys } from "./table.ts";

interface Raise<Name extends string> {
  readonly names: readonly Name[];
  readonly by: number;
  /** Attributes to set, beside the numbers. */
  readonly set?: Readonly<Record<string, string>>;
}

/**
 * Raises numbers of a sequence, and gives them. It tells the sequence what time it is, or learns what others
 * have told it. One request; two where the clock was put back since, the first time.
 */
export const raiseSequence = async <Name extends string>(
  name: SequenceName,
  raise: Raise<Name>,
): Promise<Record<Name, number>> => {
  const raised = await (isTimeDue(name) ? tellTime(name, raise) : update(name, raise));
  noteTime(name, raised.latestMs);
  return raised as Record<Name, number>;
};

/** As `update`, and the time in the sequence is now, unless it is later already. */
const tellTime = async (name: SequenceName, raise: Raise<string>) => {
  try {
    return await update(name, raise, clock.nowMs());
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return update(name, raise);
  }
};

/** The numbers and the time after the update, which sets the time to `toldMs` if that is given. */
const update = async (
  name: SequenceName,
  { names, by, set = {} }: Raise<string>,
  toldMs?: number,
): Promise<Readonly<Record<string, unknown>>> => {
  const isTold = toldMs !== undefined;
  // To add nothing to the time makes it part of the answer.
  const added: Record<string, number> = Object.fromEntries(names.map((each) => [each, by]));
  if (!isTold) added.latestMs = 0;
  const assigned: Record<string, unknown> = { ...set, ...(isTold && { latestMs: toldMs }) };
  const add = Object.keys(added).map((_, index) => `#a${index} :a${index}`);
  const assign = Object.keys(assigned).map((_, index) => `#s${index} = :s${index}`);
  const { Attributes = {} } = await database().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: keys.sequence(name),
      UpdateExpression: `ADD ${add.join(", ")}${assign.length > 0 ? ` SET ${assign.join(", ")}` : ""}`,
      ...(isTold && { ConditionExpression: "attribute_not_exists(latestMs) OR latestMs < :now" }),
      ExpressionAttributeNames: {
        ...placeholders("#a", Object.keys(added)),
        ...placeholders("#s", Object.keys(assigned)),
      },
      ExpressionAttributeValues: {
        ...placeholders(":a", Object.values(added)),
        ...placeholders(":s", Object.values(assigned)),
        ...(isTold && { ":now": toldMs }),
      },
      ReturnValues: "UPDATED_NEW",
    }),
  );
  return Attributes;
};

const placeholders = <Value>(prefix: string, values: readonly Value[]): Record<string, Value> =>
  Object.fromEntries(values.map((value, index) => [`${prefix}${index}`, value]));
