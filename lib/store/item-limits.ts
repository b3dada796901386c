import type { Item } from "./client.ts";

/** In bytes of UTF-8. Source: AWS, "Quotas and limits of Amazon DynamoDB", as are all limits here. */
const maxBytes = { pk: 2_048, sk: 1_024, item: 400 * 1_024 } as const;

const maxDepth = 32;

const numbers = { smallest: 1e-130, largest: 9.99e125 } as const;

/** What keeps DynamoDB from taking an item, such as "an item that is too large"; undefined if nothing. */
export const limitFault = (item: Item): string | undefined => {
  for (const name of ["pk", "sk"] as const) {
    const length = bytesIn(String(item[name]));
    if (length === 0 || length > maxBytes[name]) return "a key that is empty or too long";
  }
  try {
    return bytesOf(item, 0) - mapBytes > maxBytes.item ? "an item that is too large" : undefined;
  } catch (error) {
    if (error instanceof OtherValue) return "a value that the table does not take";
    throw error;
  }
};

class OtherValue extends Error {}

/** Of a map or list, beside what is in it. */
const mapBytes = 3;

const bytesIn = (text: string): number => Buffer.byteLength(text);

/** As DynamoDB counts. Throws for values that it refuses. */
const bytesOf = (value: unknown, depth: number): number => {
  if (depth > maxDepth) throw new OtherValue();
  if (typeof value === "string") return bytesIn(value);
  if (typeof value === "number") return bytesOfNumber(value);
  if (value instanceof Uint8Array) return value.length;
  if (value instanceof Set) return bytesOfSet([...value], depth);
  if (Array.isArray(value)) return value.reduce((sum, each) => sum + 1 + bytesOf(each, depth + 1), mapBytes);
  if (typeof value !== "object" || value === null) return 1;
  const members = Object.entries(value);
  return members.reduce((sum, [name, each]) => sum + bytesIn(name) + 1 + bytesOf(each, depth + 1), mapBytes);
};

/** About; at most 21 bytes. */
const bytesOfNumber = (value: number): number => {
  const size = Math.abs(value);
  if (size !== 0 && !(size >= numbers.smallest && size <= numbers.largest)) throw new OtherValue();
  return Math.min(21, Math.ceil(String(value).length / 2) + 1);
};

const bytesOfSet = (members: readonly unknown[], depth: number): number => {
  if (members.length === 0) throw new OtherValue();
  return members.reduce<number>((sum, each) => sum + bytesOf(each, depth), 0);
};
