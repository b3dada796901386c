import type { WireItem, WireValue } from "#lib/store/dynamo/wire-values.ts";
import { requireKnown } from "./require-known.ts";

/** The largest item that is written without the engine, in bytes: it refuses those above 409,600. */
const maxItemBytes = 390_000;

/** DynamoDB allows 32 levels. */
const maxDepth = 30;

/** Numbers that DynamoDB keeps as they are written, and that JavaScript compares exactly. */
const plainNumber = /^(?:0|-?[1-9]\d{0,14}|-?(?=[\d.]{3,16}$)(?:0|[1-9]\d*)\.\d*[1-9])$/;

export const isPlainNumber = (text: string): boolean => plainNumber.test(text);

/**
 * The size of an item, in bytes, as DynamoDB counts it. Left to the engine are items that it would refuse or
 * store in another form. Source: Amazon DynamoDB Developer Guide, "DynamoDB item sizes and formats".
 */
export const itemSize = (item: WireItem): number => {
  const size = sizeOfMembers(item, 0, 1);
  requireKnown(size <= maxItemBytes);
  return size;
};

/** Of the members of an item or a map, each of which takes some bytes more than its name and its value. */
const sizeOfMembers = (members: WireItem, each: number, depth: number): number => {
  let size = 0;
  for (const name of Object.keys(members)) {
    requireKnown(name !== "");
    size += textSize(name) + each + sizeOfValue(members[name]!, depth);
  }
  return size;
};

const sizeOfValue = (value: WireValue, depth: number): number => {
  const { S, N, B, M, L, SS } = value;
  if (S !== undefined) return textSize(S);
  if (N !== undefined) return sizeOfNumber(N);
  if (value.BOOL !== undefined || value.NULL) return 1;
  if (B !== undefined) return Buffer.byteLength(B, "base64");
  if (SS) return sizeOfSet(SS);
  requireKnown((M ?? L) !== undefined && depth < maxDepth);
  if (M) return 3 + sizeOfMembers(M, 1, depth + 1);
  return L!.reduce((sum, entry) => sum + 1 + sizeOfValue(entry, depth + 1), 3);
};

/** The engine can read no half of a surrogate pair again. */
export const textSize = (text: string): number => {
  requireKnown(text.isWellFormed());
  return Buffer.byteLength(text);
};

const sizeOfSet = (members: readonly string[]): number => {
  requireKnown(members.length > 0 && new Set(members).size === members.length);
  return members.reduce((sum, member) => sum + textSize(member), 0);
};

/** A byte, one for a minus, and one for two digits before or after the point, without zeros at the ends. */
const sizeOfNumber = (text: string): number => {
  requireKnown(isPlainNumber(text));
  const [whole = "", fraction = ""] = text.replace("-", "").split(".");
  const before = fraction === "" ? whole.replace(/0+$/, "") : whole.replace(/^0$/, "");
  const after = before === "" ? fraction.replace(/^0+/, "") : fraction;
  return 1 + Number(text.startsWith("-")) + Math.ceil(before.length / 2) + Math.ceil(after.length / 2);
};
