import type { Comment } from "#lib/pages/comment.ts";
import type { Page } from "#lib/pages/page.ts";
import { commitDecision } from "#lib/store/commit.ts";
import type { StateChange } from "./change-page-state.ts";
import { decideComments } from "./comment-writes.ts";
import { readDiscussion } from "./discussion.ts";

/** Replaces the comments of a page, except those that wait. Two to five requests. */
export const setComments = (
  pageId: number,
  { permit, comments }: StateChange & { readonly comments: readonly Comment[] },
): Promise<Page> =>
  commitDecision(async () => {
    const discussion = await readDiscussion(pageId);
    permit(discussion.current);
    return decideComments(discussion, comments);
  });
