import { deleteListing } from "#lib/store/changes.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { deletePageItem, deletePageRow, readPageItemKeys } from "#lib/store/page-removal.ts";
import { readPage } from "#lib/store/pages.ts";
import { readSlugClaimsBelow } from "#lib/store/slug-claims.ts";
import { slugWrites } from "./slug-writes.ts";

/** How many items of one page go in a transaction; the page's own and its slugs' are beside them. */
const itemsAtATime = 80;

/**
 * Removes a page with all its history and everything below it, and says how many pages that were. Lists that are read
 * after this has answered do not show them. Interrupted, it has removed the lowest pages, and can be run again. Cost: per
 * page three requests and one for every 80 revisions and audit entries.
 */
export const deletePage = async (pageId: number): Promise<number> => {
  const below = await deletePagesBelow(pageId);
  const removed = await deleteOne(pageId);
  // A page may have been put below this one just before its row went; none can be put there now.
  return below + (await deletePagesBelow(pageId)) + (removed ? 1 : 0);
};

const deletePagesBelow = async (pageId: number): Promise<number> => {
  const claims = await readSlugClaimsBelow(pageId);
  let count = 0;
  for (const { row } of claims) count += row === null ? 0 : await deletePage(row);
  return count;
};

const deleteOne = async (pageId: number): Promise<boolean> => {
  for (;;) {
    const items = await readPageItemKeys(pageId);
    if (items.length <= itemsAtATime) break;
    await commitDecision(async () => ({
      writes: items.slice(0, itemsAtATime).map(deletePageItem),
      value: undefined,
    }));
  }
  return commitDecision(async () => {
    const page = await readPage(pageId);
    if (!page) return { writes: [], value: false };
    const items = await readPageItemKeys(pageId);
    return {
      writes: [
        deletePageRow(page),
        ...items.map(deletePageItem),
        ...(await slugWrites(page, null)),
        deleteListing(pageId),
      ],
      change: { kind: "page", id: pageId, version: page.version + 1, listing: null },
      value: true,
    };
  });
};
