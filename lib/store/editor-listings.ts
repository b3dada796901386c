import { certain } from "#lib/certain.ts";
import { type EditorListing, editorListingOf, hasRevisionListing } from "#lib/pages/editor-listing.ts";
import { revisionListingOf } from "#lib/pages/revision.ts";
import { knownBlocks } from "#lib/settings/blocks.ts";
import { keysPerRequest } from "#lib/store/port/table-store.ts";
import { getItem, getItems } from "./items.ts";
import { readPages, revisionOf } from "./pages.ts";
import { keys } from "./table.ts";

/** How many requests run at once. */
const concurrency = 8;

/**
 * Reads the listings for editors of pages, `undefined` for missing ones. One request per 100, and one per 100
 * whose rows are of an earlier version.
 */
export const readEditorListings = async (ids: readonly number[]): Promise<(EditorListing | undefined)[]> => {
  const pages = await readPages(ids);
  const old = pages.filter((page) => page !== undefined).filter((page) => !hasRevisionListing(page));
  const revisions = await getItems(old.map((page) => keys.revision(page.id, page.latestRevisionId ?? 0)));
  const latest = new Map<number, EditorListing["latest"]>();
  for (const [index, item] of revisions.entries())
    if (item) latest.set(certain(old[index]).id, revisionListingOf(await revisionOf(item), knownBlocks()));
  return pages.map((page) => page && editorListingOf(page, latest.get(page.id)));
};

/** Reads the listings of all pages: one request per 100 ids that were ever given, eight at a time. */
export async function* allEditorListings(): AsyncGenerator<EditorListing[]> {
  const { page: last = 0 } = (await getItem(keys.sequence("IDS"))) ?? {};
  const ids = Array.from({ length: last }, (_, index) => index + 1);
  const atOnce = concurrency * keysPerRequest;
  for (let start = 0; start < ids.length; start += atOnce) {
    const batches = Array.from({ length: concurrency }, (_, index) => {
      const from = start + index * keysPerRequest;
      return readEditorListings(ids.slice(from, from + keysPerRequest));
    });
    yield (await Promise.all(batches)).flat().filter((listing) => listing !== undefined);
  }
}
