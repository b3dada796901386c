import type { PartitionQuery } from "#lib/store/port/table-store.ts";
import { isDryRun } from "./commit-scope.ts";
import { gathered } from "./gathered-reads.ts";
import { raiseSequence } from "./raise-sequence.ts";
import type { ItemKindName } from "./stored-items.ts";
import type { KeyOf, PartitionOf, StoredItem } from "./table.ts";
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

/** What is asked of a partition: of items of a kind, or some of their attributes. */
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
  /** How many `without` has left out. */
  readonly omitted: number;
}

/** The same, an answer at a time. */
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
): Promise<Record<Name, number>> =>
  isDryRun()
    ? (Object.fromEntries(names.map((name) => [name, Number.NaN])) as Record<Name, number>)
    : raiseSequence("IDS", { names, by: 1 });

/** `count` new numbers of one name, ascending. One request. */
export const drawManyNumbers = async (name: string, count: number): Promise<number[]> => {
  const { [name]: last = 0 } = await raiseSequence("IDS", { names: [name], by: count });
  return Array.from({ length: count }, (_, index) => last - count + 1 + index);
};
