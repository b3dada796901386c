import type { PlacedComment } from "#lib/pages/comment.ts";
import { type CommentState, inState, stateOf } from "#lib/pages/comment-state.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { readPlacedComments } from "#lib/store/comments.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { deleteWaitingComment, readWaitingComments } from "#lib/store/waiting-comments.ts";
import { decideComments, requireRoom } from "./comment-writes.ts";
import { readDiscussion } from "./discussion.ts";
import { learnFromComments } from "./learn-from-comments.ts";

/**
 * Gives a comment a moderator's state. The first decision moves it from those that wait to those of its page.
 * What is so already stays as it is. Then the spam model learns from all decisions. Refuses `not_found`, and
 * `comments_full`. Cost: eight requests, and one or two per megabyte of comments.
 */
export const judgeComment = async (
  id: number,
  state: Exclude<CommentState, "pending">,
): Promise<PlacedComment> => {
  const pageId = await pageOf(id);
  const judged = await commitDecision(async () => {
    const { current, comments, waiting } = await readDiscussion(pageId);
    const stored = comments.find((comment) => comment.id === id);
    const found = stored ?? waiting.find((comment) => comment.id === id);
    if (!found) throw new Refusal("not_found");
    if (stateOf(found) === state) return { writes: [], value: { pageId, comment: found } };
    const comment = inState(found, state);
    const next = stored ? comments.map((each) => (each === stored ? comment : each)) : [...comments, comment];
    requireRoom(next);
    const decision = await decideComments(current, next);
    const writes = [...decision.writes, ...(stored ? [] : [deleteWaitingComment(pageId, id)])];
    return { ...decision, writes, value: { pageId, comment } };
  });
  // The decision stands if this fails; the next one learns from it too.
  await learnFromComments().catch(() => {});
  return judged;
};

const pageOf = async (id: number): Promise<number> => {
  const isMeant = ({ comment }: PlacedComment) => comment.id === id;
  const found = (await readWaitingComments()).find(isMeant) ?? (await readPlacedComments()).find(isMeant);
  if (!found) throw new Refusal("not_found");
  return found.pageId;
};
