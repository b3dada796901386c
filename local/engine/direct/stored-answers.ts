import { SizedCache } from "#lib/sized-cache.ts";
import type { TableOperation } from "#lib/store/dynamo/operation-signature.ts";
import type { TableAnswer } from "#lib/store/dynamo/table-requests.ts";
import type { WireItem } from "#lib/store/dynamo/wire-values.ts";
import type { Bound, KeyRange, StoredItem, StoredItems } from "./stored-items.ts";
import { tableKey } from "./table-key.ts";

/** Of kept requests and answers together, as DynamoDB counts bytes; they take ten times as much memory. */
const maxKept = 262_144;

/**
 * The most items of an answer that is kept, in bytes. Larger ones are contents of pages, which the catalog
 * keeps in a form of its own. With both in memory, garbage collection took a fifth more CPU for a page of a
 * blog.
 */
const maxAnswer = 4_096;

/** An answer, and the size of the items that were read for it, in bytes. */
interface Answer {
  readonly body: TableAnswer;
  readonly size: number;
}

/**
 * Answers consistent reads of a table as the engine would, from its database. While nothing is written, the
 * last answers are given again. What is not understood is left to the engine, and so is everything while the
 * database cannot be read.
 */
export const answersFrom = (
  stored: StoredItems,
  table: string,
): ((operation: TableOperation, input: object) => TableAnswer | undefined) => {
  const kept = new SizedCache<TableAnswer>(maxKept);
  let version: number | undefined;

  const answer = (operation: TableOperation, input: object): TableAnswer | undefined => {
    const read = readers[operation];
    if (!read || !stored.areReadable()) return undefined;
    // Before anything is read: what is read now may be of a later version.
    const now = stored.version();
    if (now !== version) kept.clear();
    version = now;
    const request = `${operation} ${JSON.stringify(input)}`;
    const known = kept.find(request);
    if (known) return known;
    const done = read(input as never, stored, table);
    if (!done) return undefined;
    const { ConsumedCapacity, ...rest } = done.body;
    const body = "ReturnConsumedCapacity" in input ? { ...rest, ConsumedCapacity } : rest;
    if (done.size <= maxAnswer) kept.keep(request, body, request.length + done.size);
    return body;
  };

  return (operation, input) => {
    try {
      return answer(operation, input);
    } catch {
      return undefined;
    }
  };
};

/** How to read: `ConsistentRead` is a condition for all. */
interface Reading {
  readonly TableName?: string;
  readonly ConsistentRead?: boolean;
}

/** True for a consistent read that says nothing which is not understood here. */
const isUnderstood = (reading: Reading, ...members: readonly string[]): boolean =>
  reading.ConsistentRead === true &&
  Object.keys(reading).every((name) => commonMembers.includes(name) || members.includes(name));

const commonMembers = ["TableName", "ConsistentRead", "ReturnConsumedCapacity"];

interface GetInput extends Reading {
  readonly Key: WireItem;
}

const answerToGet = (input: GetInput, stored: StoredItems, table: string): Answer | undefined => {
  if (input.TableName !== table || !isUnderstood(input, "Key")) return undefined;
  const [found] = stored.at([tableKey(input.Key)]);
  return { body: { ...(found && { Item: found.item }), ...consumed([found]) }, size: found?.size ?? 0 };
};

interface BatchInput {
  readonly RequestItems: Readonly<Record<string, Reading & { readonly Keys: readonly WireItem[] }>>;
}

const answerToBatch = (input: BatchInput, stored: StoredItems, table: string): Answer | undefined => {
  const { [table]: reading, ...others } = input.RequestItems;
  if (!reading || Object.keys(others).length > 0 || !isUnderstood(reading, "Keys")) return undefined;
  const all = stored.at(reading.Keys.map(tableKey));
  const found = all.filter((each) => each !== undefined);
  const items = found.map(({ item }) => item);
  return {
    body: { Responses: { [table]: items }, UnprocessedKeys: {}, ...consumed(all) },
    size: sizeOf(found),
  };
};

interface QueryInput extends Reading {
  readonly KeyConditionExpression: string;
  readonly ProjectionExpression?: string;
  readonly FilterExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues: WireItem;
  readonly ScanIndexForward?: boolean;
  readonly Limit?: number;
  readonly ExclusiveStartKey?: WireItem;
}

const queryMembers: readonly (keyof QueryInput)[] = [
  "KeyConditionExpression",
  "ProjectionExpression",
  "FilterExpression",
  "ExpressionAttributeNames",
  "ExpressionAttributeValues",
  "ScanIndexForward",
  "Limit",
  "ExclusiveStartKey",
];

/** The most that a query reads, in bytes. */
const maxPage = 1_048_576;

const answerToQuery = (input: QueryInput, stored: StoredItems, table: string): Answer | undefined => {
  if (input.TableName !== table || !isUnderstood(input, ...queryMembers)) return undefined;
  const range = rangeOf(input);
  const passes = filterOf(input);
  const part = partOf(input);
  if (!range || !passes || !part) return undefined;
  const read: StoredItem[] = [];
  let size = 0;
  let isTooLarge = false;
  for (const each of stored.within(range)) {
    isTooLarge = read.length > 0 && size + each.size > maxPage;
    if (isTooLarge) break;
    read.push(each);
    size += each.size;
    if (read.length === input.Limit) break;
  }
  const mayHaveMore = isTooLarge || read.length === input.Limit;
  const items = read.map(({ item }) => item);
  const { pk, sk } = items.at(-1) ?? {};
  return {
    body: {
      Items: items.filter(passes).map(part),
      ScannedCount: items.length,
      ...(mayHaveMore && { LastEvaluatedKey: { pk: pk!, sk: sk! } }),
      ConsumedCapacity: { CapacityUnits: unitsOf(size) },
    },
    size,
  };
};

/** No key has this character, the last of all. */
const lastCharacter = "\u{10FFFF}";

/** Undefined for conditions that the store does not use. */
const rangeOf = (input: QueryInput): KeyRange | undefined => {
  const { KeyConditionExpression: condition, ExpressionAttributeValues: values } = input;
  const matched = /^pk = (:\w+)(?: AND (?:begins_with\(sk, (:\w+)\)|sk (>|<=) (:\w+)))?$/.exec(condition);
  if (!matched) return undefined;
  const [, partition = "", prefixed, sign, bounded] = matched;
  const [pk, sk = ""] = [values[partition]?.S, values[prefixed ?? bounded ?? ""]?.S];
  if (pk === undefined) return undefined;
  const isBackwards = input.ScanIndexForward === false;
  const bounds: Bound[] = [];
  if (sign === ">" || sign === "<=") bounds.push({ sign, sk });
  if (prefixed) bounds.push({ sign: ">=", sk }, { sign: "<", sk: sk + lastCharacter });
  const start = input.ExclusiveStartKey?.sk?.S;
  if (start === undefined) return { pk, bounds, isBackwards, limit: input.Limit };
  // It is in the range, so it takes the place of the bound of its side.
  const after: Bound = { sign: isBackwards ? "<" : ">", sk: start };
  const others = bounds.filter((bound) => bound.sign[0] !== after.sign);
  return { pk, bounds: [...others, after], isBackwards, limit: input.Limit };
};

/** Undefined for a filter that the store does not use. */
const filterOf = (input: QueryInput): ((item: WireItem) => boolean) | undefined => {
  if (input.FilterExpression === undefined) return () => true;
  const [, placeholder = "", given = ""] = /^NOT (#\w+) = (:\w+)$/.exec(input.FilterExpression) ?? [];
  const name = input.ExpressionAttributeNames?.[placeholder];
  const value = input.ExpressionAttributeValues[given]?.S;
  if (name === undefined || value === undefined) return undefined;
  return (item) => item[name]?.S !== value;
};

/** What is wanted of an item; undefined for parts of attributes. */
const partOf = (input: QueryInput): ((item: WireItem) => WireItem) | undefined => {
  const { ProjectionExpression: projection, ExpressionAttributeNames: others = {} } = input;
  if (projection === undefined) return (item) => item;
  if (!/^#?\w+(, #?\w+)*$/.test(projection)) return undefined;
  const names = projection.split(", ").map((name) => others[name] ?? name);
  return (item) => Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)));
};

/** A read unit, in bytes. */
const unitSize = 4_096;

const unitsOf = (size: number): number => Math.max(1, Math.ceil(size / unitSize));

const sizeOf = (found: readonly StoredItem[]): number => found.reduce((sum, { size }) => sum + size, 0);

/** What reads by keys consume; also an item that does not exist is paid for. */
const consumed = (read: readonly (StoredItem | undefined)[]): Pick<TableAnswer, "ConsumedCapacity"> => ({
  ConsumedCapacity: { CapacityUnits: read.reduce((sum, each) => sum + unitsOf(each?.size ?? 0), 0) },
});

/** All others are the engine's. */
const readers: {
  readonly [operation in TableOperation]?: (
    input: never,
    stored: StoredItems,
    table: string,
  ) => Answer | undefined;
} = { GetItem: answerToGet, BatchGetItem: answerToBatch, Query: answerToQuery };
