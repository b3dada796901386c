import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { certain } from "#lib/certain.ts";
import { consumedUnits } from "#lib/database-meter.ts";
import { EngineFault } from "#lib/refusals/engine-fault.ts";
import { tableName } from "#lib/settings/database.ts";
import {
  requireGet,
  requireKey,
  requirePossibleAlone,
  requirePossibleTransaction,
  requireQuery,
} from "#lib/store/port/require-possible.ts";
import {
  type Attributes,
  type Item,
  type Items,
  keysPerRequest,
  type PartitionQuery,
  type ScannedItems,
  type SingleWrite,
  type TableStore,
  type Write,
} from "#lib/store/port/table-store.ts";
import { type Key, keyText } from "#lib/store/table.ts";
import { batchGetInput, expiredInput, getInput, queryInput, scanInput, writeItem } from "./inputs.ts";
import { database } from "./send.ts";

/** How often keys that an answer leaves out are asked for again, and the pauses before that. */
const maxBatchAttempts = 8;
const batchPauseMs = (attempt: number): number => Math.random() * Math.min(2 ** attempt * 25, 1_000);

const get = async (key: Key, attributes?: readonly string[]): Promise<Attributes | undefined> => {
  requireGet(key, attributes);
  return (await database.send("GetItem", getInput(key, attributes))).Item;
};

/** Reads a batch. DynamoDB leaves some items out while it throttles. */
const getBatch = async (keys: readonly Key[]): Promise<readonly Item[]> => {
  const items: Item[] = [];
  let rest: Record<string, unknown>[] = keys.map((key) => ({ ...key }));
  for (let attempt = 1; rest.length > 0; attempt++) {
    if (attempt > maxBatchAttempts) throw new EngineFault("DynamoDB leaves keys of a batch out.");
    if (attempt > 1) await pause(batchPauseMs(attempt));
    const { Responses, UnprocessedKeys } = await database.send("BatchGetItem", batchGetInput(rest));
    items.push(...((Responses?.[tableName()] ?? []) as Item[]));
    rest = UnprocessedKeys?.[tableName()]?.Keys ?? [];
  }
  return items;
};

/** Reads items with the fewest requests: by `getOne` if only one is asked for, else by `getSome`. */
export const getMany = async (
  keys: readonly Key[],
  getOne: TableStore["get"] = get,
  getSome = getBatch,
): Promise<readonly (Item | undefined)[]> => {
  keys.forEach(requireKey);
  // DynamoDB refuses a key that comes twice.
  const unique = [...new Map(keys.map((key) => [keyText(key), key])).values()];
  if (unique.length === 1) {
    const item = (await getOne(certain(unique[0]))) as Item | undefined;
    return keys.map(() => item);
  }
  const found = new Map<string, Item>();
  for (let start = 0; start < unique.length; start += keysPerRequest) {
    const items = await getSome(unique.slice(start, start + keysPerRequest));
    for (const item of items) found.set(keyText(item), item);
  }
  return keys.map((key) => found.get(keyText(key)));
};

async function* query(asked: PartitionQuery): AsyncGenerator<Items> {
  requireQuery(asked);
  let start: Record<string, unknown> | undefined;
  do {
    const {
      Items = [],
      ScannedCount,
      LastEvaluatedKey,
    } = await database.send("Query", queryInput(asked, start));
    yield { items: Items, omitted: (ScannedCount ?? Items.length) - Items.length };
    start = LastEvaluatedKey;
  } while (start);
}

/** The answers to a scan, whose input says where the answer begins. */
async function* answersOf(inputFrom: typeof scanInput) {
  let start: Record<string, unknown> | undefined;
  do {
    const answer = await database.send("Scan", inputFrom(start));
    yield answer;
    start = answer.LastEvaluatedKey;
  } while (start);
}

async function* scan(): AsyncGenerator<ScannedItems> {
  const inputFrom: typeof scanInput = (start) => ({ ...scanInput(start), ReturnConsumedCapacity: "TOTAL" });
  for await (const answer of answersOf(inputFrom))
    yield { items: (answer.Items ?? []) as Item[], readUnits: consumedUnits(answer) };
}

async function* expired(atSeconds: number): AsyncGenerator<readonly Key[]> {
  for await (const { Items = [] } of answersOf((start) => expiredInput(atSeconds, start)))
    yield Items as Item[];
}

const write = async (asked: SingleWrite): Promise<Attributes | undefined> => {
  requirePossibleAlone(asked);
  const { Put, Update, Delete } = writeItem(asked);
  if (Put) await database.send("PutItem", Put);
  if (Delete) await database.send("DeleteItem", Delete);
  if (Update)
    return (await database.send("UpdateItem", { ...Update, ReturnValues: "UPDATED_NEW" })).Attributes ?? {};
  return undefined;
};

const transact = async (writes: readonly Write[]): Promise<number> => {
  requirePossibleTransaction(writes);
  const answer = await database.send("TransactWriteItems", {
    TransactItems: writes.map(writeItem),
    // With this token, a transaction that is sent again because its answer was lost is not done twice.
    ClientRequestToken: randomUUID(),
    ReturnConsumedCapacity: "TOTAL",
  });
  return consumedUnits(answer);
};

/** The table of DynamoDB, or of an engine that speaks its protocol. */
export const dynamoTable: TableStore = {
  get,
  getMany,
  query,
  write,
  transact,
  scan,
  expired,
};
