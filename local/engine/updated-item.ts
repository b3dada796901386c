import type { WireItem, WireValue } from "#lib/store/wire-values.ts";

export interface Update {
  readonly Key: WireItem;
  readonly UpdateExpression: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: WireItem;
}

/** How a clause changes an attribute; undefined if that is not known here. */
type Change = (before: WireValue | undefined, value: WireValue) => WireValue | undefined;

const set: Change = (_, value) => value;

const add: Change = (before = { N: "0" }, { N = "" }) => {
  const [one, other] = [Number(before.N ?? Number.NaN), Number(N || Number.NaN)];
  const sum = one + other;
  return [one, other, sum].every(Number.isSafeInteger) ? { N: String(sum) } : undefined;
};

/**
 * The item after an update that sets attributes to values, or adds integers to numbers; undefined for all
 * other updates. Source: DynamoDB, "Update expressions".
 */
export const updatedItem = (item: WireItem, update: Update): WireItem | undefined => {
  const { UpdateExpression, ExpressionAttributeNames = {}, ExpressionAttributeValues = {} } = update;
  const [, action, clauses = ""] = /^(SET|ADD) (.*)$/.exec(UpdateExpression) ?? [];
  const after: Record<string, WireValue> = { ...item };
  for (const clause of clauses.split(", ")) {
    const [, attribute = "", sign, value = ""] = /^(#?\w+)( =)? (:\w+)$/.exec(clause) ?? [];
    const name = attribute.startsWith("#") ? ExpressionAttributeNames[attribute] : attribute;
    const given = ExpressionAttributeValues[value];
    if (!name || !given || (sign === " =") !== (action === "SET")) return undefined;
    const changed = (action === "SET" ? set : add)(item[name], given);
    if (!changed) return undefined;
    after[name] = changed;
  }
  return after;
};
