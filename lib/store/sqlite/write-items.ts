import { setImmediate as nextTurn } from "node:timers/promises";
import { certain } from "#lib/certain.ts";
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from "#lib/store/condition-errors.ts";
import { changedItem } from "#lib/store/port/changed-item.ts";
import {
  itemBytes,
  requireItemBytes,
  requirePossibleAlone,
  requirePossibleTransaction,
  writtenKey,
} from "#lib/store/port/require-possible.ts";
import type {
  Attributes,
  SingleWrite,
  TableStore,
  Write,
  WriteCondition,
} from "#lib/store/port/table-store.ts";
import { meetsCondition } from "#lib/store/port/values.ts";
import type { Key } from "#lib/store/table.ts";
import { type Counted, countedRequest, writeUnits } from "./read-items.ts";
import { itemFrom, storedText } from "./stored-text.ts";
import type { Commit, TableConnection } from "./table-connection.ts";
import type { TableRow, TableRows } from "./table-rows.ts";

/** The writes of a table, whose answers, reasons and units are those of DynamoDB. */
export const tableWrites = (connection: TableConnection): Pick<TableStore, "write" | "transact"> => ({
  write: async (write) => {
    const size = requirePossibleAlone(write);
    const outcome = await countedRequest(operationOf(write), () => done(connection, [write], [size], 1));
    if (outcome.refused) throw new ConditionalCheckFailedException("The condition of a write does not hold.");
    return outcome.changed;
  },
  transact: async (writes) => {
    const sizes = requirePossibleTransaction(writes);
    const outcome = await countedRequest("TransactWriteItems", () =>
      done(connection, writes, sizes, unitsInTransactions),
    );
    if (outcome.refused) throw canceled(outcome.refused);
    return outcome.units;
  },
});

const operationOf = (write: SingleWrite): string => {
  if ("put" in write) return "PutItem";
  return "update" in write ? "UpdateItem" : "DeleteItem";
};

const canceled = (holds: readonly boolean[]): TransactionCanceledException => {
  const codes = holds.map((each) => (each ? "None" : "ConditionalCheckFailed"));
  return new TransactionCanceledException(
    `The transaction was cancelled, for these reasons: ${codes.join(", ")}`,
    codes.map((Code) => ({ Code })),
  );
};

interface Outcome {
  readonly units: number;
  /** For each write, true if its condition holds; absent if all do. */
  readonly refused?: readonly boolean[];
  /** The attributes that an update has changed. */
  readonly changed?: Attributes | undefined;
}

/** A write, and the row that it makes as far as that does not depend on what is stored. */
interface Prepared {
  readonly write: Write;
  readonly key: Key;
  readonly row: TableRow | undefined;
}

/** How often transactions count units, because they prepare each write. */
const unitsInTransactions = 2;

/** After so many bytes, other requests run. */
const bytesAtOnce = 262_144;

/** True each time so many bytes have been passed: then other requests should run. */
const pauses = () => {
  let bytes = 0;
  return (size: number): boolean => {
    bytes += size;
    if (bytes < bytesAtOnce) return false;
    bytes = 0;
    return true;
  };
};

const done = async (
  connection: TableConnection,
  writes: readonly Write[],
  sizes: readonly number[],
  times: number,
): Promise<Counted<Outcome>> => {
  const prepared: Prepared[] = [];
  const isTimeToPause = pauses();
  for (const [index, write] of writes.entries()) {
    const size = certain(sizes[index]);
    const row = "put" in write ? { size, text: storedText(write.put) } : undefined;
    prepared.push({ write, key: writtenKey(write), row });
    if (isTimeToPause(size)) await nextTurn();
  }
  const outcome = await connection.write((rows, commit) => written(rows, commit, prepared));
  const units = outcome.units * times;
  return { result: { ...outcome, units }, units };
};

/** What a write does to the item that it finds. */
interface Step {
  readonly prepared: Prepared;
  readonly holds: boolean;
  readonly sizeBefore: number;
  readonly after?: TableRow | undefined;
  readonly expiresAt?: unknown;
  readonly changed?: Attributes;
}

const written = async (rows: TableRows, commit: Commit, prepared: readonly Prepared[]): Promise<Outcome> => {
  const isTimeToPause = pauses();
  const steps: Step[] = [];
  for (const each of prepared) {
    const step = stepOf(rows, each);
    steps.push(step);
    if (isTimeToPause(step.sizeBefore)) await nextTurn();
  }
  const holds = steps.map((step) => step.holds);
  if (holds.includes(false)) return { units: 0, refused: holds };
  let pages = 1;
  for (const { prepared: each, after, expiresAt, sizeBefore } of steps) {
    if ("check" in each.write) continue;
    if (after) rows.put(each.key, after, expiresAt);
    else rows.remove(each.key);
    const size = after?.size ?? sizeBefore;
    pages += pagesOf(size);
    if (isTimeToPause(size)) await nextTurn();
  }
  commit(pages);
  const units = steps.reduce(
    (sum, step) => sum + writeUnits(Math.max(step.sizeBefore, step.after?.size ?? 0)),
    0,
  );
  return { units, changed: certain(steps[0]).changed };
};

const pageBytes = 4_096;

/** The pages of a row and of the indexes of its key. */
const pagesOf = (size: number): number => Math.ceil(size / pageBytes) + 2;

/** Throws `ImpossibleWrite` for an update that the item does not allow. */
const stepOf = (rows: TableRows, prepared: Prepared): Step => {
  const { write, key, row } = prepared;
  if (!needsItem(write)) {
    const sizeBefore = rows.sizeAt(key);
    const holds = !write.if || (sizeBefore === undefined) === (write.if.test === "absent");
    return { prepared, holds, sizeBefore: sizeBefore ?? 0, after: row, expiresAt: expiryOf(write) };
  }
  const found = rows.at(key);
  const before = found && itemFrom(found.text);
  const step = {
    prepared,
    holds: !write.if || meetsCondition(before, write.if),
    sizeBefore: found?.size ?? 0,
  };
  if (!("update" in write) || !step.holds) return { ...step, after: row, expiresAt: expiryOf(write) };
  const { item, changed } = changedItem(before, key, write.changes);
  const after = { size: requireItemBytes(itemBytes(item)), text: storedText(item) };
  return { ...step, after, expiresAt: item.expires_at, changed };
};

/** False if it is enough to know whether there is an item, so that a large one is not read. */
const needsItem = (write: Write): boolean =>
  "update" in write || (write.if !== undefined && !asksForItem(write.if));

const asksForItem = (condition: WriteCondition): boolean =>
  (condition.test === "absent" || condition.test === "present") && condition.path === "pk";

const expiryOf = (write: Write): unknown => ("put" in write ? write.put.expires_at : undefined);
