import { clock } from "#lib/clock.ts";
import { absent, any, below } from "#lib/store/port/condition.ts";
import { ConditionalCheckFailedException } from "./condition-errors.ts";
import { isTimeDue, noteTime, type SequenceName } from "./log-time.ts";
import { keys } from "./table.ts";
import { tableStore } from "./table-store.ts";
import { updateItem } from "./typed-writes.ts";

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
  const changes = {
    // To add nothing to the time makes it part of the answer.
    add: { ...Object.fromEntries(names.map((each) => [each, by])), ...(!isTold && { latestMs: 0 }) },
    set: { ...set, ...(isTold && { latestMs: toldMs }) },
  };
  const condition = isTold ? any(absent("latestMs"), below("latestMs", toldMs)) : undefined;
  return (await tableStore().write(updateItem(keys.sequence(name), changes, condition))) ?? {};
};
