import { type Attributes, ImpossibleWrite } from "./table-store.ts";

/**
 * In bytes of UTF-8. Source, as of all limits here: AWS, "Quotas and limits of Amazon DynamoDB".
 */
export const maxBytes = { pk: 2_048, sk: 1_024, item: 400 * 1_024 } as const;

const maxDepth = 32;

const numbers = { smallest: 1e-130, largest: 9.99e125 } as const;

/**
 * The size of an item as DynamoDB counts it, by which it counts units, in bytes. Throws
 * {@link ImpossibleWrite} for values that it does not take. Source: Amazon DynamoDB Developer Guide,
 * "DynamoDB item sizes and formats".
 */
export const itemBytes = (item: Attributes): number => sizeOfMembers(item, 0, 1);

/** The size of the value of an attribute. Throws as {@link itemBytes} does. */
export const valueBytes = (value: unknown): number => sizeOf(value, 1);

/** Of the members of an item or a map, each of which takes some bytes beside its name and its value. */
const sizeOfMembers = (members: Attributes, each: number, depth: number): number => {
  let size = 0;
  for (const name of Object.keys(members)) {
    const value = members[name];
    if (value === undefined) continue;
    if (name === "") throw new ImpossibleWrite("An attribute has no name.");
    size += bytesIn(name) + each + sizeOf(value, depth);
  }
  return size;
};

const sizeOf = (value: unknown, depth: number): number => {
  if (depth > maxDepth) throw new ImpossibleWrite(`An item has more than ${maxDepth} levels.`);
  if (typeof value === "string") return bytesIn(value);
  if (typeof value === "number") return sizeOfNumber(value);
  if (typeof value === "boolean" || value === null) return 1;
  if (Array.isArray(value)) return sizeOfList(value, depth);
  if (value instanceof Set) return sizeOfSet([...value]);
  if (value instanceof Uint8Array) return value.length;
  if (isPlain(value)) return 3 + sizeOfMembers(value, 1, depth + 1);
  throw new ImpossibleWrite("An item has a value that no table takes.");
};

const sizeOfList = (entries: readonly unknown[], depth: number): number => {
  let size = 3;
  for (const entry of entries) if (entry !== undefined) size += 1 + sizeOf(entry, depth + 1);
  return size;
};

const sizeOfSet = (members: readonly unknown[]): number => {
  if (members.length === 0) throw new ImpossibleWrite("A set has no members.");
  if (members.every((member) => typeof member === "string"))
    return members.reduce((sum, member) => sum + bytesIn(member), 0);
  if (members.every((member) => typeof member === "number"))
    return members.reduce((sum, member) => sum + sizeOfNumber(member), 0);
  throw new ImpossibleWrite("A set has members that are neither all texts nor all numbers.");
};

/** A byte, one for a minus, and one for two digits before or after the point, without zeros at the ends. */
const sizeOfNumber = (value: number): number => {
  if (value === 0) return 1;
  const size = Math.abs(value);
  if (!(size >= numbers.smallest && size <= numbers.largest))
    throw new ImpossibleWrite(`No table takes the number ${value}.`);
  const [digits = "", exponent] = size.toExponential().split("e");
  const count = digits.length === 1 ? 1 : digits.length - 1;
  const before = Math.min(count, Math.max(0, Number(exponent) + 1));
  return 1 + Number(value < 0) + Math.ceil(before / 2) + Math.ceil((count - before) / 2);
};

const bytesIn = (text: string): number => Buffer.byteLength(text);

const isPlain = (value: unknown): value is Attributes =>
  typeof value === "object" && [Object.prototype, null].includes(Object.getPrototypeOf(value) as object);
