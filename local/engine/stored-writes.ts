import { hash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { TableOperation } from "#lib/store/operation-signature.ts";
import type { TableAnswer } from "#lib/store/table-requests.ts";
import type { WireItem } from "#lib/store/wire-values.ts";
import { type Placeholders, readCondition, readUpdate } from "./expressions.ts";
import { itemSize } from "./item-size.ts";
import { LeftToEngine, requireKnown } from "./left-to-engine.ts";
import { storedKey } from "./stored-items.ts";

/** What a write was answered with: 200, or 400 and the name of an error. */
export interface WriteAnswer {
  readonly status: 200 | 400;
  readonly body: TableAnswer;
  /** The size of the items that were written, as DynamoDB counts it. */
  readonly bytes: number;
}

/**
 * Writes to a table in the database of an engine, as the engine would. What is not understood, or would be
 * refused for another reason than a condition, is left to the engine: then the answer is undefined, and
 * nothing has been written. Throws, and has written nothing, if the database cannot be written now.
 *
 * The engine does each write in one transaction that locks the database before it reads anything, and so does
 * this: conditions hold at the moment of the write, whichever of them writes. What is committed is not yet on
 * the disk. Source: the tables that dynoxide 1.2.1 makes; SQLite, "Transaction", BEGIN IMMEDIATE.
 */
export const writesTo = (
  database: DatabaseSync,
  table: string,
): ((operation: TableOperation, input: object) => WriteAnswer | undefined) => {
  const rows = rowsOf(database, table);

  const write = (operation: TableOperation, input: object): WriteAnswer | undefined => {
    if (!rows.areWritable()) return undefined;
    const request = requestOf(operation, input, table);
    if (!request) return undefined;
    rows.begin();
    try {
      const steps = request.actions.map((action) => stepOf(action, rows.at(action.key)));
      const bytes = steps.reduce((sum, { size }) => sum + size, 0);
      requireKnown(bytes <= maxBytes);
      const refused = refusalOf(request, steps);
      if (!refused) for (const step of steps) rows.write(step);
      rows.end(refused ? "ROLLBACK" : "COMMIT");
      return refused ?? { status: 200, body: answerOf(request, steps, table), bytes };
    } catch (error) {
      rows.end("ROLLBACK");
      throw error;
    }
  };

  return (operation, input) => {
    try {
      return write(operation, input);
    } catch (error) {
      if (error instanceof LeftToEngine) return undefined;
      throw error;
    }
  };
};

/** DynamoDB refuses transactions of more than 4 MB. */
const maxBytes = 3_900_000;

type Key = readonly [pk: string, sk: string];

interface Row {
  readonly item: WireItem;
  readonly size: number;
}

interface StoredRow {
  readonly pk: string;
  readonly sk: string;
  readonly item_json: string;
  readonly item_size: number;
  readonly hash_prefix: string;
}

/** The rows of a table, for transactions one after another. */
const rowsOf = (database: DatabaseSync, table: string) => {
  /** Statements stay prepared. They cannot be before the table exists. */
  const prepare = () => ({
    BEGIN: database.prepare("BEGIN IMMEDIATE"),
    COMMIT: database.prepare("COMMIT"),
    ROLLBACK: database.prepare("ROLLBACK"),
    read: database.prepare(`SELECT item_json, item_size FROM "${table}" WHERE pk = ? AND sk = ?`),
    remove: database.prepare(`DELETE FROM "${table}" WHERE pk = ? AND sk = ?`),
    put: database.prepare(
      `INSERT INTO "${table}" (pk, sk, item_json, item_size, hash_prefix) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (pk, sk) DO UPDATE SET item_json = excluded.item_json, item_size = excluded.item_size`,
    ),
  });
  let prepared: ReturnType<typeof prepare> | undefined;
  let areWritable: boolean | undefined;
  return {
    /** False if the table is empty, or kept in a way that is not known here: then nothing may be written. */
    areWritable: (): boolean => {
      if (areWritable === undefined && hasKnownColumns(database, table)) {
        const row = database.prepare(`SELECT * FROM "${table}" LIMIT 1`).get();
        if (row) areWritable = isOfKnownForm(row as unknown as StoredRow);
        if (areWritable) prepared = prepare();
      }
      return areWritable ?? false;
    },
    begin: (): void => {
      prepared!.BEGIN.run();
    },
    end: (how: "COMMIT" | "ROLLBACK"): void => {
      if (database.isTransaction) prepared![how].run();
    },
    at: (key: Key): Row | undefined => {
      const found = prepared!.read.get(...key.map(storedKey)) as unknown as StoredRow | undefined;
      return found && { item: JSON.parse(found.item_json) as WireItem, size: found.item_size };
    },
    write: ({ key, kind, item, size }: Step): void => {
      const names = key.map(storedKey);
      if (kind === "ConditionCheck") return;
      if (item) prepared!.put.run(...names, JSON.stringify(item), size, hashPrefix(key[0]));
      else prepared!.remove.run(...names);
    },
  };
};

/** The engine divides a table by this among those who scan parts of it. */
const hashPrefix = (pk: string): string => hash("md5", `Outliers${pk}`).slice(0, 6);

const knownColumns = "pk, sk, item_json, item_size, cached_at, hash_prefix";

/** True for a table without indexes and streams, which other tables would have to follow. */
const hasKnownColumns = (database: DatabaseSync, table: string): boolean => {
  const columns = database.prepare("SELECT name FROM pragma_table_info(?)").all(table);
  const plain = `SELECT 1 FROM _tables WHERE table_name = ? AND gsi_definitions IS NULL
    AND lsi_definitions IS NULL AND vector_index_definitions IS NULL AND stream_enabled = 0`;
  return (
    columns.map(({ name }) => name).join(", ") === knownColumns &&
    database.prepare(plain).get(table) !== undefined
  );
};

const isOfKnownForm = (row: StoredRow): boolean => {
  const item = JSON.parse(row.item_json) as WireItem;
  const [pk, sk] = [item.pk?.S, item.sk?.S];
  return (
    pk !== undefined &&
    sk !== undefined &&
    row.pk === storedKey(pk) &&
    row.sk === storedKey(sk) &&
    row.hash_prefix === hashPrefix(pk) &&
    row.item_size === itemSize(item)
  );
};

type Kind = "ConditionCheck" | "Delete" | "Put" | "Update";

/** What is to be done with one item. */
interface Action {
  readonly kind: Kind;
  readonly key: Key;
  readonly input: ActionInput;
}

interface ActionInput extends Placeholders {
  readonly TableName: string;
  readonly Key?: WireItem;
  readonly Item?: WireItem;
  readonly ConditionExpression?: string;
  readonly UpdateExpression?: string;
}

interface WriteRequest {
  readonly actions: readonly Action[];
  readonly isTransaction: boolean;
  readonly givesNew: boolean;
  readonly givesUnits: boolean;
}

/** What an action does to the row that it finds. */
interface Step {
  readonly kind: Kind;
  readonly key: Key;
  readonly holds: boolean;
  /** Afterwards; undefined if there is none then. */
  readonly item: WireItem | undefined;
  readonly size: number;
  readonly sizeBefore: number;
  /** The attributes that were set. */
  readonly names: readonly string[];
}

/** Single writes, by the operation. */
const kinds: { readonly [operation in TableOperation]?: Kind } = {
  DeleteItem: "Delete",
  PutItem: "Put",
  UpdateItem: "Update",
};

interface GivenInput {
  readonly ReturnConsumedCapacity?: string;
  readonly ReturnValues?: string;
}

/** Undefined for operations that are left to the engine. */
const requestOf = (operation: TableOperation, input: object, table: string): WriteRequest | undefined => {
  const { ReturnConsumedCapacity, ReturnValues, ...action } = input as GivenInput;
  const givesUnits = ReturnConsumedCapacity !== undefined;
  const kind = kinds[operation];
  if (kind) {
    const givesNew = kind === "Update" && ReturnValues === "UPDATED_NEW";
    requireKnown(ReturnValues === undefined || givesNew);
    return { actions: [actionOf(kind, action, table)], isTransaction: false, givesNew, givesUnits };
  }
  if (operation !== "TransactWriteItems") return undefined;
  // It is done once without its token: whether it was done is known here.
  const { TransactItems, ClientRequestToken: _token, ...others } = action as TransactionInput;
  requireKnown(Object.keys(others).length === 0);
  const actions = TransactItems.flatMap((each) =>
    Object.entries(each).map(([name, one]) => actionOf(name as Kind, one, table)),
  );
  const keys = new Set(actions.map(({ key }) => key.join(" ")));
  requireKnown(actions.length === TransactItems.length && keys.size === actions.length);
  requireKnown(actions.length > 0 && actions.length <= maxActions);
  return { actions, isTransaction: true, givesNew: false, givesUnits };
};

const maxActions = 100;

interface TransactionInput {
  readonly TransactItems: readonly Readonly<Record<string, ActionInput>>[];
  readonly ClientRequestToken?: string;
}

/** The members that each action must have, and may have. */
const members: Readonly<Record<Kind, readonly (keyof ActionInput)[]>> = {
  ConditionCheck: ["Key", "ConditionExpression"],
  Delete: ["Key"],
  Put: ["Item"],
  Update: ["Key", "UpdateExpression"],
};

const otherMembers: readonly string[] = [
  "TableName",
  "ConditionExpression",
  "ExpressionAttributeNames",
  "ExpressionAttributeValues",
];

const actionOf = (kind: Kind, given: object, table: string): Action => {
  const input = given as ActionInput;
  const needed = members[kind];
  requireKnown(needed !== undefined && input.TableName === table);
  requireKnown(needed.every((name) => input[name] !== undefined));
  requireKnown(
    Object.keys(input).every((name) => otherMembers.includes(name) || (needed as string[]).includes(name)),
  );
  const { pk, sk } = (input.Item ?? input.Key)!;
  const key = [pk?.S ?? "", sk?.S ?? ""] as const;
  requireKnown(isKeyText(key[0], 2_048) && isKeyText(key[1], 1_024));
  requireKnown(input.Key === undefined || Object.keys(input.Key).length === 2);
  return { kind, key, input };
};

const isKeyText = (text: string, maxBytes: number): boolean =>
  text !== "" && Buffer.byteLength(text) <= maxBytes;

const stepOf = ({ kind, key, input }: Action, found: Row | undefined): Step => {
  const { ConditionExpression: condition } = input;
  const holds = condition === undefined || readCondition(condition)(found?.item ?? {}, input);
  const before = { kind, key, holds, sizeBefore: found?.size ?? 0, names: [] };
  // What is not allowed is refused for that, whether the condition holds or not.
  if (kind === "Put") return { ...before, item: input.Item, size: itemSize(input.Item!) };
  if (kind !== "Update") return { ...before, item: undefined, size: 0 };
  const { item, names } = readUpdate(input.UpdateExpression!)(found?.item ?? input.Key!, input);
  requireKnown(!names.includes("pk") && !names.includes("sk"));
  return { ...before, item, size: itemSize(item), names };
};

const refusalOf = ({ isTransaction }: WriteRequest, steps: readonly Step[]): WriteAnswer | undefined => {
  if (steps.every(({ holds }) => holds)) return undefined;
  if (!isTransaction)
    return refusal("ConditionalCheckFailedException", { message: "The conditional request failed" });
  const codes = steps.map(({ holds }) => (holds ? "None" : "ConditionalCheckFailed"));
  return refusal("TransactionCanceledException", {
    message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(", ")}]`,
    CancellationReasons: codes.map((Code) => ({ Code })),
  });
};

const refusal = (name: string, body: TableAnswer): WriteAnswer => ({
  status: 400,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${name}`, ...body },
  bytes: 0,
});

const answerOf = (request: WriteRequest, steps: readonly Step[], table: string): TableAnswer => {
  const { isTransaction, givesNew, givesUnits } = request;
  const units = steps.reduce((sum, step) => sum + unitsOf(step), 0) * (isTransaction ? 2 : 1);
  const consumed = { TableName: table, CapacityUnits: units };
  const [{ item, names }] = steps as readonly [Step];
  return {
    ...(givesNew && { Attributes: Object.fromEntries(names.map((name) => [name, item![name]!])) }),
    ...(givesUnits && { ConsumedCapacity: isTransaction ? [consumed] : consumed }),
  };
};

/** A write unit, in bytes. */
const unitSize = 1_024;

/** Of the item before or afterwards, whichever is larger. */
const unitsOf = ({ size, sizeBefore }: Step): number =>
  Math.max(1, Math.ceil(Math.max(size, sizeBefore) / unitSize));
