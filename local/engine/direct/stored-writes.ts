import type { DatabaseSync } from "node:sqlite";
import type { TableOperation } from "#lib/store/dynamo/operation-signature.ts";
import type { TableAnswer } from "#lib/store/dynamo/table-requests.ts";
import type { WireItem } from "#lib/store/dynamo/wire-values.ts";
import { itemSize } from "./item-size.ts";
import { requireKnown } from "./require-known.ts";
import type { StoredItem } from "./stored-items.ts";
import { storedRowsOf } from "./stored-rows.ts";
import type { TableKey } from "./table-key.ts";
import { type ItemAction, type WriteRequest, writeRequest } from "./write-requests.ts";

/** What a write was answered with: 200, or 400 and the name of an error. */
export interface WriteAnswer {
  readonly status: 200 | 400;
  readonly body: TableAnswer;
  /** The size of the items that were written, as DynamoDB counts it. */
  readonly bytes: number;
}

/**
 * Writes to a table in the database of an engine, as the engine would. The answer is undefined, and nothing
 * has been written, if the write is left to the engine: because it is not understood, would be refused for
 * another reason than a condition, or the database cannot be written now.
 *
 * The engine does each write in one transaction that locks the database before it reads anything, and so does
 * this. A condition therefore holds at the moment of its write, whichever of the two writes. What has been
 * committed is not yet on the disk. Source: dynoxide 1.2.1; SQLite, "Transaction", BEGIN IMMEDIATE.
 */
export const writesTo = (
  database: DatabaseSync,
  table: string,
): ((operation: TableOperation, input: object) => WriteAnswer | undefined) => {
  const rows = storedRowsOf(database, table);

  const write = (operation: TableOperation, input: object): WriteAnswer => {
    requireKnown(rows.areWritable());
    const request = writeRequest(operation, input, table);
    rows.begin();
    const steps = request.actions.map((action) => stepOf(action, rows.at(action.key)));
    const bytes = steps.reduce((sum, { after }) => sum + (after?.size ?? 0), 0);
    requireKnown(bytes <= maxBytes);
    const refused = refusalOf(request, steps);
    if (refused) return { status: 400, body: refused, bytes: 0 };
    const body = answerOf(request, steps, table);
    for (const { key, isCheck, after } of steps) {
      if (isCheck) continue;
      if (after) rows.put(key, after);
      else rows.remove(key);
    }
    rows.end("COMMIT");
    return { status: 200, body, bytes };
  };

  return (operation, input) => {
    try {
      return write(operation, input);
    } catch {
      return undefined;
    } finally {
      rows.end("ROLLBACK");
    }
  };
};

/** More in one transaction holds the event loop for longer than 20 ms, and DynamoDB refuses 4 MB. */
const maxBytes = 500_000;

/** What an action does to the item that it finds. */
interface Step {
  readonly key: TableKey;
  readonly holds: boolean;
  readonly isCheck: boolean;
  readonly before: StoredItem | undefined;
  readonly after: StoredItem | undefined;
  /** The attributes that an update has set. */
  readonly names: readonly string[];
}

const stepOf = (action: ItemAction, before: StoredItem | undefined): Step => {
  const { kind, key, input, condition, update } = action;
  const holds = !condition || condition(before?.item ?? {}, input);
  const step = { key, holds, isCheck: kind === "ConditionCheck", before, after: undefined, names: [] };
  // What is not allowed is refused for that, whether the condition holds or not.
  if (kind === "Put") return { ...step, after: sized(input.Item!) };
  if (!update) return step;
  const { item, names } = update(before?.item ?? input.Key!, input);
  requireKnown(!names.includes("pk") && !names.includes("sk"));
  return { ...step, after: sized(item), names };
};

const sized = (item: WireItem): StoredItem => ({ item, size: itemSize(item) });

/** Undefined if all conditions hold. */
const refusalOf = ({ isTransaction }: WriteRequest, steps: readonly Step[]): TableAnswer | undefined => {
  if (steps.every(({ holds }) => holds)) return undefined;
  if (!isTransaction) return { __type: errorType("ConditionalCheckFailedException") };
  const codes = steps.map(({ holds }) => (holds ? "None" : "ConditionalCheckFailed"));
  return {
    __type: errorType("TransactionCanceledException"),
    message: `The transaction was cancelled, for these reasons: ${codes.join(", ")}`,
    CancellationReasons: codes.map((Code) => ({ Code })),
  };
};

const errorType = (name: string): string => `com.amazonaws.dynamodb.v20120810#${name}`;

const answerOf = (request: WriteRequest, steps: readonly Step[], table: string): TableAnswer => {
  const { isTransaction, givesNew, givesUnits } = request;
  const units = steps.reduce((sum, step) => sum + unitsOf(step), 0) * (isTransaction ? 2 : 1);
  const consumed = { TableName: table, CapacityUnits: units };
  const [{ after, names }] = steps as readonly [Step];
  return {
    ...(givesNew && { Attributes: Object.fromEntries(names.map((name) => [name, after!.item[name]!])) }),
    ...(givesUnits && { ConsumedCapacity: isTransaction ? [consumed] : consumed }),
  };
};

/** A write unit, in bytes. */
const unitSize = 1_024;

/** Of the item before or afterwards, whichever is larger. */
const unitsOf = ({ before, after }: Step): number =>
  Math.max(1, Math.ceil(Math.max(before?.size ?? 0, after?.size ?? 0) / unitSize));
