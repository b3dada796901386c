import type { Catalog } from "#lib/catalog/catalog.ts";
import { settled } from "#lib/store/settled.ts";
import { currentCatalog } from "./current-catalog.ts";

/**
 * The result of a read that asks the catalog and the store, which is repeated on a newer catalog while it
 * gives undefined, because the store was ahead of the catalog or saw half of a transaction. After some
 * seconds of that it is refused as `busy`.
 */
export const settledWith = <Value>(
  catalog: Catalog,
  read: (catalog: Catalog) => Promise<Value | undefined>,
): Promise<Value> => {
  let current = catalog;
  return settled(async () => {
    const value = await read(current);
    if (value === undefined) current = await currentCatalog();
    return value;
  });
};
