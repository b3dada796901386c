import type { TableOperation } from "#lib/store/dynamo/operation-signature.ts";
import type { WireItem } from "#lib/store/dynamo/wire-values.ts";
import {
  type ItemCondition,
  type ItemUpdate,
  type Placeholders,
  placeholdersIn,
  readCondition,
  readUpdate,
} from "./expressions.ts";
import { requireKnown } from "./require-known.ts";
import { type TableKey, tableKey } from "./table-key.ts";

/** A single write, or a transaction. */
export interface WriteRequest {
  readonly actions: readonly ItemAction[];
  readonly isTransaction: boolean;
  /** Whether the answer says what an update has set. */
  readonly givesNew: boolean;
  readonly givesUnits: boolean;
}

/** What is to be done with one item. */
export interface ItemAction {
  readonly kind: ActionKind;
  readonly key: TableKey;
  readonly input: ActionInput;
  readonly condition: ItemCondition | undefined;
  readonly update: ItemUpdate | undefined;
}

export type ActionKind = "ConditionCheck" | "Delete" | "Put" | "Update";

/** Key or item, condition and update, in DynamoDB's JSON. */
export interface ActionInput extends Placeholders {
  readonly TableName: string;
  readonly Key?: WireItem;
  readonly Item?: WireItem;
  readonly ConditionExpression?: string;
  readonly UpdateExpression?: string;
}

/** What an operation is asked to do in the table. Throws if that is left to the engine. */
export const writeRequest = (operation: TableOperation, input: object, table: string): WriteRequest => {
  const { ReturnConsumedCapacity, ReturnValues, ...asked } = input as GivenInput;
  const givesUnits = ReturnConsumedCapacity !== undefined;
  const kind = singleWrites[operation];
  if (kind) {
    const givesNew = kind === "Update" && ReturnValues === "UPDATED_NEW";
    requireKnown(ReturnValues === undefined || givesNew);
    return { actions: [actionOf(kind, asked, table)], isTransaction: false, givesNew, givesUnits };
  }
  requireKnown(operation === "TransactWriteItems");
  // Nothing can be lost on the way, so nothing comes twice that has the same token.
  const { TransactItems, ClientRequestToken: _, ...others } = asked as TransactionInput;
  requireKnown(Object.keys(others).length === 0);
  const actions = TransactItems.flatMap((each) =>
    Object.entries(each).map(([name, given]) => actionOf(name as ActionKind, given, table)),
  );
  const keys = new Set(actions.map(({ key }) => key.join(" ")));
  requireKnown(actions.length === TransactItems.length && keys.size === actions.length);
  requireKnown(actions.length > 0 && actions.length <= maxActions);
  return { actions, isTransaction: true, givesNew: false, givesUnits };
};

interface GivenInput {
  readonly ReturnConsumedCapacity?: string;
  readonly ReturnValues?: string;
}

interface TransactionInput {
  readonly TransactItems: readonly Readonly<Record<string, object>>[];
  readonly ClientRequestToken?: string;
}

const maxActions = 100;

const singleWrites: { readonly [operation in TableOperation]?: ActionKind } = {
  DeleteItem: "Delete",
  PutItem: "Put",
  UpdateItem: "Update",
};

/** The members that each kind needs, beside `TableName`. */
const neededMembers: Readonly<Record<ActionKind, readonly (keyof ActionInput)[]>> = {
  ConditionCheck: ["Key", "ConditionExpression"],
  Delete: ["Key"],
  Put: ["Item"],
  Update: ["Key", "UpdateExpression"],
};

const otherMembers: readonly (keyof ActionInput)[] = [
  "ConditionExpression",
  "ExpressionAttributeNames",
  "ExpressionAttributeValues",
];

const actionOf = (kind: ActionKind, given: object, table: string): ItemAction => {
  const { TableName, ...input } = given as ActionInput;
  const needed = neededMembers[kind];
  requireKnown(needed !== undefined && TableName === table);
  const known: readonly string[] = [...needed, ...otherMembers];
  requireKnown(Object.keys(input).every((name) => known.includes(name)));
  requireKnown(needed.every((name) => name in input));
  const key = tableKey(input.Item ?? input.Key!);
  requireKnown(!input.Key || Object.keys(input.Key).length === key.length);
  requireExactPlaceholders(input);
  const { ConditionExpression: condition, UpdateExpression: update } = input;
  return {
    ...{ kind, key, input: given as ActionInput },
    condition: condition === undefined ? undefined : readCondition(condition),
    update: update === undefined ? undefined : readUpdate(update),
  };
};

/** DynamoDB refuses what an expression does not use, as well as what is missing. */
const requireExactPlaceholders = (input: Omit<ActionInput, "TableName">): void => {
  const { ExpressionAttributeNames: names, ExpressionAttributeValues: values } = input;
  const used = placeholdersIn([input.ConditionExpression, input.UpdateExpression].join(" "));
  const given = [names, values].flatMap((each) => (each ? Object.keys(each) : []));
  requireKnown(given.length === used.length && given.every((name) => used.includes(name)));
  requireKnown([names, values].every((each) => !each || Object.keys(each).length > 0));
};
