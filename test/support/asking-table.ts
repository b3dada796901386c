import { randomUUID } from "node:crypto";
import { countRequest, countUnits, metered, newDatabaseMeter } from "#lib/database-meter.ts";
import { tableName } from "#lib/settings/database.ts";
import { getMany } from "#lib/store/dynamo/dynamo-table.ts";
import {
  batchGetInput,
  expiredInput,
  getInput,
  queryInput,
  scanInput,
  writeItem,
} from "#lib/store/dynamo/inputs.ts";
import { database, type SentOperation } from "#lib/store/dynamo/send.ts";
import { requirePossibleAlone, requirePossibleTransaction } from "#lib/store/port/require-possible.ts";
import type { Item, TableStore } from "#lib/store/port/table-store.ts";
import type { Key } from "#lib/store/table.ts";

/** What is done for requests that are not sent. */
const works = new WeakMap<object, () => Promise<object>>();
let isInstalled = false;

/** Has what is asked go through `database.send`, around which others put themselves (`aroundCommands`). */
const install = (): void => {
  if (isInstalled) return;
  isInstalled = true;
  const sent = database.send as (operation: SentOperation, input: object) => Promise<object>;
  Object.assign(database, {
    send: (operation: SentOperation, input: object) => works.get(input)?.() ?? sent(operation, input),
  });
};

type Check = (operation: SentOperation, input: object) => void;

/**
 * A table that does in another one what DynamoDB would be asked for, request by request, so that requests can
 * be counted, held up, refused and checked without an engine.
 */
export const askingTable = (table: TableStore, check: Check = () => {}): TableStore => {
  install();

  const ask = async <Answer extends object>(
    operation: SentOperation,
    input: object,
    work: () => Promise<Answer>,
  ): Promise<Answer> => {
    works.set(input, async () => {
      check(operation, input);
      const own = newDatabaseMeter();
      const answer = await countRequest(() => metered(own, work));
      const ConsumedCapacity = { CapacityUnits: own.readUnits + own.writeUnits };
      countUnits(operation, { ConsumedCapacity });
      return { ...answer, ConsumedCapacity };
    });
    return (await database.send(operation as "GetItem", input as never)) as Answer;
  };

  const get: TableStore["get"] = async (key, attributes) =>
    (
      await ask("GetItem", getInput(key, attributes), async () => ({
        Item: await table.get(key, attributes),
      }))
    ).Item;

  const getBatch = async (keys: readonly Key[]): Promise<readonly Item[]> => {
    const input = batchGetInput(keys.map((key) => ({ ...key })));
    const { Responses } = await ask("BatchGetItem", input, async () => ({
      Responses: { [tableName()]: (await table.getMany(keys)).filter((item) => item !== undefined) },
    }));
    return Responses[tableName()] ?? [];
  };

  /** The parts of a generator, each of which is a request. */
  async function* parts<Part>(
    operation: SentOperation,
    inputAt: (start: Record<string, unknown> | undefined) => object,
    generator: AsyncGenerator<Part>,
  ): AsyncGenerator<Part> {
    let start: Record<string, unknown> | undefined;
    // The table gives its last part with its first question that finds no more: no request of its own.
    for (let isFirst = true; ; isFirst = false) {
      const before = isFirst ? undefined : await generator.next();
      if (before?.done) return;
      const { part } = await ask(operation, inputAt(start), async () => ({
        part: before ?? (await generator.next()),
      }));
      if (part.done) return;
      yield part.value;
      start = { pk: "…", sk: "…" };
    }
  }

  return {
    get,
    getMany: (keys) => getMany(keys, get, getBatch),
    query: (asked) => parts("Query", (start) => queryInput(asked, start), table.query(asked)),
    scan: () => parts("Scan", scanInput, table.scan()),
    expired: (atSeconds) =>
      parts("Scan", (start) => expiredInput(atSeconds, start), table.expired(atSeconds)),
    write: async (write) => {
      requirePossibleAlone(write);
      const { Put, Update, Delete } = writeItem(write);
      const operation = Put ? "PutItem" : Delete ? "DeleteItem" : "UpdateItem";
      const { Attributes } = await ask(operation, (Put ?? Delete ?? Update)!, async () => ({
        Attributes: await table.write(write),
      }));
      return Attributes;
    },
    transact: async (writes) => {
      requirePossibleTransaction(writes);
      const input = { TransactItems: writes.map(writeItem), ClientRequestToken: randomUUID() };
      const { units } = await ask("TransactWriteItems", input, async () => ({
        units: await table.transact(writes),
      }));
      return units;
    },
  };
};
