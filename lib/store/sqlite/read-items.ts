import { certain } from "#lib/certain.ts";
import { countRequest, countUnits } from "#lib/database-meter.ts";
import { requireGet, requireKey, requireQuery } from "#lib/store/port/require-possible.ts";
import type {
  Attributes,
  Item,
  Items,
  PartitionQuery,
  ScannedItems,
  TableStore,
} from "#lib/store/port/table-store.ts";
import { areEqual, ownMember } from "#lib/store/port/values.ts";
import { type Key, keyText } from "#lib/store/table.ts";
import { itemFrom } from "./stored-text.ts";
import type { TableConnection } from "./table-connection.ts";
import type { ExpiringKey, KeyedRow, RowRange, RowsAtOnce, TableRow, TableRows } from "./table-rows.ts";

/** The result of a request, and the size of what it has read, as units count it. */
export interface Counted<Result> {
  readonly result: Result;
  readonly units: number;
}

/** Does work that is one request to DynamoDB, and counts it and its units on the meter. */
export const countedRequest = async <Result>(
  operation: string,
  work: () => Promise<Counted<Result>>,
): Promise<Result> => {
  const { result, units } = await countRequest(work);
  countUnits(operation, { ConsumedCapacity: { CapacityUnits: units } });
  return result;
};

/** The bytes of a unit. A missing or small item takes one unit. */
const unitBytes = { read: 4_096, write: 1_024 } as const;

const readUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / unitBytes.read));

export const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / unitBytes.write));

/** The most bytes, or items, of an answer: whatever exceeds them is the last one. */
const maxBytes = { page: 1_048_576, batch: 16 * 1_048_576 } as const;
const maxItems = { batch: 100, scan: 1_000 } as const;

const rowsAtOnce = 64;

/** The reads of a table, whose answers and units are those of DynamoDB. */
export const tableReads = ({ read }: TableConnection): Omit<TableStore, "write" | "transact"> => {
  const get: TableStore["get"] = async (key, attributes) => {
    requireGet(key, attributes);
    return countedRequest("GetItem", async () => {
      const row = await read((rows) => rows.at(key));
      return { result: row && partOf(itemFrom(row.text), attributes), units: readUnits(row?.size ?? 0) };
    });
  };

  /** The items of the first keys, as many as one request to DynamoDB brings. */
  const getBatch = (keys: readonly Key[]) =>
    countedRequest("BatchGetItem", async () => {
      const found: (Item | undefined)[] = [];
      let [bytes, units] = [0, 0];
      while (found.length < Math.min(keys.length, maxItems.batch) && bytes < maxBytes.batch) {
        const some = await read((rows) => someAt(rows, keys.slice(found.length, maxItems.batch)));
        for (const row of some) {
          found.push(row && itemFrom(row.text));
          bytes += row?.size ?? 0;
          units += readUnits(row?.size ?? 0);
          if (bytes >= maxBytes.batch) break;
        }
      }
      return { result: found, units };
    });

  const getMany: TableStore["getMany"] = async (keys) => {
    keys.forEach(requireKey);
    const unique = new Map(keys.map((key) => [keyText(key), key]));
    const [only, ...others] = unique.values();
    if (only && others.length === 0) {
      const item = (await get(only)) as Item | undefined;
      return keys.map(() => item);
    }
    const found = new Map<string, Item | undefined>();
    for (let rest = [...unique.values()]; rest.length > 0; ) {
      const items = await getBatch(rest);
      for (const [index, item] of items.entries()) found.set(keyText(certain(rest[index])), item);
      rest = rest.slice(items.length);
    }
    return keys.map((key) => found.get(keyText(key)));
  };

  async function* query(asked: PartitionQuery): AsyncGenerator<Items> {
    const { limit, attributes, without } = asked;
    requireQuery(asked);
    const suits = (item: Item) => !without || !areEqual(ownMember(item, without.attribute), without.value);
    let range = rangeOf(asked);
    for (;;) {
      const page = await countedRequest("Query", async () => {
        const found = await pageOf(
          read,
          (rows, last, count) => rows.within(behind(range, last), count),
          limit,
        );
        return { result: found, units: readUnits(found.bytes) };
      });
      const items = page.items.filter(suits);
      yield {
        items: items.map((item) => partOf(item, attributes)),
        omitted: page.items.length - items.length,
      };
      if (!page.next) return;
      range = behind(range, page.next);
    }
  }

  async function* scan(): AsyncGenerator<ScannedItems> {
    for (let start: Key | undefined = { pk: "", sk: "" }; start; ) {
      const from: Key = start;
      const page = await countedRequest("Scan", async () => {
        const found = await pageOf(
          read,
          (rows, last, count) => rows.behind(last ?? from, count),
          maxItems.scan,
        );
        return { result: found, units: readUnits(found.bytes) };
      });
      yield { items: page.items, readUnits: readUnits(page.bytes) };
      start = page.next;
    }
  }

  async function* expired(atSeconds: number): AsyncGenerator<readonly Key[]> {
    for (let place: ExpiringKey["place"] | undefined = [Number.NEGATIVE_INFINITY, 0]; place; ) {
      const after: ExpiringKey["place"] = place;
      const found = await countedRequest("Query", async () => {
        const keys = await read((rows) => rows.expired(atSeconds, after, maxItems.scan));
        return { result: keys, units: readUnits(keys.reduce((sum, { size }) => sum + size, 0)) };
      });
      if (found.length > 0) yield found.map(({ pk, sk }) => ({ pk, sk }));
      place = found.length === maxItems.scan ? certain(found.at(-1)).place : undefined;
    }
  }

  return { get, getMany, query, scan, expired };
};

const partOf = (item: Item, attributes: readonly string[] | undefined): Attributes =>
  attributes ? Object.fromEntries(Object.entries(item).filter(([name]) => attributes.includes(name))) : item;

/** The most bytes of items, or one item, that one turn of the event loop reads. */
const bytesAtOnce = 131_072;

const someAt = (rows: TableRows, keys: readonly Key[]): readonly (TableRow | undefined)[] => {
  const found: (TableRow | undefined)[] = [];
  for (let bytes = 0; found.length < keys.length && bytes < bytesAtOnce; ) {
    const row = rows.at(certain(keys[found.length]));
    found.push(row);
    bytes += row?.size ?? 0;
  }
  return found;
};

const rangeOf = ({
  pk,
  prefix,
  after,
  through,
  backwards: isBackwards = false,
}: PartitionQuery): RowRange => ({
  pk,
  isBackwards,
  above: after,
  through,
  ...(prefix !== undefined && { from: prefix, below: textAbovePrefix(prefix) }),
});

/** The rest of a range. With two bounds on one side, SQLite would pass over all that was read before. */
const behind = (range: RowRange, last: Key | undefined): RowRange => {
  if (!last) return range;
  const { pk, isBackwards, above, from, below, through } = range;
  return isBackwards
    ? { pk, isBackwards, above, from, below: last.sk }
    : { pk, isBackwards, above: last.sk, below, through };
};

interface Page {
  readonly items: readonly Item[];
  readonly bytes: number;
  /** The last key, if there may be more behind it. */
  readonly next: Key | undefined;
}

/** Reads rows until an answer is full, or until there are no more. Other requests run meanwhile. */
const pageOf = async (
  read: TableConnection["read"],
  readSome: (rows: TableRows, last: KeyedRow | undefined, count: number) => RowsAtOnce,
  limit = Number.POSITIVE_INFINITY,
): Promise<Page> => {
  const items: Item[] = [];
  let bytes = 0;
  for (let last: KeyedRow | undefined; ; ) {
    const after: KeyedRow | undefined = last;
    const count = Math.min(rowsAtOnce, limit - items.length);
    const some = await read((rows) => readSome(rows, after, count));
    for (const row of some.rows) {
      last = row;
      items.push(itemFrom(row.text));
      bytes += row.size;
      if (bytes > maxBytes.page || items.length === limit) return { items, bytes, next: row };
    }
    if (!some.mayHaveMore) return { items, bytes, next: undefined };
  }
};

/** The lowest text above all that begin with this one, by the bytes of UTF-8; undefined if there is none. */
export const textAbovePrefix = (prefix: string): string | undefined => {
  const points = [...prefix].map((character) => certain(character.codePointAt(0)));
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last === lastPoint) continue;
    const next = last + 1 === surrogates.first ? surrogates.end : last + 1;
    return String.fromCodePoint(...points, next);
  }
  return undefined;
};

const lastPoint = 0x10ffff;

/** Code units that are no characters by themselves. */
const surrogates = { first: 0xd800, end: 0xe000 } as const;
