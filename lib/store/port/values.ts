import type { Item, WriteCondition } from "./table-store.ts";

/** True for values of one type and content; the members of sets and of objects have no order. */
export const areEqual = (one: unknown, other: unknown): boolean => {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return one === other;
  if (one instanceof Set)
    return other instanceof Set && one.size === other.size && [...one].every((each) => other.has(each));
  if (one instanceof Uint8Array) return other instanceof Uint8Array && Buffer.compare(one, other) === 0;
  if (Array.isArray(one)) return Array.isArray(other) && areEqualLists(given(one), given(other));
  return isMap(one) && isMap(other) && areEqualMaps(one, other);
};

const given = (entries: readonly unknown[]): readonly unknown[] =>
  entries.filter((entry) => entry !== undefined);

const areEqualLists = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((entry, index) => areEqual(entry, other[index]));

const areEqualMaps = (one: Members, other: Members): boolean => {
  const names = namesIn(one);
  return (
    names.length === namesIn(other).length &&
    names.every((name) => areEqual(one[name], ownMember(other, name)))
  );
};

export type Members = Readonly<Record<string, unknown>>;

const isMap = (value: unknown): value is Members =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Set) &&
  !(value instanceof Uint8Array);

const namesIn = (members: Members): readonly string[] =>
  Object.keys(members).filter((name) => members[name] !== undefined);

/** A member of the object itself; undefined for members that every JavaScript object inherits. */
export const ownMember = (members: Members, name: string): unknown =>
  Object.hasOwn(members, name) ? members[name] : undefined;

/** Compares two values: below, at or above 0; undefined for two types, or types without order. */
const orderOf = (one: unknown, other: unknown): number | undefined => {
  if (typeof one === "number" && typeof other === "number") return one - other;
  // Texts compare by the bytes of UTF-8, whose order differs from that of JavaScript's characters.
  if (typeof one === "string" && typeof other === "string")
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  if (one instanceof Uint8Array && other instanceof Uint8Array) return Buffer.compare(one, other);
  return undefined;
};

/**
 * The size: UTF-16 characters of a text; the number of bytes, or of members of a set, list or map; undefined
 * for others.
 */
const countIn = (value: unknown): number | undefined => {
  if (typeof value === "string" || value instanceof Uint8Array || Array.isArray(value)) return value.length;
  if (value instanceof Set) return value.size;
  return isMap(value) ? Object.keys(value).length : undefined;
};

/** True if a set or list has this member, or a text or bytes have this part. */
const isWithin = (part: unknown, whole: unknown): boolean => {
  if (whole instanceof Set) return whole.has(part);
  if (Array.isArray(whole)) return whole.some((entry) => areEqual(entry, part));
  if (typeof whole === "string") return typeof part === "string" && whole.includes(part);
  return (
    whole instanceof Uint8Array &&
    part instanceof Uint8Array &&
    Buffer.from(whole).includes(Buffer.from(part))
  );
};

/** True if a condition holds for an item. A missing item has no attributes. */
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

/** The value at a path, in maps within maps. */
const valueAt = (item: Members, path: string): unknown => {
  let value: unknown = item;
  for (const name of path.split(".")) value = isMap(value) ? ownMember(value, name) : undefined;
  return value;
};
