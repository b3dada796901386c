import { countRequest, isReading } from "#lib/database-meter.ts";
import { SizedCache } from "#lib/sized-cache.ts";
import type { AnswerOperations, DirectAnswer } from "#lib/store/direct-requests.ts";
import type { TableOperation } from "#lib/store/operation-signature.ts";
import type { WireItem } from "#lib/store/wire-values.ts";
import type { DatabaseChanges } from "./database-changes.ts";
import { itemSize } from "./item-size.ts";
import { type Update, updatedItem } from "./updated-item.ts";

/** Of all items together, in bytes as DynamoDB counts them. A full memory is cleared. */
const maxSize = 2_097_152;

/** Larger items are long contents of pages, which the catalog keeps in a form of its own. */
const maxItemSize = 16_384;

/** A read unit, in bytes. */
const unitSize = 4_096;

/** How many transactions SQLite counts before it begins at 0. */
const commitsInAll = 2 ** 32;

/** A write by itself, or one of a transaction; at most one member is set. */
interface Write {
  readonly Put?: { readonly Item: WireItem };
  readonly Update?: Update;
  readonly Delete?: { readonly Key: WireItem };
}

/** An item, undefined if it does not exist, and its size in bytes. */
interface KnownItem {
  readonly item: WireItem | undefined;
  readonly size: number;
}

type Send = (input: object) => Promise<DirectAnswer>;
type Answer = DirectAnswer["body"];

/**
 * Reads without the engine what this process has read or written before, for as long as nobody else writes to
 * the engine's database (decision 096).
 *
 * The items are true at one version of the database. After a write of this process they are true at the next
 * one, together with what it wrote, if nothing else has been committed since before it was sent. After any
 * other commit all are forgotten.
 */
export const knownItems = (changes: Pick<DatabaseChanges, "version" | "commits">): AnswerOperations => {
  const memory = new SizedCache<KnownItem>(maxSize);
  let version: number | undefined;

  /** False if nothing can be known now. After a commit that is not known of, nothing is known yet. */
  const isTrue = (): boolean => {
    const now = changes.version();
    if (now !== version) memory.clear();
    version = now;
    return now !== undefined;
  };

  const keep = (key: WireItem, item: WireItem | undefined): void => {
    const name = nameOf(key);
    const size = item ? itemSize(item) : 0;
    memory.forget(name);
    if (size <= maxItemSize) memory.keep(name, { item, size }, name.length + size);
  };

  const read = async ({ keys, inputFor, answerOf, itemsOf }: Read, send: Send) => {
    const found = isTrue() ? keys.map((key) => memory.find(nameOf(key))) : [];
    const unknown = keys.filter((_, index) => !found[index]);
    const known = found.filter((each) => each !== undefined);
    if (unknown.length === 0) return countRequest(async () => ({ status: 200, body: answerOf(known) }));
    const before = version;
    const answer = await send(inputFor(unknown));
    if (answer.status !== 200) return answer;
    const isStillTrue = before !== undefined && changes.version() === before;
    // What is known and what was read may be of two moments.
    if (!isStillTrue && known.length > 0) return send(inputFor(keys));
    const read = isStillTrue ? itemsOf(answer.body, unknown) : undefined;
    if (read) for (const [index, key] of unknown.entries()) keep(key, read[index]);
    return { ...answer, body: answerOf(known, answer.body) };
  };

  const write = async (writes: readonly Write[], input: object, send: Send) => {
    // Before the version is read: whatever is committed in between makes one commit too many.
    const commits = changes.commits();
    const mayKnow = commits !== undefined && isTrue() && writes.some(isAlwaysCommitted);
    const before = version;
    const answer = await send(input);
    // A read that has seen the commit may already know what is changed here.
    if (!mayKnow || answer.status !== 200 || version !== before) return answer;
    const now = changes.version();
    if (now === undefined || changes.commits() !== (commits + 1) % commitsInAll) return answer;
    version = now;
    for (const each of writes) remember(each);
    return answer;
  };

  const remember = ({ Put, Update, Delete }: Write): void => {
    if (Put) keep(Put.Item, Put.Item);
    if (Delete) keep(Delete.Key, undefined);
    if (!Update) return;
    const before = memory.find(nameOf(Update.Key))?.item;
    const after = before && updatedItem(before, Update);
    if (after) keep(Update.Key, after);
    else memory.forget(nameOf(Update.Key));
  };

  return (operation, input, send) => {
    const reading = readOf(operation, input);
    if (reading) return read(reading, send);
    return isReading(operation) ? send(input) : write(writesOf(operation, input), input, send);
  };
};

/**
 * True if the engine commits the write whenever it acknowledges it, even if it changes nothing. A condition,
 * or the deletion of what does not exist, may leave the database as it is; so does a transaction that is sent
 * again with its token, which only the SDK does, after an attempt without an answer of 200.
 */
const isAlwaysCommitted = ({ Put, Update }: Write): boolean => Boolean(Put ?? Update);

const writesOf = (operation: TableOperation, input: object): readonly Write[] => {
  if (operation === "TransactWriteItems") return (input as { TransactItems: readonly Write[] }).TransactItems;
  if (operation === "PutItem") return [{ Put: input as { Item: WireItem } }];
  if (operation === "UpdateItem") return [{ Update: input as Update }];
  return [];
};

/** A read of whole items by their keys. */
interface Read {
  readonly keys: readonly WireItem[];
  /** What asks for some of them. */
  readonly inputFor: (keys: readonly WireItem[]) => object;
  /** The answer with these items, and with those of an answer to the other keys. */
  readonly answerOf: (known: readonly KnownItem[], asked?: Answer) => Answer;
  /** In the order of the keys that were asked for; undefined if not all were read. */
  readonly itemsOf: (
    asked: Answer,
    keys: readonly WireItem[],
  ) => readonly (WireItem | undefined)[] | undefined;
}

interface KeysAndAttributes {
  readonly Keys: readonly WireItem[];
  readonly ConsistentRead?: boolean;
  readonly ProjectionExpression?: string;
}

/** Undefined for all other operations, and for reads of parts of items, or of what was true before. */
const readOf = (operation: TableOperation, input: object): Read | undefined => {
  if (operation === "GetItem") {
    const { Key, ...how } = input as { readonly Key: WireItem } & Omit<KeysAndAttributes, "Keys">;
    return isOfWholeItems(how) ? getOf(Key, input) : undefined;
  }
  if (operation !== "BatchGetItem") return undefined;
  const { RequestItems, ...rest } = input as { readonly RequestItems: Record<string, KeysAndAttributes> };
  const [only, ...others] = Object.entries(RequestItems);
  if (!only || others.length > 0) return undefined;
  const [table, { Keys, ...how }] = only;
  const inputFor: Read["inputFor"] = (keys) => ({
    RequestItems: { [table]: { Keys: keys, ...how } },
    ...rest,
  });
  return isOfWholeItems(how) ? { keys: Keys, inputFor, ...batchOf(table) } : undefined;
};

const isOfWholeItems = ({ ConsistentRead, ProjectionExpression }: Omit<KeysAndAttributes, "Keys">): boolean =>
  ConsistentRead === true && ProjectionExpression === undefined;

const getOf = (key: WireItem, input: object): Read => ({
  keys: [key],
  inputFor: () => input,
  answerOf: ([known], asked) =>
    asked ?? {
      ...(known?.item && { Item: known.item }),
      ConsumedCapacity: { CapacityUnits: unitsOf(known ? [known] : []) },
    },
  itemsOf: ({ Item }) => [Item],
});

const batchOf = (table: string): Pick<Read, "answerOf" | "itemsOf"> => ({
  answerOf: (known, { Responses, UnprocessedKeys = {}, ConsumedCapacity = [] } = {}) => ({
    Responses: {
      [table]: [...known.flatMap(({ item }) => (item ? [item] : [])), ...(Responses?.[table] ?? [])],
    },
    UnprocessedKeys,
    ConsumedCapacity: [ConsumedCapacity, { CapacityUnits: unitsOf(known) }].flat(),
  }),
  itemsOf: ({ Responses, UnprocessedKeys = {} }, keys) => {
    if (Object.keys(UnprocessedKeys).length > 0) return undefined;
    const found = new Map(Responses?.[table]?.map((item) => [nameOf(item), item]));
    return keys.map((key) => found.get(nameOf(key)));
  },
});

const unitsOf = (known: readonly KnownItem[]): number =>
  known.reduce((sum, { size }) => sum + Math.max(1, Math.ceil(size / unitSize)), 0);

/** All items are of one table. */
const nameOf = ({ pk, sk }: WireItem): string => `${pk?.S} ${sk?.S}`;
