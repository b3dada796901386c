import { aliasesOf } from "#lib/pages/aliases.ts";
import { pageDeletion } from "#lib/pages/change.ts";
import { deleteListing } from "#lib/store/changes.ts";
import { deleteComments } from "#lib/store/comments.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { draftAudioWrites } from "#lib/store/draft-episodes.ts";
import { noteLeftoverBodies } from "#lib/store/leftover-bodies.ts";
import { deletePageRow, deletePublicItems } from "#lib/store/page-removal.ts";
import { readEditablePage } from "#lib/store/pages.ts";
import { scheduleWrites } from "#lib/store/schedules.ts";
import { readSlugClaimsBelow } from "#lib/store/slug-claims.ts";
import { aliasWrites } from "./alias-writes.ts";
import type { PageReads } from "./page-reads.ts";
import { removeLeftoverBodies } from "./remove-leftover-bodies.ts";
import { slugWrites } from "./slug-writes.ts";

/** How many pages were removed, and whether some remain because there was no time. */
interface Deletion {
  readonly deleted: number;
  readonly more: boolean;
}

/**
 * Removes a page and everything below it. If interrupted, or if it no longer `hasTime`, it has removed the
 * lowest pages, and can be run again. Cost: `deleteLonePage` per page, and one request.
 */
export const deletePage = async (
  pageId: number,
  hasTime: () => boolean = () => true,
  reads?: PageReads,
): Promise<Deletion> => {
  for (let deleted = 0; ; ) {
    for (const id of await childrenOf(pageId)) {
      const below = hasTime() ? await deletePage(id, hasTime) : { deleted: 0, more: true };
      deleted += below.deleted;
      if (below.more) return { deleted, more: true };
    }
    const outcome = await deleteLonePage(pageId, reads);
    if (outcome !== "holds pages") return { deleted: deleted + (outcome === "deleted" ? 1 : 0), more: false };
  }
};

/**
 * Removes a page and its history, unless there are pages below it. A child that is being created either keeps
 * it or is refused. Cost: four requests, and four per twelve revisions, audit entries and body parts.
 */
export const deleteLonePage = async (
  pageId: number,
  { page: read = readEditablePage, numbers }: PageReads = {},
): Promise<"deleted" | "gone" | "holds pages"> => {
  const outcome = await commitDecision(async () => {
    const current = await read(pageId);
    if (!current) return { writes: [], value: "gone" as const };
    // In this order: a child that is not found here changed the row after it was read, so the commit fails.
    if ((await childrenOf(pageId)).length > 0) return { writes: [], value: "holds pages" as const };
    const { page, latest } = current;
    return {
      writes: [
        deletePageRow(page),
        noteLeftoverBodies(pageId),
        ...deletePublicItems(pageId),
        deleteListing(pageId),
        ...(page.comments ? deleteComments(pageId) : []),
        ...scheduleWrites(pageId, page.schedule, null),
        ...draftAudioWrites(pageId, latest?.content, undefined),
        ...(await slugWrites(page, null)),
        ...(await aliasWrites(page, {
          draft: { before: aliasesOf(latest?.content) },
          live: { before: page.aliases },
        })),
      ],
      change: pageDeletion(page),
      value: "deleted" as const,
    };
  }, numbers);
  // The page is gone and its id is not used again; what cannot be removed now is left to the job.
  if (outcome === "deleted") await removeLeftoverBodies(pageId).catch(() => {});
  return outcome;
};

const childrenOf = async (pageId: number): Promise<number[]> =>
  (await readSlugClaimsBelow(pageId)).flatMap(({ row }) => row ?? []);
