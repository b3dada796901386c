import { clock } from "#lib/clock.ts";
import {
  absent,
  any,
  below,
  type Item,
  type ItemChanges,
  type PartitionQuery,
  type Write,
  type WriteCondition,
} from "#lib/store/port/table-store.ts";
import { commitScope, isDryRun } from "./commit-scope.ts";
import { ConditionalCheckFailedException } from "./condition-errors.ts";
import { isTimeDue, noteTime, type SequenceName } from "./log-time.ts";
import type { ItemKindName, StoredItems } from "./stored-items.ts";
import { type Key, type KeyOf, keys, type PartitionOf, type StoredItem } from "./table.ts";
import { tableStore } from "./table-store.ts";

/** The item, read consistently. One request. */
export const getItem = async <Kind extends ItemKindName>(
  key: KeyOf<Kind>,
): Promise<StoredItem<Kind> | undefined> => (await getItems([key]))[0];

/** An item that has each of these keys, or none, in their order. */
type ItemsAt<Keys extends readonly KeyOf<ItemKindName>[]> = {
  -readonly [Index in keyof Keys]: Keys[Index] extends KeyOf<infer Kind>
    ? StoredItem<Kind> | undefined
    : never;
};

/**
 * The items in the order of their keys, consistent, `undefined` for missing ones. One request per 100, and
 * one more whenever DynamoDB leaves some out, which it does while it throttles.
 *
 * What keys say of their items is believed in this file (and in `isOfKind`), and nowhere else: only `putItem`
 * and `updateItem` write items, and to parse each again would cost every list CPU.
 */
export const getItems = <const Keys extends readonly KeyOf<ItemKindName>[]>(
  requested: Keys,
): Promise<ItemsAt<Keys>> =>
  gathered(requested, (keys) => tableStore().getMany(keys)) as Promise<ItemsAt<Keys>>;

/** The items of several lists of keys, list by list. The requests are those of one list. */
export const getItemLists = async <const Lists extends readonly (readonly KeyOf<ItemKindName>[])[]>(
  ...lists: Lists
): Promise<ListsAt<Lists>> => {
  const items: unknown[] = await getItems(lists.flat());
  return lists.map(({ length }) => items.splice(0, length)) as ListsAt<Lists>;
};

type ListsAt<Lists extends readonly (readonly KeyOf<ItemKindName>[])[]> = {
  -readonly [Index in keyof Lists]: ItemsAt<Lists[Index]>;
};

/** A query of a partition: for items of a kind, or some of their attributes. */
export interface ItemQuery<Kind extends ItemKindName, Name extends string> extends PartitionQuery {
  /** If it has items of several kinds, the bounds or the caller choose. */
  readonly pk: PartitionOf<Kind>;
  readonly attributes?: readonly Name[];
}

/** An item with the attributes that were asked for, or all of it. */
type Chosen<Stored, Name extends string> = [Name] extends [never]
  ? Stored
  : Stored extends unknown
    ? Pick<Stored, Name & keyof Stored>
    : never;

/** The items of a partition in key order, read consistently. One request per megabyte. */
export const queryItems = async <Kind extends ItemKindName, Name extends string = never>(
  query: ItemQuery<Kind, Name>,
): Promise<Chosen<StoredItem<Kind>, Name>[]> => {
  const items: Chosen<StoredItem<Kind>, Name>[] = [];
  for await (const page of queryPages(query)) {
    items.push(...page.items);
    if (query.limit !== undefined && items.length >= query.limit) break;
  }
  return items;
};

/**
 * The limit for partitions that have an item for every page. Some engines at DYNAMODB_ENDPOINT, such as
 * dynoxide, pass over the whole rest of the partition for an answer without one, and 100,000 items take five
 * times as long. For DynamoDB, and a table in a file, an answer ends after a megabyte in any case.
 */
export const itemsAtOnce = 1_000;

/** An answer of the table: a megabyte, or `limit` items. */
interface ItemPage<Stored> {
  readonly items: readonly Stored[];
  /** The number of items that `without` has left out. */
  readonly omitted: number;
}

/** The items of a partition like `queryItems`, one answer at a time. */
export const queryPages = <Kind extends ItemKindName, Name extends string = never>(
  query: ItemQuery<Kind, Name>,
): AsyncIterable<ItemPage<Chosen<StoredItem<Kind>, Name>>> =>
  tableStore().query(query) as AsyncIterable<ItemPage<unknown>> as AsyncIterable<
    ItemPage<Chosen<StoredItem<Kind>, Name>>
  >;

/**
 * New numbers, one per name, in one request, because all names share one item; gaps are fine. In a dry run
 * they are NaN, which JSON writes as null.
 */
export const drawNumbers = async <const Name extends string>(
  ...names: Name[]
): Promise<Record<Name, number>> => {
  const imagined = commitScope()?.joint?.imagined?.(names.length);
  if (!imagined && !isDryRun()) return raiseSequence("IDS", { names, by: 1 });
  const numbers = names.map((name, index) => [name, imagined?.[index] ?? Number.NaN]);
  return Object.fromEntries(numbers) as Record<Name, number>;
};

/** `count` new numbers of one name, ascending. One request. */
export const drawManyNumbers = async (name: string, count: number): Promise<number[]> => {
  const imagined = commitScope()?.joint?.imagined?.(count);
  if (imagined) return [...imagined];
  const { [name]: last = 0 } = await raiseSequence("IDS", { names: [name], by: count });
  return Array.from({ length: count }, (_, index) => last - count + 1 + index);
};

type PutItem = Extract<Write, { readonly put: unknown }>;
type UpdateItem = Extract<Write, { readonly update: unknown }>;

/** Writes an item of the kind that the key is for, in place of any that is there. */
export const putItem = <Kind extends ItemKindName>(
  { pk, sk }: KeyOf<Kind>,
  stored: StoredItems[Kind],
  condition?: WriteCondition,
): PutItem => {
  const attributes: object = stored;
  return { put: { pk, sk, ...attributes }, if: condition };
};

type NameOf<Stored> = Stored extends unknown ? keyof Stored & string : never;

/** Changes of attributes that items of the kind have. */
interface ChangesOf<Stored> {
  readonly set?: Partial<Stored>;
  readonly add?: { readonly [Name in NameOf<Stored>]?: number | ReadonlySet<number> };
  readonly take?: { readonly [Name in NameOf<Stored>]?: ReadonlySet<number> };
  readonly remove?: readonly NameOf<Stored>[];
}

/** Changes attributes of an item of the kind that the key is for; makes it if there is none. */
export const updateItem = <Kind extends ItemKindName>(
  { pk, sk }: KeyOf<Kind>,
  changes: ChangesOf<StoredItems[Kind]>,
  condition?: WriteCondition,
): UpdateItem => ({ update: { pk, sk }, changes: changes as ItemChanges, if: condition });

/** Gives the items in the order of the keys, `undefined` for missing ones. */
type ReadItems = (keys: readonly Key[]) => Promise<readonly (Item | undefined)[]>;

/** Keys of several readers, which are asked for together. */
interface Gathering {
  readonly keys: Key[];
  readonly items: PromiseWithResolvers<readonly (Item | undefined)[]>;
  read?: ReadItems;
}

/** No other work runs while a gathering is open. */
let open: Gathering | undefined;

/**
 * Reads all items that `begin` asks for before it returns in one request, whichever function asks; what is
 * asked for later is read as usual. Only single items (`getItem`, `getItems`), no queries. Calls `meanwhile`
 * if there is something to wait for.
 */
export const inOneRead = <Result>(begin: () => Result, meanwhile?: () => void): Result => {
  if (open) return begin();
  const mine: Gathering = { keys: [], items: Promise.withResolvers() };
  open = mine;
  try {
    return begin();
  } finally {
    open = undefined;
    if (mine.read) meanwhile?.();
    mine.read?.(mine.keys).then(mine.items.resolve, mine.items.reject);
  }
};

/** Reads these keys, together with those of others if reads are being gathered. */
const gathered = async (keys: readonly Key[], read: ReadItems): Promise<(Item | undefined)[]> => {
  if (!open || keys.length === 0) return [...(await read(keys))];
  const first = open.keys.push(...keys) - keys.length;
  open.read = read;
  return (await open.items.promise).slice(first, first + keys.length);
};

interface Raise<Name extends string> {
  readonly names: readonly Name[];
  readonly by: number;
  /** Attributes to set, beside the numbers. */
  readonly set?: Readonly<Record<string, string>>;
}

/**
 * Raises numbers of a sequence, and gives them. It tells the sequence what time it is, or learns what others
 * have told it. One request; two where the clock was put back since, the first time.
 */
export const raiseSequence = async <Name extends string>(
  name: SequenceName,
  raise: Raise<Name>,
): Promise<Record<Name, number>> => {
  const raised = await (isTimeDue(name) ? tellTime(name, raise) : update(name, raise));
  noteTime(name, raised.latestMs);
  return raised as Record<Name, number>;
};

/** Raises the numbers, and sets the time in the sequence to now, unless it is later already. */
const tellTime = async (name: SequenceName, raise: Raise<string>) => {
  try {
    return await update(name, raise, clock.nowMs());
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return update(name, raise);
  }
};

/** Raises the numbers and, if `toldMs` is given, sets the time. Gives both as they are afterwards. */
const update = async (
  name: SequenceName,
  { names, by, set = {} }: Raise<string>,
  toldMs?: number,
): Promise<Readonly<Record<string, unknown>>> => {
  const isTold = toldMs !== undefined;
  const changes = {
    // To add nothing to the time makes it part of the answer.
    add: { ...Object.fromEntries(names.map((each) => [each, by])), ...(!isTold && { latestMs: 0 }) },
    set: { ...set, ...(isTold && { latestMs: toldMs }) },
  };
  const condition = isTold ? any(absent("latestMs"), below("latestMs", toldMs)) : undefined;
  return (await tableStore().write(updateItem(keys.sequence(name), changes, condition))) ?? {};
};
