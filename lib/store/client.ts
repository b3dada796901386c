import type { Item, PartitionQuery } from "#lib/store/port/table-store.ts";
import { isDryRun } from "./commit-scope.ts";
import { gathered } from "./gathered-reads.ts";
import { raiseSequence } from "./raise-sequence.ts";
import type { Key } from "./table.ts";
import { tableStore } from "./table-store.ts";

export type { Item } from "#lib/store/port/table-store.ts";

/** The item, read consistently. One request. */
export const getItem = async (key: Key): Promise<Item | undefined> => (await getItems([key]))[0];

/**
 * The items in the order of their keys, consistent, `undefined` for missing ones. One request per 100, and
 * one more whenever DynamoDB leaves some out, which it does while it throttles.
 */
export const getItems = (requested: readonly Key[]): Promise<(Item | undefined)[]> =>
  gathered(requested, (keys) => tableStore().getMany(keys));

/** The items of a partition in key order, read consistently. One request per megabyte. */
export const queryItems = async (query: PartitionQuery): Promise<Item[]> => {
  const items: Item[] = [];
  for await (const page of queryPages(query)) {
    items.push(...page);
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

/** The same, a megabyte or `limit` items at a time. */
export async function* queryPages(query: PartitionQuery): AsyncGenerator<readonly Item[]> {
  for await (const { items } of tableStore().query(query)) yield items;
}

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
