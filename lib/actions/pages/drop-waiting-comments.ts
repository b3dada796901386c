import type { Comment } from "#lib/pages/comment.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { deleteWaitingComment } from "#lib/store/waiting-comments.ts";

const commentsAtOnce = 50;

/** Removes waiting comments that the page has in its list; readers pass over any that a crash leaves. */
export const dropWaitingComments = async (pageId: number, waiting: readonly Comment[]): Promise<void> => {
  for (let start = 0; start < waiting.length; start += commentsAtOnce) {
    const some = waiting.slice(start, start + commentsAtOnce);
    const writes = some.map(({ id }) => deleteWaitingComment(pageId, id));
    await commitDecision(async () => ({ writes, value: undefined }));
  }
};
