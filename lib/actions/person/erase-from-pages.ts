import { hasSummary } from "#lib/pages/edition.ts";
import { rolesOnPage, unnamedPage } from "#lib/pages/unnamed-page.ts";
import { readStoredBinned, replaceBinned } from "#lib/store/bin.ts";
import { getItems } from "#lib/store/client.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { pageIn, putPage, readPage } from "#lib/store/pages.ts";
import { unnameRevision } from "#lib/store/person-writes.ts";
import { putPreviewLinks, readPreviewLinks } from "#lib/store/preview-links.ts";
import { keys } from "#lib/store/table.ts";

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
    const isNamed = page && (!hasSummary(page) || rolesOnPage(page, userId).length > 0);
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
