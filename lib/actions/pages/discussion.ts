import type { Comment } from "#lib/pages/comment.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { readComments } from "#lib/store/comments.ts";
import { type ListedPage, readListedPage } from "#lib/store/pages.ts";
import { retryUntilWhole } from "#lib/store/retry-until-whole.ts";
import { readWaitingOn } from "#lib/store/waiting-comments.ts";

/** A page with its comments and those that wait, all from one moment. */
export interface Discussion {
  readonly current: ListedPage;
  readonly comments: readonly Comment[];
  readonly waiting: readonly Comment[];
}

/** Refuses `not_found`. Three requests. */
export const readDiscussion = (pageId: number): Promise<Discussion> =>
  retryUntilWhole(async () => {
    const [current, waiting] = await Promise.all([readListedPage(pageId), readWaitingOn(pageId)]);
    if (!current) throw new Refusal("not_found");
    const comments = await readComments(current.page);
    return comments && { current, comments, waiting };
  });
