import { deleteListing } from "#lib/store/changes.ts";
import { deleteComments } from "#lib/store/comments.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { draftAudioWrites } from "#lib/store/draft-episodes.ts";
import {
  deleteLiveContent,
  deletePageItem,
  deletePageRow,
  readPageItemKeys,
} from "#lib/store/page-removal.ts";
import { readEditablePage } from "#lib/store/pages.ts";
import { scheduleWrites } from "#lib/store/schedules.ts";
import { readSlugClaimsBelow } from "#lib/store/slug-claims.ts";
import { deleteWords } from "#lib/store/words.ts";
import { slugWrites } from "./slug-writes.ts";

/** How many items of a page's history go in one transaction. */
const itemsAtATime = 80;

/**
 * Removes a page with all its history and everything below it, and says how many pages that were. Lists that are read
 * after this has answered do not show them. Interrupted, it has removed the lowest pages, of the last perhaps not all history,
 * and can be run again. Cost: per
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
  const removed = await commitDecision(async () => {
    const current = await readEditablePage(pageId);
    if (!current) return { writes: [], value: false };
    const { page, latest } = current;
    return {
      writes: [
        deletePageRow(page),
        deleteLiveContent(pageId),
        deleteWords(pageId),
        deleteListing(pageId),
        ...(page.comments ? [deleteComments(pageId)] : []),
        ...scheduleWrites(pageId, page.schedule, null),
        ...draftAudioWrites(pageId, latest?.content, undefined),
        ...(await slugWrites(page, null)),
      ],
      change: { kind: "page", id: pageId, version: page.version + 1, listing: null },
      value: true,
    };
  });
  await deleteHistory(pageId);
  return removed;
};

/** The page is gone by now, and its number is nobody's again: what is left of it can be seen by nobody. */
const deleteHistory = async (pageId: number): Promise<void> => {
  const items = await readPageItemKeys(pageId);
  for (let start = 0; start < items.length; start += itemsAtATime) {
    const some = items.slice(start, start + itemsAtATime);
    await commitDecision(async () => ({ writes: some.map(deletePageItem), value: undefined }));
  }
};
