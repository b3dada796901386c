import { commitDecision } from "#lib/store/commit.ts";
import { readWaitingIds, removeWaitingComments } from "#lib/store/waiting-comments.ts";

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
