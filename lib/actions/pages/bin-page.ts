import { clock } from "#lib/clock.ts";
import { aliasesOf } from "#lib/pages/aliases.ts";
import { pageDeletion } from "#lib/pages/change.ts";
import type { Page } from "#lib/pages/page.ts";
import { settledInOrder } from "#lib/settled.ts";
import { putAudit } from "#lib/store/audit.ts";
import { putBinned } from "#lib/store/bin.ts";
import { binComments } from "#lib/store/binned-comments.ts";
import { deleteListing } from "#lib/store/changes.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { isDryRun } from "#lib/store/commit-scope.ts";
import { draftAudioWrites } from "#lib/store/draft-episodes.ts";
import { inOneRead } from "#lib/store/gathered-reads.ts";
import { noteLeftoverBodies } from "#lib/store/leftover-bodies.ts";
import { deletePageRow, deletePublicItems } from "#lib/store/page-removal.ts";
import { readEditablePage } from "#lib/store/pages.ts";
import { deletePreviewLinks } from "#lib/store/preview-links.ts";
import { scheduleWrites } from "#lib/store/schedules.ts";
import { readWaitingIds, requireNoneWaiting } from "#lib/store/waiting-comments.ts";
import { aliasWrites } from "./alias-writes.ts";
import type { StateChange } from "./change-page-state.ts";
import { removeLeftoverBodies } from "./remove-leftover-bodies.ts";
import { slugWrites } from "./slug-writes.ts";

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
    if (!latest) throw new Error(`The deletion of page ${pageId} was permitted, which has no revision.`);
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
    const binned: Page = { ...page, schedule: null, lock: null, workflow: null, version };
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
  // What cannot be moved now is left to the job.
  if (outcome === "comments follow" && !isDryRun()) await removeLeftoverBodies(pageId).catch(() => {});
  return outcome === "gone" ? "gone" : "deleted";
};
