import { commitDecision } from "#lib/store/commit.ts";
import { readUnnamedParts, strikeLeftoverBodies } from "#lib/store/leftover-bodies.ts";
import { deletePageItem, readRemains } from "#lib/store/page-removal.ts";
import { readPage, requirePage } from "#lib/store/pages.ts";

/** How many items go in one transaction: parts have 300 KB each, and a transaction ends at 4 MB. */
const itemsAtATime = 12;

/**
 * Removes the parts of bodies that nothing of a page names any more, and of a page that is gone everything
 * that is left; then the note of it. A change of the page in between makes it look again. Interrupted, it has
 * left the note, and can be run again, also at the same time. Cost: three to five requests for every twelve
 * items.
 */
export const removeLeftoverBodies = async (pageId: number): Promise<void> => {
  for (let isDone = false; !isDone; ) {
    isDone = await commitDecision(async () => {
      const page = await readPage(pageId);
      const items = page ? await readUnnamedParts(pageId) : await readRemains(pageId, itemsAtATime + 1);
      const isLast = items.length <= itemsAtATime;
      return {
        writes: [
          ...(page ? [requirePage(page)] : []),
          ...items.slice(0, itemsAtATime).map(deletePageItem),
          ...(isLast ? [strikeLeftoverBodies(pageId)] : []),
        ],
        value: isLast,
      };
    });
  }
};
