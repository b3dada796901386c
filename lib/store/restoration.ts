import { all, equal, isNew } from "#lib/store/port/condition.ts";
import { allItems } from "./all-items.ts";
import { lastDrawnChange, putChange } from "./changes.ts";
import { getItem } from "./client.ts";
import { conditionHolds } from "./condition-holds.ts";
import { isBackedUp, itemKindOf } from "./item-kinds.ts";
import { type Key, keys } from "./table.ts";
import { tableStore } from "./table-store.ts";
import { putItem } from "./typed-writes.ts";

/** Which backup a table is filled from, by its digest, and whether that has ended. */
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
 * the table was empty begin anew when they see an entry without the first ones, and entries expire. Backups
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
