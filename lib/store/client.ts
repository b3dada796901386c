import { setTimeout as pause } from "node:timers/promises";
import type { QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import { EngineFault } from "#lib/refusals/engine-fault.ts";
import { tableName } from "#lib/settings/database.ts";
import { BatchGetCommand, GetCommand, QueryCommand } from "./commands.ts";
import { isDryRun } from "./commit-scope.ts";
import { database } from "./database.ts";
import { gathered } from "./gathered-reads.ts";
import { raiseSequence } from "./raise-sequence.ts";
import type { Key } from "./table.ts";

export type Item = Record<string, unknown>;

/** How often keys are asked for again that an answer has left out, and the pauses before that. */
const maxBatchAttempts = 8;
const batchPauseMs = (attempt: number): number => Math.random() * Math.min(2 ** attempt * 25, 1_000);

/** The item, read consistently. One request. */
export const getItem = async (key: Key): Promise<Item | undefined> => (await getItems([key]))[0];

const readItem = async (key: Key): Promise<Item | undefined> => {
  const { Item } = await database().send(
    new GetCommand({ TableName: tableName(), Key: key, ConsistentRead: true }),
  );
  return Item;
};

/** The most items of one request. */
export const itemsPerBatch = 100;

/**
 * The items in the order of their keys, consistent, `undefined` for missing ones. One request per 100, and
 * one more whenever DynamoDB leaves some out, which it does while it throttles.
 */
export const getItems = (requested: readonly Key[]): Promise<(Item | undefined)[]> =>
  gathered(requested, readItems);

const readItems = async (requested: readonly Key[]): Promise<(Item | undefined)[]> => {
  const [only, ...others] = requested;
  if (only && others.length === 0) return [await readItem(only)];
  const found = new Map<string, Item>();
  const name = (key: Key) => `${key.pk} ${key.sk}`;
  for (let start = 0; start < requested.length; start += itemsPerBatch) {
    const unique = new Map(requested.slice(start, start + itemsPerBatch).map((key) => [name(key), key]));
    let rest: Record<string, unknown>[] = [...unique.values()].map((key) => ({ ...key }));
    for (let attempt = 1; rest.length > 0; attempt++) {
      if (attempt > maxBatchAttempts) throw new EngineFault("DynamoDB leaves keys of a batch out.");
      if (attempt > 1) await pause(batchPauseMs(attempt));
      const { Responses, UnprocessedKeys } = await database().send(
        new BatchGetCommand({ RequestItems: { [tableName()]: { Keys: rest, ConsistentRead: true } } }),
      );
      for (const item of Responses?.[tableName()] ?? []) found.set(name(item as unknown as Key), item);
      rest = UnprocessedKeys?.[tableName()]?.Keys ?? [];
    }
  }
  return requested.map((key) => found.get(name(key)));
};

/** Which items of one partition to read. */
export interface PartitionQuery {
  readonly pk: string;
  readonly prefix?: string;
  /** Exclusive lower bound of the sort key; not together with `prefix`. */
  readonly after?: string;
  /** Inclusive upper bound of the sort key; not together with the others. */
  readonly through?: string;
  readonly backwards?: boolean;
  readonly limit?: number;
  /** The default is all. What is left out is not transferred, but is paid for. */
  readonly attributes?: readonly string[];
}

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
 * The limit for partitions that have an item for every page. Without one, the local engine passes over the
 * whole rest of the partition for each answer, and 100,000 items take five times as long.
 */
export const itemsAtOnce = 1_000;

/** The same, a megabyte or `limit` items at a time. */
export async function* queryPages(query: PartitionQuery): AsyncGenerator<Item[]> {
  const bounds =
    query.prefix !== undefined
      ? { condition: " AND begins_with(sk, :bound)", values: { ":bound": query.prefix } }
      : query.after !== undefined
        ? { condition: " AND sk > :bound", values: { ":bound": query.after } }
        : query.through !== undefined
          ? { condition: " AND sk <= :bound", values: { ":bound": query.through } }
          : { condition: "", values: {} };
  // Under other names, because some names are words of DynamoDB.
  const projected = query.attributes?.map((name, index): [string, string] => [`#${index}`, name]);
  let start: Record<string, unknown> | undefined;
  do {
    const input: QueryCommandInput = {
      TableName: tableName(),
      ConsistentRead: true,
      KeyConditionExpression: `pk = :pk${bounds.condition}`,
      ExpressionAttributeValues: { ":pk": query.pk, ...bounds.values },
      ScanIndexForward: !query.backwards,
      Limit: query.limit,
      ProjectionExpression: projected?.map(([placeholder]) => placeholder).join(", "),
      ExpressionAttributeNames: projected && Object.fromEntries(projected),
      ExclusiveStartKey: start,
    };
    const { Items, LastEvaluatedKey } = await database().send(new QueryCommand(input));
    yield Items ?? [];
    start = LastEvaluatedKey;
  } while (start);
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
