import { setTimeout as pause } from "node:timers/promises";
import { certain } from "#lib/certain.ts";
import { clock } from "#lib/clock.ts";
import type { Change } from "#lib/pages/change.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { changeNumber, type DrawIds, idsOfChange, newMark } from "./change-number.ts";
import { putChange } from "./changes.ts";
import { commitScope, type RequestOutcome } from "./commit-scope.ts";
import { TransactionCanceledException } from "./condition-errors.ts";
import { editAmong } from "./pages.ts";
import { putReceipt, ReceiptTaken } from "./receipts.ts";
import { noteLostRace, type PlannedNumbers } from "./sequences.ts";
import { tableStore } from "./table-store.ts";

/**
 * The decision of an action: the writes, the change that the public may see, and the action's result. Other
 * changes of a page's row get an entry in the log of edits.
 */
export interface Decision<Value> {
  readonly writes: readonly Write[];
  readonly change?: Change;
  /** What several decisions that are committed together tell the logs, in place of `change`. */
  readonly entries?: LogEntries | undefined;
  readonly value: Value;
  /** What the request has done once this is committed; absent for steps on the way, and for cleaning up. */
  readonly outcome?: RequestOutcome | undefined;
}

/** The entries of decisions that are committed together. */
export interface LogEntries {
  readonly changes: readonly Change[];
  readonly edits: readonly Edit[];
  /** The revisions that were made; their numbers are used, also where no entry has them. */
  readonly revisionIds: readonly number[];
}

export type Edit = NonNullable<ReturnType<typeof editAmong>>;

/**
 * The numbers of a decision. They are drawn beside its reads, so that it need not wait afterwards, or taken.
 */
export interface NumbersToDraw {
  /**
   * Begins to draw the number of the change, unless it can be taken. If this is not called, the number is
   * drawn after the decision.
   */
  readonly beginChange: () => void;
  /** Begins to draw the ids that the next call of `ids` asks for. */
  readonly beginIds: (...names: string[]) => void;
  readonly ids: DrawIds;
}

/** A decision not committed by then is given up, well before a Lambda's own timeout. */
const timeoutMs = 10_000;

/**
 * Decides and commits, all or nothing, and gives the decision's value. If a condition fails because another
 * write was faster, everything is read and decided again: `decide` must load what it depends on, and throw
 * refusals itself. Refuses `busy` after losing for ten seconds. Cost per attempt: one transaction. For
 * the number of the change one request in total, and one for each number that was drawn in vain, unless the
 * transaction takes it (sequences.ts): so where an action states its cost, it may be one request less.
 *
 * In a dry run nothing is written. If the request has a key, its first decision with an outcome also writes
 * the receipt, even if it changes nothing else; `ReceiptTaken` if there is one.
 */
export const commitDecision = async <Value>(
  decide: (numbers: NumbersToDraw) => Promise<Decision<Value>>,
  planned?: PlannedNumbers,
): Promise<Value> => {
  const scope = commitScope();
  if (scope?.joint) return scope.joint.add(decide);
  const number = changeNumber(planned);
  const more: ReturnType<typeof changeNumber>[] = [];
  const ids = idsOfChange(planned);
  const beginChange = () => {
    if (!scope?.isDryRun) number.begin();
  };
  const giveUpAtMs = clock.monotonicMs() + timeoutMs;
  const hasTime = () => clock.monotonicMs() < giveUpAtMs;
  try {
    for (let attempt = 1; hasTime(); attempt++) {
      const decision = await decide({ beginChange, beginIds: ids.begin, ids: ids.next });
      if (scope?.isDryRun) return decision.value;
      const slot = decision.outcome && scope?.receipt?.isOpen ? scope.receipt : undefined;
      if (await slot?.before) throw new ReceiptTaken();
      const receipt = slot && decision.outcome ? putReceipt(slot, decision.outcome) : undefined;
      if (decision.writes.length === 0 && !receipt) return decision.value;
      while (more.length + 1 < (decision.entries?.changes.length ?? 0)) more.push(changeNumber());
      const entry = await entryOf(decision, [number, ...more], ids);
      const isNumbered = decision.change !== undefined || decision.entries !== undefined;
      const maySend = () => hasTime() && (!isNumbered || [number, ...more].every((each) => each.isFresh()));
      const writes = [...decision.writes, ...entry.writes];
      const raises = [...number.raise(), ...ids.raise()];
      if (await commit({ writes, raises, receipt }, maySend)) {
        entry.written();
        if (slot) slot.isOpen = false;
        return decision.value;
      }
      number.endAttempt();
      ids.endAttempt();
      await pause(Math.random() * Math.min(2 ** attempt, 60));
    }
    throw new Refusal("busy");
  } finally {
    await Promise.all([...[number, ...more].map((each) => each.release()), ids.release()]);
  }
};

type ChangeNumber = ReturnType<typeof changeNumber>;

/**
 * The entries of a decision in the logs. In the log of edits an entry has the number of the revision that the
 * decision makes. There is a number for each change.
 */
const entryOf = async (
  { change, writes, entries }: Decision<unknown>,
  numbers: readonly ChangeNumber[],
  ids: ReturnType<typeof idsOfChange>,
): Promise<{ readonly writes: readonly Write[]; readonly written: () => void }> => {
  const edit = entries ? undefined : editAmong(writes);
  const changes = entries?.changes ?? (change ? [change] : []);
  const edits = entries?.edits ?? (edit && !change ? [edit] : []);
  const puts: Write[] = [];
  for (const [index, each] of changes.entries())
    puts.push(putChange(await certain(numbers[index]).current(), each));
  const revisionIds = [...(entries?.revisionIds ?? [edit?.revisionId])];
  for (const { revisionId, change: edited } of edits) {
    const number = revisionId ?? (await ids.next("revision")).revision;
    puts.push(putChange({ number, mark: newMark() }, edited, "EDITS"));
    revisionIds.push(number);
  }
  const written = () => {
    for (const number of numbers.slice(0, changes.length)) number.used();
    for (const id of revisionIds) ids.used(id);
  };
  return { writes: puts, written };
};

interface Transaction {
  readonly writes: readonly Write[];
  /** The writes that take numbers. */
  readonly raises: readonly Write[];
  readonly receipt: Write | undefined;
}

/**
 * True if all was written; false if nothing was, and it must be decided again. Conflicts with a running
 * transaction say nothing about the conditions, so they are retried here, with growing random pauses.
 */
const commit = async ({ writes, raises, receipt }: Transaction, maySend: () => boolean): Promise<boolean> => {
  const items = [...writes, ...raises, ...(receipt ? [receipt] : [])];
  for (let attempt = 1; ; attempt++) {
    if (!maySend()) return false;
    try {
      await tableStore().transact(items);
      return true;
    } catch (error) {
      const outcome = cancellationOf(error);
      const hasLostNumber = raises.some((_, index) => reasonAt(error, writes.length + index) !== undefined);
      if (hasLostNumber) noteLostRace();
      if (receipt && reasonAt(error, items.length - 1) === "ConditionalCheckFailed") throw new ReceiptTaken();
      // The other transaction, which is taking the same number, will get it.
      if (outcome === "condition" || (outcome && hasLostNumber)) return false;
      if (outcome !== "conflict") throw error;
      await pause(Math.random() * Math.min(2 ** attempt * 5, 200));
    }
  }
};

/** Why this item of the transaction could not be written; undefined if it could, or for another error. */
const reasonAt = (error: unknown, index: number): string | undefined => {
  const { Code } = (error instanceof TransactionCanceledException && error.reasons[index]) || {};
  return Code === "None" ? undefined : Code;
};

/** Why a transaction was cancelled: a failed condition, or a conflict (which includes throttling). */
export const cancellationOf = (error: unknown): "condition" | "conflict" | undefined => {
  if (!(error instanceof TransactionCanceledException)) return undefined;
  const reasons = error.reasons.map((reason) => reason.Code);
  if (reasons.includes("ConditionalCheckFailed")) return "condition";
  const passing = ["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"];
  return reasons.some((reason) => passing.includes(reason ?? "")) ? "conflict" : undefined;
};
