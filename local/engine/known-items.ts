import { countRequest, isReading } from "#lib/database-meter.ts";
import type { AnswerOperations, DirectAnswer } from "#lib/store/direct-requests.ts";
import type { TableOperation } from "#lib/store/operation-signature.ts";
import type { WireItem } from "#lib/store/wire-values.ts";
import type { DatabaseChanges } from "./database-changes.ts";
import { itemSize } from "./item-size.ts";
import { type Update, updatedItem } from "./updated-item.ts";

/** Of all items together, in bytes. A full memory is cleared. */
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

/**
 * Answers reads of items that this process has read or written before, for as long as nobody else writes to
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

  const read = async ({ keys, answerOf, itemsOf }: Read, send: () => Promise<DirectAnswer>) => {
    if (!isTrue()) return send();
    const known = memory.find(keys);
    if (known) return countRequest(async () => ({ status: 200, body: answerOf(known) }));
    const before = version;
    const answer = await send();
    const items = answer.status === 200 && changes.version() === before ? itemsOf(answer) : undefined;
    if (items) for (const [index, key] of keys.entries()) memory.keep(key, items[index]);
    return answer;
  };

  const write = async (writes: readonly Write[], send: () => Promise<DirectAnswer>) => {
    // Before the version is read: whatever is committed in between makes one commit too many.
    const commits = changes.commits();
    const mayKnow = commits !== undefined && isTrue() && writes.some(isAlwaysCommitted);
    const before = version;
    const answer = await send();
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
    const [before] = memory.find([Update.Key]) ?? [];
    const after = before && updatedItem(before, Update);
    if (after) memory.keep(Update.Key, after);
    else memory.forget(Update.Key);
  };

  return (operation, input, send) => {
    const reading = readOf(operation, input);
    if (reading) return read(reading, send);
    return isReading(operation) ? send() : write(writesOf(operation, input), send);
  };
};

/** A condition, or the deletion of what does not exist, may leave the database as it is. */
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
  readonly answerOf: (items: readonly KnownItem[]) => DirectAnswer["body"];
  /** In the order of the keys; undefined if not all were read. */
  readonly itemsOf: (answer: DirectAnswer) => readonly KnownItem[] | undefined;
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
    return isOfWholeItems(how) ? getOf(Key) : undefined;
  }
  if (operation !== "BatchGetItem") return undefined;
  const { RequestItems } = input as { readonly RequestItems: Readonly<Record<string, KeysAndAttributes>> };
  const [table, ...others] = Object.entries(RequestItems);
  if (!table || others.length > 0) return undefined;
  const [name, { Keys, ...how }] = table;
  return isOfWholeItems(how) ? batchOf(name, Keys) : undefined;
};

const isOfWholeItems = ({ ConsistentRead, ProjectionExpression }: Omit<KeysAndAttributes, "Keys">): boolean =>
  ConsistentRead === true && ProjectionExpression === undefined;

const getOf = (key: WireItem): Read => ({
  keys: [key],
  answerOf: ([Item]) => ({ ...(Item && { Item }), ConsumedCapacity: { CapacityUnits: unitsOf([Item]) } }),
  itemsOf: ({ body }) => [body.Item],
});

const batchOf = (table: string, keys: readonly WireItem[]): Read => ({
  keys,
  answerOf: (items) => ({
    Responses: { [table]: items.filter((item) => item !== undefined) },
    UnprocessedKeys: {},
    ConsumedCapacity: [{ CapacityUnits: unitsOf(items) }],
  }),
  itemsOf: ({ body: { Responses, UnprocessedKeys = {} } }) => {
    if (Object.keys(UnprocessedKeys).length > 0) return undefined;
    const found = new Map(Responses?.[table]?.map((item) => [nameOf(item), item]));
    return keys.map((key) => found.get(nameOf(key)));
  },
});

const unitsOf = (items: readonly KnownItem[]): number =>
  items.reduce((sum, item) => sum + Math.max(1, Math.ceil((item ? itemSize(item) : 0) / unitSize)), 0);

const nameOf = ({ pk, sk }: WireItem): string => `${pk?.S} ${sk?.S}`;

/** Items by their keys, up to a total size. */
class ItemMemory {
  readonly #items = new Map<string, { readonly item: KnownItem; readonly size: number }>();
  #size = 0;

  /** In the order of the keys; undefined unless all are known. */
  find(keys: readonly WireItem[]): readonly KnownItem[] | undefined {
    const found = keys.map((key) => this.#items.get(nameOf(key)));
    return found.every((each) => each !== undefined) ? found.map(({ item }) => item) : undefined;
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
