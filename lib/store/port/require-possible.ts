import { type Key, keyText } from "#lib/store/table.ts";
import {
  type Attributes,
  ImpossibleWrite,
  type ItemChanges,
  type PartitionQuery,
  type SingleWrite,
  type Write,
  type WriteCondition,
} from "./table-store.ts";

const maxWrites = 100;
const maxTransactionBytes = 4 * 1_024 * 1_024;

/**
 * Throws {@link ImpossibleWrite} for a write that DynamoDB refuses whatever is stored. Both implementations
 * ask before they do anything, so that nothing passes in one that fails in the other. Gives the bytes that
 * count for the limit of transactions: of a put, those of the item.
 */
const requirePossible = (write: Write): number => {
  const key = writtenKey(write);
  requireKey(key);
  if (write.if) requireCondition(write.if);
  if ("put" in write) return requireItemBytes(itemBytes(write.put));
  return itemBytes({ ...key }) + ("update" in write ? requireChanges(write.changes) : 0);
};

/** Checks a write outside of transactions. Also refuses a check, which its type leaves out. */
export const requirePossibleAlone = (write: SingleWrite): number => {
  if ("check" in write) throw new ImpossibleWrite("A check is outside of a transaction.");
  return requirePossible(write);
};

/** Checks a transaction, and gives the bytes of each of its writes. */
export const requirePossibleTransaction = (writes: readonly Write[]): readonly number[] => {
  if (writes.length === 0) throw new ImpossibleWrite("A transaction has no writes.");
  if (writes.length > maxWrites)
    throw new ImpossibleWrite(`A transaction has more than ${maxWrites} writes.`);
  const sizes = writes.map(requirePossible);
  const names = new Set(writes.map(writtenKey).map(keyText));
  if (names.size < writes.length) throw new ImpossibleWrite("A transaction has two writes of one item.");
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes > maxTransactionBytes) throw new ImpossibleWrite("A transaction has more than 4 MB.");
  return sizes;
};

/** The key of the item that is written or checked. */
export const writtenKey = (write: Write): Key => {
  if (!("put" in write))
    return "update" in write ? write.update : "delete" in write ? write.delete : write.check;
  const { pk, sk } = write.put;
  return { pk, sk };
};

/** Gives the size of an item, if a table takes it. */
export const requireItemBytes = (size: number): number => {
  if (size <= maxBytes.item) return size;
  throw new ImpossibleWrite(`An item has ${size} bytes, and may have ${maxBytes.item}.`);
};

/** Throws for a key that DynamoDB refuses. An item is none: it has other attributes, too. */
export const requireKey = (key: Key): void => {
  if (Object.keys(key).length > 2) throw new ImpossibleWrite("A key has other attributes than pk and sk.");
  for (const name of ["pk", "sk"] as const) {
    const text: unknown = key[name];
    if (typeof text !== "string" || text === "" || !text.isWellFormed())
      throw new ImpossibleWrite(`The key ${name} of an item is no text, empty, or has half a character.`);
    if (Buffer.byteLength(text) > maxBytes[name])
      throw new ImpossibleWrite(`The key ${name} of an item has more than ${maxBytes[name]} bytes.`);
  }
};

/** Throws for a read of an item that DynamoDB refuses. */
export const requireGet = (key: Key, attributes?: readonly string[]): void => {
  requireKey(key);
  if (!attributes) return;
  if (attributes.length === 0) throw new ImpossibleWrite("A read asks for no attributes.");
  if (attributes.includes("")) throw new ImpossibleWrite("A read asks for an attribute without a name.");
  if (new Set(attributes).size < attributes.length)
    throw new ImpossibleWrite("A read asks for one attribute twice.");
};

/** Throws for a query that DynamoDB refuses, and for one of two bounds. */
export const requireQuery = (query: PartitionQuery): void => {
  const { pk, prefix, after, through, limit, attributes, without } = query;
  const [bound = "any", ...others] = [prefix, after, through].filter((given) => given !== undefined);
  requireGet({ pk, sk: bound }, attributes);
  if (others.length > 0) throw new ImpossibleWrite("A query has two bounds.");
  if (limit !== undefined && limit < 1) throw new ImpossibleWrite("A query asks for no items.");
  if (without) valueBytes(without.value);
};

/** Checks changes, and gives the bytes of their names and values. */
const requireChanges = ({ set = {}, add = {}, take = {}, remove = [] }: ItemChanges): number => {
  const names = [...[set, add, take].flatMap(givenNames), ...remove];
  if (names.length === 0) throw new ImpossibleWrite("An update changes nothing.");
  if (new Set(names).size < names.length)
    throw new ImpossibleWrite("An update changes one attribute in two ways.");
  if (names.includes("pk") || names.includes("sk")) throw new ImpossibleWrite("An update changes a key.");
  if (names.includes("")) throw new ImpossibleWrite("An attribute has no name.");
  for (const name of givenNames(add))
    if (typeof add[name] !== "number" && !(add[name] instanceof Set))
      throw new ImpossibleWrite("Only numbers and sets can be added.");
  for (const name of givenNames(take))
    if (!(take[name] instanceof Set)) throw new ImpossibleWrite("Only members of sets can be taken.");
  return itemBytes(set) + itemBytes(add) + itemBytes(take);
};

const givenNames = (values: Readonly<Attributes>): readonly string[] =>
  Object.keys(values).filter((name) => values[name] !== undefined);

const requireCondition = (condition: WriteCondition): void => {
  if ("of" in condition) {
    if (condition.of.length === 0) throw new ImpossibleWrite("A condition has no parts.");
    for (const part of condition.of) requireCondition(part);
    return;
  }
  if (condition.path.split(".").includes(""))
    throw new ImpossibleWrite(`The path "${condition.path}" of a condition has an empty name.`);
  if (!("value" in condition)) return;
  if (condition.value === undefined) throw new ImpossibleWrite("A condition has no value.");
  valueBytes(condition.value);
  const isForAllTypes = condition.test === "equal" || condition.test === "contains";
  if (!isForAllTypes && !isOrdered(condition.value))
    throw new ImpossibleWrite("Only texts, numbers and bytes are below and above others.");
};

const isOrdered = (value: unknown): boolean =>
  typeof value === "string" || typeof value === "number" || value instanceof Uint8Array;

/**
 * The limits in bytes of UTF-8. Source, as of all limits here: AWS, "Quotas and limits of Amazon DynamoDB".
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
const valueBytes = (value: unknown): number => sizeOf(value, 1);

/** The size of the members of an item or a map. Each takes some bytes besides its name and its value. */
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

/**
 * The size of a number: one byte, one for a minus, and one for two digits before or after the point, without
 * zeros at the ends.
 */
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
