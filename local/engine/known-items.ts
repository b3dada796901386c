import { countRequest, isReading } from "#lib/database-meter.ts";
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

/** Undefined for an item that does not exist. */
type KnownItem = WireItem | undefined;

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
  const memory = new ItemMemory();
  let version: number | undefined;

  /** False if nothing can be known now. After a commit that is not known of, nothing is known yet. */
  const isTrue = (): boolean => {
    const now = changes.version();
    if (now !== version) memory.clear();
    version = now;
    return now !== undefined;
  };

  const read = async ({ keys, inputFor, answerOf, itemsOf }: Read, send: Send) => {
    const known = isTrue() ? memory.find(keys) : [];
    const unknown = keys.filter((_, index) => !known[index]);
    const items = known.flatMap((each) => (each ? [each.item] : []));
    if (unknown.length === 0) return countRequest(async () => ({ status: 200, body: answerOf(items) }));
    const before = version;
    const answer = await send(inputFor(unknown));
    if (answer.status !== 200) return answer;
    const isStillTrue = before !== undefined && changes.version() === before;
    // What is known and what was read may be of two moments.
    if (!isStillTrue && items.length > 0) return send(inputFor(keys));
    const read = isStillTrue ? itemsOf(answer.body, unknown) : undefined;
    if (read) for (const [index, key] of unknown.entries()) memory.keep(key, read[index]);
    return { ...answer, body: answerOf(items, answer.body) };
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
    if (Put) memory.keep(Put.Item, Put.Item);
    if (Delete) memory.keep(Delete.Key, undefined);
    if (!Update) return;
    const before = memory.find([Update.Key])[0]?.item;
    const after = before && updatedItem(before, Update);
    if (after) memory.keep(Update.Key, after);
    else memory.forget(Update.Key);
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
  readonly answerOf: (items: readonly KnownItem[], asked?: Answer) => Answer;
  /** In the order of the keys that were asked for; undefined if not all were read. */
  readonly itemsOf: (asked: Answer, keys: readonly WireItem[]) => readonly KnownItem[] | undefined;
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
  answerOf: ([Item], asked) =>
    asked ?? { ...(Item && { Item }), ConsumedCapacity: { CapacityUnits: unitsOf([Item]) } },
  itemsOf: ({ Item }) => [Item],
});

const batchOf = (table: string): Pick<Read, "answerOf" | "itemsOf"> => ({
  answerOf: (items, { Responses, UnprocessedKeys = {}, ConsumedCapacity = [] } = {}) => ({
    Responses: { [table]: [...items.filter((item) => item !== undefined), ...(Responses?.[table] ?? [])] },
    UnprocessedKeys,
    ConsumedCapacity: [ConsumedCapacity, { CapacityUnits: unitsOf(items) }].flat(),
  }),
  itemsOf: ({ Responses, UnprocessedKeys = {} }, keys) => {
    if (Object.keys(UnprocessedKeys).length > 0) return undefined;
    const found = new Map(Responses?.[table]?.map((item) => [nameOf(item), item]));
    return keys.map((key) => found.get(nameOf(key)));
  },
});

const unitsOf = (items: readonly KnownItem[]): number =>
  items.reduce((sum, item) => sum + Math.max(1, Math.ceil((item ? itemSize(item) : 0) / unitSize)), 0);

/** All items are of one table. */
const nameOf = ({ pk, sk }: WireItem): string => `${pk?.S} ${sk?.S}`;

/** Items by their keys, up to a total size. */
class ItemMemory {
  readonly #items = new Map<string, { readonly item: KnownItem; readonly size: number }>();
  #size = 0;

  /** In the order of the keys; undefined for those that are not known. */
  find(keys: readonly WireItem[]): readonly ({ readonly item: KnownItem } | undefined)[] {
    return keys.map((key) => this.#items.get(nameOf(key)));
  }

  keep(key: WireItem, item: KnownItem): void {
    this.forget(key);
    const name = nameOf(key);
    const size = name.length + (item ? itemSize(item) : 0);
    if (size > maxItemSize) return;
    if (this.#size + size > maxSize) this.clear();
    this.#items.set(name, { item, size });
    this.#size += size;
  }

  forget(key: WireItem): void {
    const name = nameOf(key);
    this.#size -= this.#items.get(name)?.size ?? 0;
    this.#items.delete(name);
  }

  clear(): void {
    this.#items.clear();
    this.#size = 0;
  }
}
