import type { Comment } from "#lib/pages/comment.ts";
import type { Page } from "#lib/pages/page.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readWaitingIds, removeWaitingComments } from "#lib/store/waiting-comments.ts";
import type { StateChange } from "./change-page-state.ts";
import { decideComments, readDiscussion } from "./discussion.ts";

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

const commentsAtOnce = 50;

/**
 * Removes comments that wait on a page although the page has them in its list now. A moderator's decision
 * removes what a crash leaves. Two requests, and two per fifty.
 */
export const dropWaitingComments = async (
  pageId: number,
  isMeant: (id: number) => boolean,
): Promise<void> => {
  for (let isDone = false; !isDone; ) {
    isDone = await commitDecision(async () => {
      const ids = (await readWaitingIds(pageId)).filter(isMeant);
      const some = ids.slice(0, commentsAtOnce);
      const writes = some.length > 0 ? removeWaitingComments(pageId, some) : [];
      return { writes, value: ids.length <= commentsAtOnce };
    });
  }
};
