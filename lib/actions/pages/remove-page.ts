import { clock } from "#lib/clock.ts";
import { aliasesOf } from "#lib/pages/addresses.ts";
import { pageDeletion } from "#lib/pages/change.ts";
import { isWritten } from "#lib/pages/page.ts";
import { settledInOrder } from "#lib/settled.ts";
import { readSlugClaimsBelow } from "#lib/store/address-claims.ts";
import { putAudit } from "#lib/store/audit.ts";
import { binComments, putBinned } from "#lib/store/bin.ts";
import { deleteListing } from "#lib/store/changes.ts";
import { deleteComments } from "#lib/store/comments.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { isDryRun } from "#lib/store/commit-scope.ts";
import { inOneRead } from "#lib/store/items.ts";
import { noteLeftoverBodies } from "#lib/store/leftovers.ts";
import { deletePageRow, deletePublicItems, readEditablePage } from "#lib/store/pages.ts";
import { deletePreviewLinks } from "#lib/store/preview-links.ts";
import { draftAudioWrites, scheduleWrites } from "#lib/store/schedules.ts";
import { readWaitingIds, requireNoneWaiting } from "#lib/store/waiting-comments.ts";
import { aliasWrites, slugWrites } from "./address-writes.ts";
import type { StateChange } from "./change-page-state.ts";
import type { PageReads } from "./page-reads.ts";
import { removeLeftoverBodies } from "./remove-leftover-bodies.ts";

/**
 * Moves a post to the bin: nobody reads it any more, its slug is free, and what it refers to is not in use.
 * Its revisions, history and comments stay for a restoration, but its preview links end. Comments that wait
 * for a moderator follow, now or by the job that removes leftovers. Cost: four requests, and those of
 * `removeLeftoverBodies` if comments wait.
 */
export const binPage = async (
  pageId: number,
  { userId = null, permit, reads: { page: read = readEditablePage, numbers } = {} }: StateChange,
): Promise<"deleted" | "gone"> => {
  const outcome = await commitDecision(async ({ beginChange }) => {
    const current = await read(pageId);
    permit(current);
    if (!current) return { writes: [], value: "gone" as const };
    const { page, latest } = current;
    if (!latest || !isWritten(page))
      throw new Error(`The deletion of page ${pageId} was permitted, which is no post with a revision.`);
    beginChange();
    const [waiting, comments, claims, aliasClaims] = await settledInOrder(
      inOneRead(() => [
        readWaitingIds(pageId),
        page.comments ? binComments(pageId) : [],
        slugWrites(page, null),
        aliasWrites(page, {
          draft: { before: aliasesOf(latest.content) },
          live: { before: page.aliases },
        }),
      ]),
    );
    const deletedAt = clock.now();
    const version = page.version + 1;
    const binned = { ...page, schedule: null, lock: null, workflow: null, version };
    const deleted = { pageId, kind: "wagtail.delete", userId, revisionId: null, at: deletedAt } as const;
    return {
      writes: [
        deletePageRow(page),
        putBinned({ page: binned, title: latest.content.title, deletedAt, deletedBy: userId, changes: 0 }),
        ...deletePublicItems(pageId),
        deleteListing(pageId),
        deletePreviewLinks(pageId),
        // Comments arrive only at a live page, so that none waits afterwards either.
        waiting.length === 0 ? requireNoneWaiting(pageId) : noteLeftoverBodies(pageId),
        ...comments,
        ...scheduleWrites(pageId, page.schedule, null),
        ...draftAudioWrites(pageId, latest.content, undefined),
        ...claims,
        ...aliasClaims,
        ...putAudit(version, [deleted]),
      ],
      change: pageDeletion(page),
      value: waiting.length === 0 ? ("deleted" as const) : ("comments follow" as const),
      outcome: { id: pageId },
    };
  }, numbers);
  // Comments that cannot be moved now are left to the job.
  if (outcome === "comments follow" && !isDryRun()) await removeLeftoverBodies(pageId).catch(() => {});
  return outcome === "gone" ? "gone" : "deleted";
};

/** The number of pages that were removed, and whether some remain because there was no time. */
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
  reads: PageReads = {},
): Promise<"deleted" | "gone" | "holds pages"> => {
  const outcome = await removeLonePage(pageId, reads);
  // The page is gone and its id is not used again; what cannot be removed now is left to the job.
  if (outcome === "deleted") await removeLeftoverBodies(pageId).catch(() => {});
  return outcome;
};

/**
 * Removes a page like {@link deleteLonePage}, at once. What is left of its history is left to the job. Cost:
 * four requests.
 */
export const removeLonePage = (
  pageId: number,
  { page: read = readEditablePage, numbers }: PageReads = {},
): Promise<"deleted" | "gone" | "holds pages"> =>
  commitDecision(async () => {
    const current = await read(pageId);
    if (!current) return { writes: [], value: "gone" as const };
    // The row was read first: a child that is not found here changes it, so the commit fails.
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

const childrenOf = async (pageId: number): Promise<number[]> =>
  (await readSlugClaimsBelow(pageId)).flatMap(({ row }) => row ?? []);
