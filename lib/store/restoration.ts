import { setTimeout as pause } from "node:timers/promises";
import { certain } from "#lib/certain.ts";
import { EngineFault } from "#lib/refusals/engine-fault.ts";
import { plainItem, type WireItem, type WireValue, wireItem } from "#lib/store/dynamo/wire-values.ts";
import { type Attributes, all, equal, type Item, isNew } from "#lib/store/port/table-store.ts";
import { lastDrawnChange, putChange } from "./changes.ts";
import { cancellationOf } from "./commit.ts";
import { conditionHolds } from "./condition-errors.ts";
import { isBackedUp, itemKindOf } from "./item-kinds.ts";
import { getItem, putItem } from "./items.ts";
import { type Key, keys } from "./table.ts";
import { tableStore } from "./table-store.ts";
import { allItems } from "./whole-table.ts";

/** The backup that a table is filled from, by its digest, and whether that has ended. */
export interface Restoration {
  readonly digest: string;
  readonly hasEnded: boolean;
}

/** One request. */
export const readRestoration = async (): Promise<Restoration | undefined> => {
  const item = await getItem(keys.restoration());
  return item && { digest: item.digest, hasEnded: item.hasEnded };
};

/** Notes a restoration, or its end; false if another one has been noted since this was read. One request. */
export const noteRestoration = (
  { digest, hasEnded }: Restoration,
  read: Restoration | undefined,
): Promise<boolean> =>
  conditionHolds(
    tableStore().write(
      putItem(
        keys.restoration(),
        { digest, hasEnded },
        read ? all(equal("digest", read.digest), equal("hasEnded", read.hasEnded)) : isNew,
      ),
    ),
  );

/**
 * Gives the log an entry at the last number that it drew, unless it has one. Catalogs that were made while
 * the table was empty begin again when they see an entry without the first ones, and entries expire. Backups
 * leave this one out. Two requests.
 */
export const endRestoredLog = async (): Promise<void> => {
  const last = await lastDrawnChange();
  if (last.number === 0) return;
  const entry = putChange(last, { kind: "void" });
  await conditionHolds(tableStore().write({ ...entry, put: { ...entry.put, restored: true } }));
};

/** The key of an item that a backup would have; undefined for a table that has none. */
export const findSomethingStored = async (): Promise<Key | undefined> => {
  for await (const { items } of allItems())
    for (const item of items) {
      const kind = itemKindOf(item);
      if (kind === undefined || isBackedUp(kind, item)) return item;
    }
  return undefined;
};

/** The table has another item under a key of the backup: something else writes to it. */
export class OtherItem extends Error {
  readonly key: Key;

  constructor(key: Key) {
    super(`The table has another item at ${key.pk} ${key.sk}.`);
    this.key = key;
  }
}

/** The items that were new, and their write units. */
export interface PutItems {
  readonly items: number;
  readonly writeUnits: number;
}

/**
 * Attempts at a table that throttles, as new ones do, or does not answer: half a minute, and the time of
 * requests.
 */
const maxAttempts = 30;

/**
 * Writes items that the table does not have, in one transaction; those that it has must be the same, or
 * {@link OtherItem} is thrown and none is written. Takes twice the write units of single writes, and a fifth
 * of their time on one machine. At most 100 items and 4 MB.
 */
export const putRestoredItems = async (items: readonly Item[]): Promise<PutItems> => {
  let missing = items;
  for (let attempt = 1; missing.length > 0; attempt++) {
    try {
      const writeUnits = await tableStore().transact(missing.map((put) => ({ put, if: isNew })));
      return { items: missing.length, writeUnits };
    } catch (error) {
      const reason = cancellationOf(error);
      if (reason === undefined && !(error instanceof EngineFault)) throw error;
      if (attempt === maxAttempts) throw error;
      if (reason === "condition") missing = await withoutEqualItems(missing);
      else await pause(Math.random() * Math.min(2 ** attempt * 25, 2_000));
    }
  }
  return { items: 0, writeUnits: 0 };
};

const withoutEqualItems = async (items: readonly Item[]): Promise<readonly Item[]> => {
  const stored = await tableStore().getMany(items.map(({ pk, sk }) => ({ pk, sk })));
  const other = items.find((item, index) => stored[index] && textOfItem(stored[index]) !== textOfItem(item));
  if (other) throw new OtherItem(other);
  return items.filter((_, index) => stored[index] === undefined);
};

/**
 * An item as one line of DynamoDB's own JSON, always the same for the same item: its key comes first, other
 * names and the members of sets are in order.
 */
export const textOfItem = (item: Attributes): string => {
  const { pk, sk, ...others } = wireItem(item);
  return JSON.stringify({ pk, sk, ...inOrder(others) });
};

/** The item of such a line. Throws for anything else. */
export const itemOfText = (line: string): Item => {
  const wire: unknown = JSON.parse(line);
  if (typeof wire !== "object" || wire === null) throw new TypeError("This line is no item.");
  const item = plainItem(wire as WireItem);
  const { pk, sk } = item;
  if (typeof pk !== "string" || typeof sk !== "string") throw new TypeError("An item has a key.");
  return item as Item;
};

const inOrder = (item: WireItem): WireItem =>
  Object.fromEntries(
    Object.keys(item)
      .sort()
      .map((name) => [name, valueInOrder(certain(item[name]))]),
  );

const valueInOrder = ({ M, L, SS, NS, ...scalar }: WireValue): WireValue => {
  if (M) return { M: inOrder(M) };
  if (L) return { L: L.map(valueInOrder) };
  if (SS) return { SS: [...SS].sort() };
  return NS ? { NS: [...NS].sort((one, other) => Number(one) - Number(other)) } : scalar;
};
