import type { WriteCondition } from "#lib/store/port/condition.ts";
import type { Item } from "#lib/store/port/table-store.ts";
import { areEqual, countIn, isMap, isWithin, type Members, orderOf, ownMember } from "./values.ts";

/** Whether a condition holds for an item; one that is not there has no attributes. */
export const meetsCondition = (item: Item | undefined, condition: WriteCondition): boolean => {
  if ("of" in condition) {
    const meets = (each: WriteCondition) => meetsCondition(item, each);
    return condition.test === "all" ? condition.of.every(meets) : condition.of.some(meets);
  }
  const found = valueAt(item ?? {}, condition.path);
  if (!("value" in condition)) return (found === undefined) === (condition.test === "absent");
  return found !== undefined && comparisons[condition.test](found, condition.value);
};

const comparing =
  (suits: (order: number) => boolean) =>
  (found: unknown, value: unknown): boolean => {
    const order = orderOf(found, value);
    return order !== undefined && suits(order);
  };

const comparisons = {
  equal: areEqual,
  below: comparing((order) => order < 0),
  atMost: comparing((order) => order <= 0),
  above: comparing((order) => order > 0),
  atLeast: comparing((order) => order >= 0),
  sizeBelow: (found: unknown, value: unknown) => (countIn(found) ?? Number.POSITIVE_INFINITY) < Number(value),
  contains: (found: unknown, value: unknown) => isWithin(value, found),
} satisfies Record<string, (found: unknown, value: unknown) => boolean>;

/** What a path leads to, in maps within maps. */
const valueAt = (item: Members, path: string): unknown => {
  let value: unknown = item;
  for (const name of path.split(".")) value = isMap(value) ? ownMember(value, name) : undefined;
  return value;
};
