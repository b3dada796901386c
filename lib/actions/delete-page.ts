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
 * after this has answered do not show them. Interrupted, it has removed the lowest pages, of the last perhaps not all
 * history, and can be run again. Cost: that of `deleteLonePage` for each page, and one request more.
 */
export const deletePage = async (pageId: number): Promise<number> => {
  for (let count = 0; ; ) {
    for (const id of await childrenOf(pageId)) count += await deletePage(id);
    const outcome = await deleteLonePage(pageId);
    if (outcome !== "holds pages") return count + (outcome === "deleted" ? 1 : 0);
  }
};

/**
 * Removes a page with all its history, unless there are pages below it: one that is made there at the same moment keeps it,
 * or is refused. Cost: four requests and one for every 80 revisions and audit entries.
 */
export const deleteLonePage = async (pageId: number): Promise<"deleted" | "gone" | "holds pages"> => {
  const outcome = await commitDecision(async () => {
    const current = await readEditablePage(pageId);
    if (!current) return { writes: [], value: "gone" as const };
    // In this order: a page that is not among these was counted as a birth after the row was read.
    if ((await childrenOf(pageId)).length > 0) return { writes: [], value: "holds pages" as const };
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
      value: "deleted" as const,
    };
  });
  if (outcome !== "holds pages") await deleteHistory(pageId);
  return outcome;
};

const childrenOf = async (pageId: number): Promise<number[]> =>
  (await readSlugClaimsBelow(pageId)).flatMap(({ row }) => row ?? []);

/** The page is gone by now, and its number is nobody's again: what is left of it can be seen by nobody. */
const deleteHistory = async (pageId: number): Promise<void> => {
  const items = await readPageItemKeys(pageId);
  for (let start = 0; start < items.length; start += itemsAtATime) {
    const some = items.slice(start, start + itemsAtATime);
    await commitDecision(async () => ({ writes: some.map(deletePageItem), value: undefined }));
  }
};
