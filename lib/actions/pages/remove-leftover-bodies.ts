import { commitDecision } from "#lib/store/commit.ts";
import { readUnnamedParts, strikeLeftoverBodies } from "#lib/store/leftover-bodies.ts";
import { deletePageItem, readRemains } from "#lib/store/page-removal.ts";
import { readPage, requirePage } from "#lib/store/pages.ts";
import { dropWaitingComments } from "./drop-waiting-comments.ts";

/** Parts have 300 KB each, and DynamoDB limits a transaction to 4 MB. */
const itemsAtATime = 12;

/**
 * Removes unused parts of a page's bodies, or all that is left of a deleted page; then their note. Safe to
 * repeat and to run concurrently. Cost: three to five requests per twelve items.
 */
export const removeLeftoverBodies = async (pageId: number): Promise<void> => {
  if (!(await readPage(pageId))) await dropWaitingComments(pageId);
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
