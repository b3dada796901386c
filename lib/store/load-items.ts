import type { Item, Write } from "#lib/store/port/table-store.ts";
import { keyText } from "./table.ts";
import { tableStore } from "./table-store.ts";

/** The limit of one transaction. */
const maxTransactionItems = 100;

/**
 * Writes the items of puts, ignoring their conditions; the last one of a key wins. For tables that nobody
 * else uses yet: no change log entry, and only each hundred is atomic. One request per 100 items.
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
