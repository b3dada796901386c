import {
  type CommentState,
  commentStates,
  inState,
  type PlacedComment,
  stateOf,
} from "#lib/pages/comment.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { settledInOrder } from "#lib/settled.ts";
import { commitDecision } from "#lib/store/commit.ts";
import type { RequestOutcome } from "#lib/store/commit-scope.ts";
import { inOneRead } from "#lib/store/items.ts";
import { readCommentPlaces } from "#lib/store/moderated-comments.ts";
import { plannedRead, type RequestById } from "#lib/store/planned-read.ts";
import { type PlannedNumbers, plannedNumbers } from "#lib/store/sequences.ts";
import { countDecision, readLessons } from "#lib/store/spam-model.ts";
import { readWaitingComment, removeWaitingComments } from "#lib/store/waiting-comments.ts";
import {
  decideComments,
  inTurnOnPage,
  isDue,
  learnFromComments,
  readDiscussion,
  requireRoom,
} from "./discussion.ts";

interface JudgementReads {
  readonly waiting?: typeof readWaitingComment;
  readonly numbers?: PlannedNumbers;
}

/** Plans to read a comment that may wait. */
export const judgementReads = ({ params }: RequestById) => ({
  waiting: plannedRead(readWaitingComment, params.id),
  numbers: plannedNumbers("CHANGES"),
});

/**
 * Gives a comment a moderator's state. The first decision moves it from those that wait to those of its page.
 * What is so already stays as it is. Then the spam model learns from all decisions, if that is due. Refuses
 * `not_found`, `comments_full` and `busy`. Cost: five requests, of which the page, its comments and
 * the number of the change are asked for at once; one or two more for a comment that does not wait.
 */
export const judgeComment = async (
  id: number,
  state: Exclude<CommentState, "pending">,
  { waiting: read = readWaitingComment, numbers }: JudgementReads = {},
): Promise<PlacedComment> => {
  const arrived = await read(id);
  const pageId = arrived?.pageId ?? (await placeOf(id)).pageId;
  const { teaches, ...judged } = await inTurnOnPage(pageId, (hasWaited) => {
    let mayHaveChanged = hasWaited;
    return commitDecision(async ({ beginChange }) => {
      // The discussion is read afterwards: a comment that no longer waits is in it.
      const waiting = mayHaveChanged ? await readWaitingComment(id) : arrived;
      mayHaveChanged = true;
      beginChange();
      const [discussion, lessons] = await settledInOrder(
        inOneRead(() => [readDiscussion(pageId), readLessons()]),
      );
      const { comments } = discussion.stored;
      const stored = comments.find((comment) => comment.id === id);
      const found = stored ?? waiting?.comment;
      if (!found) throw new Refusal("not_found");
      const teaches = isDue({ ...lessons, decisions: lessons.decisions + 1 });
      const counted = [
        countDecision(lessons, teaches),
        ...(waiting ? removeWaitingComments(pageId, [id]) : []),
      ];
      const outcome = { id, state: { page: pageId, state } };
      if (stateOf(found) === state)
        return { writes: counted, value: { pageId, comment: found, teaches }, outcome };
      const comment = inState(found, state);
      const next = stored
        ? comments.map((each) => (each === stored ? comment : each))
        : [...comments, comment];
      requireRoom(next);
      const decision = await decideComments(discussion, next);
      const writes = [...decision.writes, ...counted];
      return { ...decision, writes, value: { pageId, comment, teaches }, outcome };
    }, numbers);
  });
  // The decision stands if this fails; a later one learns from it too.
  if (teaches) await learnFromComments(isDue).catch(() => {});
  return judged;
};

/** The comment as a judgement with this outcome has left it. Refuses `not_found`. Cost: two requests. */
export const judgedComment = async ({ id, state = {} }: RequestOutcome): Promise<PlacedComment> => {
  const pageId = Number(state.page);
  const { stored } = await readDiscussion(pageId);
  const comment = stored.comments.find((each) => each.id === id);
  if (!comment) throw new Refusal("not_found");
  return { pageId, comment: inState(comment, state.state as CommentState) };
};

const placeOf = async (id: number) => {
  const found = (await readCommentPlaces(commentStates)).find((place) => place.id === id);
  if (!found) throw new Refusal("not_found");
  return found;
};
