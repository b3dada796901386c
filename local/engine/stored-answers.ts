import { isReading } from "#lib/database-meter.ts";
import { SizedCache } from "#lib/sized-cache.ts";
import type { TableOperation } from "#lib/store/operation-signature.ts";
import type { AnswerReads, TableAnswer } from "#lib/store/table-requests.ts";
import type { WireItem } from "#lib/store/wire-values.ts";
import type { Bound, KeyRange, StoredItem, StoredItems } from "./stored-items.ts";

/** Of kept requests and answers together, in characters and bytes. */
const maxKept = 1_048_576;

/**
 * The largest answer that is kept, in bytes. Larger ones are contents of pages, which the catalog keeps in a
 * form of its own. With both in memory, garbage collection took a fifth more CPU for a page of a blog.
 */
const maxAnswer = 4_096;

/** An answer, and the size of the items that were read for it, in bytes. */
interface Answer {
  readonly body: TableAnswer;
  readonly size: number;
}

/**
 * Answers reads of items as the engine would, from its database. While nothing is written, the last answers
 * are given again. Reads of parts of items, and of what may be older, are left to the engine, and so is
 * everything while the database cannot be read.
 */
export const answersFrom = (stored: StoredItems): AnswerReads => {
  const kept = new SizedCache<TableAnswer>(maxKept);
  let version: number | undefined;

  const answer = (operation: TableOperation, input: object): TableAnswer | undefined => {
    if (!isReading(operation) || !stored.areReadable()) return undefined;
    // Before anything is read: what is read now may be of a later version.
    const now = stored.version();
    if (now !== version) kept.clear();
    version = now;
    const request = `${operation} ${JSON.stringify(input)}`;
    const known = kept.find(request);
    if (known) return known;
    const read = answerTo(operation, input, stored);
    if (read && read.size <= maxAnswer) kept.keep(request, read.body, request.length + read.size);
    return read?.body;
  };

  return (operation, input) => {
    try {
      return answer(operation, input);
    } catch {
      return undefined;
    }
  };
};

const answerTo = (operation: TableOperation, input: object, stored: StoredItems): Answer | undefined => {
  if (operation === "GetItem") return answerToGet(input as GetInput, stored);
  if (operation === "BatchGetItem") return answerToBatch(input as BatchInput, stored);
  return operation === "Query" ? answerToQuery(input as QueryInput, stored) : undefined;
};

interface Reading {
  readonly ConsistentRead?: boolean;
  readonly ProjectionExpression?: string;
}

const isOfWholeItems = ({ ConsistentRead, ProjectionExpression }: Reading): boolean =>
  ConsistentRead === true && ProjectionExpression === undefined;

interface GetInput extends Reading {
  readonly Key: WireItem;
}

const answerToGet = (input: GetInput, stored: StoredItems): Answer | undefined => {
  if (!isOfWholeItems(input)) return undefined;
  const [found] = stored.at([input.Key]);
  return { body: { ...(found && { Item: found.item }), ...consumed([found]) }, size: found?.size ?? 0 };
};

interface BatchInput {
  readonly RequestItems: Readonly<Record<string, Reading & { readonly Keys: readonly WireItem[] }>>;
}

const answerToBatch = ({ RequestItems }: BatchInput, stored: StoredItems): Answer | undefined => {
  const [only, ...others] = Object.entries(RequestItems);
  if (!only || others.length > 0) return undefined;
  const [table, reading] = only;
  if (!isOfWholeItems(reading)) return undefined;
  const all = stored.at(reading.Keys);
  const found = all.filter((each) => each !== undefined);
  const items = found.map(({ item }) => item);
  return {
    body: { Responses: { [table]: items }, UnprocessedKeys: {}, ...consumed(all) },
    size: sizeOf(found),
  };
};

interface QueryInput extends Reading {
  readonly KeyConditionExpression: string;
  readonly FilterExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues: WireItem;
  readonly ScanIndexForward?: boolean;
  readonly Limit?: number;
  readonly ExclusiveStartKey?: WireItem;
}

/** The most that a query reads, in bytes. */
const maxPage = 1_048_576;

const answerToQuery = (input: QueryInput, stored: StoredItems): Answer | undefined => {
  const range = rangeOf(input);
  const passes = filterOf(input);
  if (!range || !passes || !input.ConsistentRead) return undefined;
  const read: StoredItem[] = [];
  let size = 0;
  let isWhole = true;
  for (const each of stored.within(range)) {
    isWhole = size + each.size <= maxPage || read.length === 0;
    if (!isWhole) break;
    size += each.size;
    isWhole = read.push(each) !== input.Limit;
    if (!isWhole) break;
  }
  const items = read.map(({ item }) => item);
  const { pk, sk } = items.at(-1) ?? {};
  return {
    body: {
      Items: items.filter(passes).map(partOf(input)),
      ScannedCount: items.length,
      ...(!isWhole && { LastEvaluatedKey: { pk: pk!, sk: sk! } }),
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
  const matched = /^pk = (:\w+)(?: AND (begins_with|sk >|sk <=)(?:\(sk,)? (:\w+)\)?)?$/.exec(condition);
  if (!matched) return undefined;
  const [, partition = "", how, bound = ""] = matched;
  const [pk, sk = ""] = [values[partition]?.S, values[bound]?.S];
  if (pk === undefined) return undefined;
  const isBackwards = input.ScanIndexForward === false;
  const bounds: Bound[] = [];
  if (how === "sk >") bounds.push({ sign: ">", sk });
  if (how === "sk <=") bounds.push({ sign: "<=", sk });
  if (how === "begins_with") bounds.push({ sign: ">=", sk }, { sign: "<", sk: sk + lastCharacter });
  const start = input.ExclusiveStartKey?.sk?.S;
  if (start !== undefined) bounds.push({ sign: isBackwards ? "<" : ">", sk: start });
  return { pk, bounds, isBackwards, limit: input.Limit };
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

/** What is wanted of an item. */
const partOf = ({ ProjectionExpression, ExpressionAttributeNames: others = {} }: QueryInput) => {
  const names = ProjectionExpression?.split(", ").map((name) => others[name] ?? name);
  if (!names) return (item: WireItem) => item;
  const isWanted = ([name]: readonly [string, unknown]) => names.includes(name);
  return (item: WireItem): WireItem => Object.fromEntries(Object.entries(item).filter(isWanted));
};

/** A read unit, in bytes. */
const unitSize = 4_096;

const unitsOf = (size: number): number => Math.max(1, Math.ceil(size / unitSize));

const sizeOf = (found: readonly StoredItem[]): number => found.reduce((sum, { size }) => sum + size, 0);

/** What reads by keys consume; also an item that does not exist is paid for. */
const consumed = (read: readonly (StoredItem | undefined)[]): Pick<TableAnswer, "ConsumedCapacity"> => ({
  ConsumedCapacity: { CapacityUnits: read.reduce((sum, each) => sum + unitsOf(each?.size ?? 0), 0) },
});
