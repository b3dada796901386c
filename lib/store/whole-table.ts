import { clock } from "#lib/clock.ts";
import { atMost, type Item, type ScannedItems, type Write } from "#lib/store/port/table-store.ts";
import { conditionHolds } from "./condition-errors.ts";
import { type Key, keys, keyText } from "./table.ts";
import { tableStore } from "./table-store.ts";

/** Every item of the table, each read consistently at its own moment, a megabyte at a time. */
export const allItems = (): AsyncGenerator<ScannedItems> => tableStore().scan();

/** The limit of one transaction. */
const maxTransactionItems = 100;

/**
 * Writes the items of puts, ignoring their conditions; the last one of a key wins. For tables that nobody
 * else uses yet: it writes no change log, and only each hundred is atomic. One request per 100 items.
 */
export const loadItems = async (writes: readonly Write[]): Promise<void> => {
  const items = [...new Map(writes.map(itemOf).map((item) => [keyText(item), item])).values()];
  const hundreds = Array.from({ length: Math.ceil(items.length / maxTransactionItems) }, (_, index) =>
    items.slice(index * maxTransactionItems, (index + 1) * maxTransactionItems),
  );
  await Promise.all(hundreds.map(putTogether));
};

const itemOf = (write: Write): Item => {
  if (!("put" in write)) throw new Error("Only puts can be loaded.");
  return write.put;
};

const putTogether = async (items: readonly Item[]): Promise<void> => {
  await tableStore().transact(items.map((put) => ({ put })));
};

/** True for items that nobody lists or follows. For other kinds, readers and jobs decide when they end. */
const removable = ({ pk, sk }: Key): boolean =>
  /^((CREDENTIAL|ATTEMPTS|RECEIPT)#|EDITING$)/.test(pk) ||
  sk === keys.previewLinks(0).sk ||
  sk.startsWith("COPY#");

/**
 * Removes expired sessions, attempts, receipts, preview links and working copies, as DynamoDB's TTL does.
 * Stops early if the signal aborts. One request per item removed, and one per 1,000 items or megabyte: of
 * what has expired in a file, of the whole table in an engine.
 */
export const removeExpiredItems = async (signal?: AbortSignal): Promise<void> => {
  const nowSeconds = Math.floor(clock.nowMs() / 1000);
  for await (const expired of tableStore().expired(nowSeconds)) {
    for (const { pk, sk } of expired.filter(removable))
      await conditionHolds(tableStore().write({ delete: { pk, sk }, if: atMost("expires_at", nowSeconds) }));
    if (signal?.aborted) return;
  }
};
