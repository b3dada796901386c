import { type Comment, maxCommentBytes, type PlacedComment } from "#lib/pages/comment.ts";
import { type CommentState, inState, stateOf } from "#lib/pages/comment-state.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { readComments, readPlacedComments } from "#lib/store/comments.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { type ListedPage, readListedPage } from "#lib/store/pages.ts";
import { retryUntilWhole } from "#lib/store/retry-until-whole.ts";
import { deleteWaitingComment, readWaitingComments, readWaitingOn } from "#lib/store/waiting-comments.ts";
import { decideComments } from "./comment-writes.ts";

/**
 * Gives a comment a moderator's state. The first decision moves it from those that wait to those of its page.
 * What is so already stays as it is. Refuses `not_found`, and `comments_full`. Cost: six requests, and for a
 * comment that does not wait one per megabyte of comments.
 */
export const judgeComment = async (
  id: number,
  state: Exclude<CommentState, "pending">,
): Promise<PlacedComment> => {
  const pageId = await pageOf(id);
  return commitDecision(async () => {
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
};

const pageOf = async (id: number): Promise<number> => {
  const isMeant = ({ comment }: PlacedComment) => comment.id === id;
  const found = (await readWaitingComments()).find(isMeant) ?? (await readPlacedComments()).find(isMeant);
  if (!found) throw new Refusal("not_found");
  return found.pageId;
};

interface Discussion {
  readonly current: ListedPage;
  readonly comments: readonly Comment[];
  readonly waiting: readonly Comment[];
}

const readDiscussion = (pageId: number): Promise<Discussion> =>
  retryUntilWhole(async () => {
    const [current, waiting] = await Promise.all([readListedPage(pageId), readWaitingOn(pageId)]);
    if (!current) throw new Refusal("not_found");
    const comments = await readComments(current.page);
    return comments && { current, comments, waiting };
  });

const requireRoom = (comments: readonly Comment[]): void => {
  if (Buffer.byteLength(JSON.stringify(comments)) > maxCommentBytes) throw new Refusal("comments_full");
};
