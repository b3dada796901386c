import type { Catalog } from "#lib/catalog/catalog.ts";
import { retryUntilWhole } from "#lib/store/retry-until-whole.ts";
import { currentCatalog } from "./current-catalog.ts";

/** Repeats a read on a newer catalog while it gives undefined: the store was ahead. Refuses `busy` then. */
export const retryOnNewerCatalog = <Value>(
  catalog: Catalog,
  read: (catalog: Catalog) => Promise<Value | undefined>,
): Promise<Value> => {
  let current = catalog;
  return retryUntilWhole(async () => {
    const value = await read(current);
    if (value === undefined) current = await currentCatalog();
    return value;
  });
};
