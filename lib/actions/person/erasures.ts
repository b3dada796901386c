import { putMedia } from "#lib/actions/media/put-media.ts";
import { decideComments, readDiscussion } from "#lib/actions/pages/discussion.ts";
import { removeLeftoverBodies } from "#lib/actions/pages/remove-leftover-bodies.ts";
import { changeSite } from "#lib/actions/people/change-site.ts";
import type { MediaKind, MediaOf } from "#lib/media/media.ts";
import { hasRevisionListing } from "#lib/pages/editor-listing.ts";
import { type Page, rolesOnPage, unnamedPage } from "#lib/pages/page.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import {
  readBinnedItem,
  readStoredBinned,
  replaceBinned,
  replaceBinnedComments,
  touchBinned,
} from "#lib/store/bin.ts";
import { commentsIn } from "#lib/store/comments.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { getItems } from "#lib/store/items.ts";
import { pageIn, putPage, readPage } from "#lib/store/pages.ts";
import { unnameRevision } from "#lib/store/person-writes.ts";
import { putPreviewLinks, readPreviewLinks } from "#lib/store/preview-links.ts";
import { keys } from "#lib/store/table.ts";
import { readWaitingComment, removeWaitingComments } from "#lib/store/waiting-comments.ts";
import { eraseWorkingCopy, readWorkingCopy } from "#lib/store/working-copies.ts";
import { type NamedPerson, wroteComment } from "./person-rule.ts";

/** Removes a person's comments on a page; answers to them begin a thread. Three to five requests. */
export const eraseComments = async (pageId: number, person: NamedPerson): Promise<void> => {
  await commitDecision<Page | undefined>(async ({ beginChange }) => {
    // The rest of a purged page goes with the page.
    if (!(await readPage(pageId))) return { writes: [], value: undefined };
    beginChange();
    const discussion = await readDiscussion(pageId);
    const { comments } = discussion.stored;
    const others = comments.filter((comment) => !wroteComment(person, comment));
    if (others.length === comments.length) return { writes: [], value: undefined };
    return decideComments(discussion, others);
  });
};

/** Removes a comment that waits for a moderator. Two requests. */
export const eraseWaitingComment = (id: number): Promise<void> =>
  commitDecision(async () => {
    const waiting = await readWaitingComment(id);
    return { writes: waiting ? removeWaitingComments(waiting.pageId, [id]) : [], value: undefined };
  });

/** Removes a person's comments on a post in the bin, or all that is left of a purged one. Four requests. */
export const eraseBinnedComments = async (pageId: number, person: NamedPerson): Promise<void> => {
  const isPurged = await commitDecision(async () => {
    const [page, binned] = await Promise.all([readPage(pageId), readStoredBinned(pageId)]);
    if (!binned) return { writes: [], value: !page };
    const read = await readBinnedItem(pageId);
    const { comments } = read ? await commentsIn(read) : { comments: [] };
    const others = comments.filter((comment) => !wroteComment(person, comment));
    if (!read || others.length === comments.length) return { writes: [], value: false };
    const writes = [touchBinned(binned), ...replaceBinnedComments(pageId, read, others)];
    return { writes, value: false };
  });
  if (isPurged) await removeLeftoverBodies(pageId);
};

/** Takes a user out of a page's row. Two requests. */
export const eraseFromPage = (pageId: number, userId: number): Promise<void> =>
  commitDecision(async () => {
    const page = await readPage(pageId);
    if (!page || rolesOnPage(page, userId).length === 0) return { writes: [], value: undefined };
    const next = { ...unnamedPage(page, userId), version: page.version + 1 };
    return { writes: [putPage(next, page.version)], value: undefined };
  });

/**
 * Takes a user out of a revision. If lists of drafts show it by its page's row, or by itself because the row
 * says nothing of it, the row is written too, so that they follow. Two requests.
 */
export const eraseFromRevision = (pageId: number, revisionId: number, userId: number): Promise<void> =>
  commitDecision(async () => {
    const key = keys.revision(pageId, revisionId);
    const [row, revision] = await getItems([keys.page(pageId), key]);
    if (revision?.authorId !== userId) return { writes: [], value: undefined };
    const page = row && pageIn(row);
    const isShown = page?.latestRevisionId === revisionId;
    const isNamed = page && (!hasRevisionListing(page) || rolesOnPage(page, userId).length > 0);
    const writes = [unnameRevision(key, userId)];
    if (isShown && isNamed)
      writes.push(putPage({ ...unnamedPage(page, userId), version: page.version + 1 }, page.version));
    return { writes, value: undefined };
  });

/** Takes a user out of a post in the bin. Two requests. */
export const eraseFromBin = (pageId: number, userId: number): Promise<void> =>
  commitDecision(async () => {
    const binned = await readStoredBinned(pageId);
    const { page, deletedBy } = binned ?? {};
    const isNamed = page && (deletedBy === userId || rolesOnPage(page, userId).length > 0);
    if (!binned || !isNamed) return { writes: [], value: undefined };
    const next = {
      page: unnamedPage(page, userId),
      deletedBy: deletedBy === userId ? null : binned.deletedBy,
    };
    return { writes: [replaceBinned(binned, next)], value: undefined };
  });

/** Ends the preview links that a user has made, which open nothing without their rights. Two requests. */
export const erasePreviewLinks = (pageId: number, userId: number): Promise<void> =>
  commitDecision(async () => {
    const current = await readPreviewLinks(pageId);
    if (current.stored === undefined) return { writes: [], value: undefined };
    const others = current.links.filter(({ makerId }) => makerId !== userId);
    return { writes: [putPreviewLinks(current, others)], value: undefined };
  });

/** Ends the trusts in other services whose tokens stand for a user. Four requests. */
export const eraseTrusts = async (userId: number): Promise<void> => {
  await changeSite(async ({ trusts }) => {
    const others = trusts.filter((trust) => trust.userId !== userId);
    return others.length < trusts.length ? { trusts: others } : undefined;
  });
};

/** Takes a user out of a media object, which stays. Three requests. */
export const eraseFromMedia = async <Kind extends MediaKind>(
  kind: Kind,
  id: number,
  userId: number,
): Promise<void> => {
  try {
    await putMedia(kind, id, (current) => {
      if (!current) throw new Refusal("not_found");
      return { ...current, ownerId: current.ownerId === userId ? null : current.ownerId } as MediaOf<Kind>;
    });
  } catch (error) {
    // It may have been deleted meanwhile.
    if (!(error instanceof Refusal && error.code === "not_found")) throw error;
  }
};

/** Removes a person's working copy of a page, and what is left of one that has ended. Two requests. */
export const eraseWorkingCopyOf = (pageId: number, userId: number): Promise<void> =>
  commitDecision(async () => ({
    writes: eraseWorkingCopy(await readWorkingCopy(pageId, userId)),
    value: undefined,
  }));
