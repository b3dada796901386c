import type { BinnedPage } from "#lib/pages/binned-page.ts";
import { type Comment, maxCommentBytes } from "#lib/pages/comment.ts";
import { readStoredBinned, requireGone, touchBinned } from "#lib/store/bin.ts";
import { putBinnedComments, readBinnedComments } from "#lib/store/binned-comments.ts";
import { commitDecision, type Decision } from "#lib/store/commit.ts";
import { readUnnamedParts, strikeLeftoverBodies } from "#lib/store/leftover-bodies.ts";
import { deletePageItem, readRemains } from "#lib/store/page-removal.ts";
import { readPage, requirePage } from "#lib/store/pages.ts";
import { readWaitingIds, readWaitingOn, removeWaitingComments } from "#lib/store/waiting-comments.ts";

/** Parts have 300 KB each, and DynamoDB limits a transaction to 4 MB. */
const itemsAtATime = 12;

const commentsAtATime = 50;

/**
 * Removes unused parts of a page's bodies, or all that is left of a deleted page; of a post in the bin, takes
 * the comments that wait for a moderator to those in the bin. Then strikes their note. Safe to repeat and to
 * run concurrently. Cost: three to five requests per twelve items or fifty comments.
 */
export const removeLeftoverBodies = async (pageId: number): Promise<void> => {
  for (let isDone = false; !isDone; ) {
    isDone = await commitDecision(async () => {
      const page = await readPage(pageId);
      if (page) return removal(pageId, await readUnnamedParts(pageId), [requirePage(page)]);
      const binned = await readStoredBinned(pageId);
      if (binned) return arrivalInBin(binned);
      const waiting = (await readWaitingIds(pageId)).slice(0, commentsAtATime);
      if (waiting.length > 0)
        return {
          writes: [...requireGone(pageId), ...removeWaitingComments(pageId, waiting)],
          value: false,
        };
      return removal(pageId, await readRemains(pageId, itemsAtATime + 1), requireGone(pageId));
    });
  }
};

/** Removes some items, and the note with the last of them; true if nothing is left to do. */
const removal = (
  pageId: number,
  items: Awaited<ReturnType<typeof readRemains>>,
  conditions: Decision<boolean>["writes"],
): Decision<boolean> => {
  const isLast = items.length <= itemsAtATime;
  return {
    writes: [
      ...conditions,
      ...items.slice(0, itemsAtATime).map(deletePageItem),
      ...(isLast ? [strikeLeftoverBodies(pageId)] : []),
    ],
    value: isLast,
  };
};

/** Unused parts of what is in the bin stay: they go with the post, or are noted again when it returns. */
const arrivalInBin = async (binned: BinnedPage): Promise<Decision<boolean>> => {
  const { id, version } = binned.page;
  const arriving = (await readWaitingOn(id)).slice(0, commentsAtATime);
  if (arriving.length === 0) return { writes: [touchBinned(binned), strikeLeftoverBodies(id)], value: true };
  const stored = await readBinnedComments(id);
  const comments = [...(stored?.comments ?? []), ...arriving];
  return {
    writes: [
      touchBinned(binned),
      ...(fits(comments) ? putBinnedComments(id, stored?.version ?? version, comments) : []),
      ...removeWaitingComments(
        id,
        arriving.map((comment) => comment.id),
      ),
    ],
    value: false,
  };
};

const fits = (comments: readonly Comment[]): boolean =>
  Buffer.byteLength(JSON.stringify(comments)) <= maxCommentBytes;
