import type { Comment } from "#lib/pages/comment.ts";
import type { Page } from "#lib/pages/page.ts";
import { hasLargeComments, putComments } from "#lib/store/comments.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { noteLeftoverBodies } from "#lib/store/leftover-bodies.ts";
import { putPage, readListedPage } from "#lib/store/pages.ts";
import type { StateChange } from "./change-page-state.ts";
import { listingWrites } from "./listing-writes.ts";

/**
 * Replaces all comments of a page at once, without a revision. Refuses what `permit` refuses. Two to five
 * requests.
 */
export const setComments = (
  pageId: number,
  { permit, comments }: StateChange & { readonly comments: readonly Comment[] },
): Promise<Page> =>
  commitDecision(async () => {
    const current = await readListedPage(pageId);
    permit(current);
    if (!current) throw new Error(`Comments on page ${pageId} were permitted, which does not exist.`);
    const { page, content } = current;
    const version = page.version + 1;
    const next: Page = { ...page, comments: comments.length, commentsVersion: version, version };
    const listing = content ? await listingWrites(next, content) : { writes: [] };
    const writes = [putPage(next, page.version), ...putComments(pageId, { version, comments })];
    if (await hasLargeComments(page)) writes.push(noteLeftoverBodies(pageId));
    return { ...listing, writes: [...writes, ...listing.writes], value: next };
  });
