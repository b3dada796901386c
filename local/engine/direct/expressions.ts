import { isDeepStrictEqual } from "node:util";
import type { WireItem, WireValue } from "#lib/store/dynamo/wire-values.ts";
import { isPlainNumber, itemSize } from "./item-size.ts";
import { requireKnown } from "./require-known.ts";

/** What the placeholders of an expression stand for. */
export interface Placeholders {
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>> | undefined;
  readonly ExpressionAttributeValues?: WireItem | undefined;
}

/** Whether a condition holds for an item; one that does not exist has no attributes. */
export type ItemCondition = (item: WireItem, placeholders: Placeholders) => boolean;

/** Gives an item as an update leaves it, and the names of the attributes that it has set. */
export type ItemUpdate = (item: WireItem, placeholders: Placeholders) => UpdatedItem;

export interface UpdatedItem {
  readonly item: WireItem;
  readonly names: readonly string[];
}

/** The placeholders of expressions, each once. */
export const placeholdersIn = (text: string): readonly string[] => [...new Set(text.match(/[#:]\w+/g))];

/** Each expression is read once: the store has some fifty. */
const onceForEach = <Meaning>(read: (expression: string) => Meaning): ((expression: string) => Meaning) => {
  const known = new Map<string, Meaning>();
  return (expression) => {
    const meaning = known.get(expression) ?? read(expression);
    known.set(expression, meaning);
    return meaning;
  };
};

/**
 * Comparisons, `attribute_exists` and `attribute_not_exists`, joined by AND and OR; all others are left to
 * the engine. Source: Amazon DynamoDB Developer Guide, "Condition and filter expressions, operators, and
 * functions".
 */
export const readCondition = onceForEach((expression: string): ItemCondition => {
  const ways = expression.split(" OR ").map((way) => way.split(" AND ").map(termOf));
  return (item, placeholders) => ways.some((terms) => terms.every((holds) => holds(item, placeholders)));
});

const termOf = (text: string): ItemCondition => {
  const [, not, tested, compared, sign, value] =
    /^(?:attribute_(not_)?exists\(([#\w.]+)\)|([#\w.]+) (=|<=|<|>=|>) (:\w+))$/.exec(text) ?? [];
  requireKnown((tested ?? compared) !== undefined);
  if (tested !== undefined)
    return (item, placeholders) => (valueAt(item, tested, placeholders) === undefined) === (not === "not_");
  return (item, placeholders) => {
    const wanted = valueFor(value!, placeholders);
    const found = valueAt(item, compared!, placeholders);
    return found !== undefined && compares(found, sign!, wanted);
  };
};

const compares = (found: WireValue, sign: string, wanted: WireValue): boolean => {
  if (sign === "=") return areEqual(found, wanted);
  const order = orderOf(found, wanted);
  if (order === undefined) return false;
  if (sign === "<") return order < 0;
  if (sign === "<=") return order <= 0;
  return sign === ">" ? order > 0 : order >= 0;
};

/** Numbers have one form each, so the same text is the same number. */
const areEqual = (found: WireValue, wanted: WireValue): boolean => {
  if (wanted.S !== undefined) return found.S === wanted.S;
  if (wanted.N !== undefined) return found.N === wanted.N;
  // The members of sets have no order.
  requireKnown(!/"[SN]S":/.test(JSON.stringify(wanted)));
  return isDeepStrictEqual(found, wanted);
};

/** Below, at or above 0 as the first is to the second; undefined for values of two types. */
const orderOf = (found: WireValue, wanted: WireValue): number | undefined => {
  requireKnown(wanted.N !== undefined);
  if (found.N === undefined) return undefined;
  requireKnown(isPlainNumber(found.N));
  return Number(found.N) - Number(wanted.N);
};

/** What a path leads to, in maps within maps. */
const valueAt = (item: WireItem, path: string, placeholders: Placeholders): WireValue | undefined => {
  const [first, ...rest] = path.split(".").map((name) => nameOf(name, placeholders));
  let value = ownMember(item, first!);
  for (const name of rest) value = ownMember(value?.M ?? {}, name);
  return value;
};

const ownMember = (members: WireItem, name: string): WireValue | undefined =>
  Object.hasOwn(members, name) ? members[name] : undefined;

const nameOf = (name: string, { ExpressionAttributeNames: names = {} }: Placeholders): string => {
  const meant = name.startsWith("#") ? names[name] : name;
  // To set `__proto__` would set something else.
  requireKnown(meant !== undefined && /^[a-z]\w*$/i.test(meant));
  return meant;
};

const valueFor = (name: string, { ExpressionAttributeValues: values = {} }: Placeholders): WireValue => {
  const value = values[name];
  requireKnown(value !== undefined);
  itemSize({ value });
  return value;
};

/**
 * SET of attributes to values, and ADD of whole numbers; all others are left to the engine. Source: Amazon
 * DynamoDB Developer Guide, "Update expressions".
 */
export const readUpdate = onceForEach((expression: string): ItemUpdate => {
  const [before, ...clauses] = expression.split(/\b(SET|ADD) /);
  const words = clauses.filter((_, index) => index % 2 === 0);
  requireKnown(before === "" && words.length > 0 && new Set(words).size === words.length);
  const steps = clauses.flatMap((clause, index) =>
    index % 2 === 0
      ? []
      : clause
          .trim()
          .split(", ")
          .map(clauses[index - 1] === "SET" ? setOf : additionOf),
  );
  return (item, placeholders) => {
    const updated: Record<string, WireValue> = { ...item };
    const names = steps.map((step) => step(updated, placeholders));
    requireKnown(new Set(names).size === names.length);
    return { item: updated, names };
  };
});

/** Changes the item, and gives the name of the attribute. */
type Step = (item: Record<string, WireValue>, placeholders: Placeholders) => string;

const setOf = (text: string): Step => {
  const [, named, value] = /^(#?\w+) = (:\w+)$/.exec(text) ?? [];
  requireKnown(named !== undefined && value !== undefined);
  return (item, placeholders) => {
    const name = nameOf(named, placeholders);
    item[name] = valueFor(value, placeholders);
    return name;
  };
};

const additionOf = (text: string): Step => {
  const [, named, value] = /^(#?\w+) (:\w+)$/.exec(text) ?? [];
  requireKnown(named !== undefined && value !== undefined);
  return (item, placeholders) => {
    const name = nameOf(named, placeholders);
    const { N: before = "none" } = ownMember(item, name) ?? { N: "0" };
    const sum = Number(before) + Number(valueFor(value, placeholders).N ?? "none");
    requireKnown([Number(before), sum].every(Number.isSafeInteger));
    item[name] = { N: String(sum) };
    return name;
  };
};
