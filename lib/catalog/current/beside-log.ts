import type { Catalog } from "#lib/catalog/catalog.ts";
import { retryUntilWhole } from "#lib/store/retry-until-whole.ts";
import { currentCatalog, heldCatalog } from "./current-catalog.ts";

/** Reads from the store what a catalog names. Undefined if the store is ahead of the catalog. */
export type ReadOf<Value> = (catalog: Catalog) => Promise<Value | undefined>;

/**
 * Works on the current catalog, with what `read` gives for it. The read begins beside the question to the
 * change log, for the catalog that this process holds, if `isNeeded` says that the work will need it. If the
 * log has something new, what was read is discarded, and read again for the newer catalog (decision 024).
 * Ends only when the read has ended.
 */
export const besideLog = async <Value, Result>(
  read: ReadOf<Value>,
  work: (current: Catalog, value: () => Promise<Value>) => Promise<Result>,
  isNeeded: (held: Catalog) => boolean = () => true,
): Promise<Result> => {
  const asked = currentCatalog();
  const held = heldCatalog();
  const state = held?.state;
  // The question is sent first, so that DynamoDB answers while this process prepares the read.
  const begun = held && isNeeded(held) ? asSoonAsSent(() => read(held)) : undefined;
  try {
    const current = await asked;
    let early = current === held && current.state === state ? begun : undefined;
    const value = () =>
      retryOnNewerCatalog(current, (catalog) => {
        const first = early;
        early = undefined;
        return first ?? read(catalog);
      });
    return await work(current, value);
  } finally {
    // A Lambda may not leave a request running when it answers.
    await begun?.catch(() => {});
  }
};

/** Calls the function that `read` gives, once the catalog that it was read for is known to be current. */
export const onceCurrent = <Result>(read: ReadOf<() => Promise<Result> | Result>): Promise<Result> =>
  besideLog(read, async (_, work) => (await work())());

/** Begins once earlier requests are on their way. It may fail before anybody waits for it. */
const asSoonAsSent = <Value>(begin: () => Promise<Value>): Promise<Value> => {
  const begun = Promise.resolve().then(begin);
  begun.catch(() => {});
  return begun;
};

/**
 * Reads again on a newer catalog while `read` gives undefined, because the store is ahead. Refuses `busy` in
 * the end.
 */
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
