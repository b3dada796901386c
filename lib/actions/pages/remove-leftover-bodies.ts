import { type Comment, maxCommentBytes } from "#lib/pages/comment.ts";
import type { BinnedPage } from "#lib/pages/page.ts";
import { settledInOrder } from "#lib/settled.ts";
import {
  deleteBinned,
  putBinnedComments,
  readBinnedComments,
  readStoredBinned,
  requireGone,
  touchBinned,
} from "#lib/store/bin.ts";
import { commitDecision, type Decision } from "#lib/store/commit.ts";
import { inOneRead } from "#lib/store/items.ts";
import { noteLeftoverBodies, readUnnamedParts, strikeLeftoverBodies } from "#lib/store/leftovers.ts";
import { deletePageItem, readPage, readRemains, requirePage } from "#lib/store/pages.ts";
import { readWaitingAmong, readWaitingIds, removeWaitingComments } from "#lib/store/waiting-comments.ts";

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
      const [page, binned] = await Promise.all(inOneRead(() => [readPage(pageId), readStoredBinned(pageId)]));
      if (page) return removal(pageId, await readUnnamedParts(pageId), [requirePage(page)]);
      // Comments are read after the page, because none is added to a page that is gone.
      const waiting = readSomeWaiting(pageId);
      if (binned) return arrivalInBin(binned, await waiting);
      const [ids, remains] = await settledInOrder([waiting, readRemains(pageId, itemsAtATime + 1)]);
      if (ids.length === 0) return removal(pageId, remains, requireGone(pageId));
      return { writes: [...requireGone(pageId), ...removeWaitingComments(pageId, ids)], value: false };
    });
  }
};

const readSomeWaiting = async (pageId: number): Promise<readonly number[]> =>
  (await readWaitingIds(pageId)).slice(0, commentsAtATime);

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
const arrivalInBin = async (binned: BinnedPage, waiting: readonly number[]): Promise<Decision<boolean>> => {
  const { id, version } = binned.page;
  if (waiting.length === 0) return { writes: [touchBinned(binned), strikeLeftoverBodies(id)], value: true };
  const [arriving, stored] = await Promise.all(
    inOneRead(() => [readWaitingAmong(waiting), readBinnedComments(id)]),
  );
  const comments = [...(stored?.comments ?? []), ...arriving];
  return {
    writes: [
      touchBinned(binned),
      ...(fits(comments) ? putBinnedComments(id, stored?.version ?? version, comments) : []),
      ...removeWaitingComments(id, waiting),
    ],
    value: false,
  };
};

const fits = (comments: readonly Comment[]): boolean =>
  Buffer.byteLength(JSON.stringify(comments)) <= maxCommentBytes;

/**
 * Removes a post for good that `find` gives from the bin; false if it gives none any more. If this is
 * interrupted, the job that removes leftovers completes it.
 */
export const purgePage = async (find: () => Promise<BinnedPage | undefined>): Promise<boolean> => {
  const pageId = await commitDecision(async () => {
    const binned = await find();
    if (!binned) return { writes: [], value: undefined };
    const { id } = binned.page;
    return { writes: [deleteBinned(binned), noteLeftoverBodies(id)], value: id };
  });
  if (pageId !== undefined) await removeLeftoverBodies(pageId);
  return pageId !== undefined;
};
