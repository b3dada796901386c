import { certain } from "#lib/certain.ts";
import { type Edition, editionOf, hasSummary } from "#lib/pages/edition.ts";
import { summaryOf } from "#lib/pages/revision.ts";
import { customBlocks } from "#lib/settings/blocks.ts";
import { keysPerRequest } from "#lib/store/port/table-store.ts";
import { getItem, getItems } from "./items.ts";
import { readPages, revisionOf } from "./pages.ts";
import { keys } from "./table.ts";

/** How many requests run at once. */
const concurrency = 8;

/**
 * Pages as lists for editors show them, `undefined` for missing ones. One request per 100, and one per 100
 * whose rows are of an earlier version.
 */
export const readEditions = async (ids: readonly number[]): Promise<(Edition | undefined)[]> => {
  const pages = await readPages(ids);
  const old = pages.filter((page) => page !== undefined).filter((page) => !hasSummary(page));
  const revisions = await getItems(old.map((page) => keys.revision(page.id, page.latestRevisionId ?? 0)));
  const summaries = new Map<number, Edition["summary"]>();
  for (const [index, item] of revisions.entries())
    if (item) summaries.set(certain(old[index]).id, summaryOf(await revisionOf(item), customBlocks()));
  return pages.map((page) => page && editionOf(page, summaries.get(page.id)));
};

/** Every page: one request per 100 ids that were ever given, eight at a time. */
export async function* allEditions(): AsyncGenerator<Edition[]> {
  const { page: last = 0 } = (await getItem(keys.sequence("IDS"))) ?? {};
  const ids = Array.from({ length: last }, (_, index) => index + 1);
  const atOnce = concurrency * keysPerRequest;
  for (let start = 0; start < ids.length; start += atOnce) {
    const batches = Array.from({ length: concurrency }, (_, index) => {
      const from = start + index * keysPerRequest;
      return readEditions(ids.slice(from, from + keysPerRequest));
    });
    yield (await Promise.all(batches)).flat().filter((edition) => edition !== undefined);
  }
}
