import { requireTurnToComment } from "#lib/access/pauses.ts";
import { clock } from "#lib/clock.ts";
import { type Comment, inState, type WrittenComment } from "#lib/pages/comment.ts";
import { messageOf, type SpamModel, spamScore, suspiciousFrom } from "#lib/pages/spam-score.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { settledInOrder } from "#lib/settled.ts";
import { commitDecision, type Decision } from "#lib/store/commit.ts";
import { inOneRead } from "#lib/store/items.ts";
import { readPage, requireLivePage } from "#lib/store/pages.ts";
import { recentSpamModel } from "#lib/store/spam-model.ts";
import { putWaitingComment, readWaitingCounts, type WaitingCounts } from "#lib/store/waiting-comments.ts";
import {
  decideComments,
  inTurnOnPage,
  learnFromComments,
  readDiscussion,
  requireRoom,
} from "./discussion.ts";

interface CommentToAdd {
  readonly written: WrittenComment;
  readonly address: string;
  /** True if comments that do not look like spam become public without a moderator. */
  readonly publishes: boolean;
  /** The most comments that may wait, this one included. */
  readonly maxWaiting: WaitingCounts;
}

/**
 * Adds a visitor's comment to a public post: public if that is allowed and it does not look like spam, else
 * waiting for a moderator; the outcome says which. Refuses `rate_limited`, `comments_full`, `not_found` and
 * `busy`. Three to six requests, one more if this process has not read the model within the last minute; the
 * first comment of a site without a model also makes it.
 */
export const addComment = async (
  pageId: number,
  { written, address, publishes, maxWaiting }: CommentToAdd,
): Promise<Comment> => {
  const model = await modelToJudgeBy();
  const score = model && spamScore(model, messageOf({ ...written, title: "" }));
  const isPublic = publishes && score !== null && score < suspiciousFrom;
  const createdAt = clock.now();
  return inTurnOnPage(pageId, () =>
    commitDecision(async ({ beginIds, ids }) => {
      beginIds("comment");
      const comment = async (): Promise<Comment> => {
        const { comment: id } = await ids("comment");
        const plain = {
          id,
          ...written,
          title: "",
          createdAt,
          moderation: "pending",
          fromVisitor: true,
        } as const;
        return score === null ? plain : { ...plain, score };
      };
      const [turn, decision] = await settledInOrder(
        inOneRead(() => [
          requireTurnToComment(address, pageId),
          isPublic ? asPublic(pageId, comment) : asWaiting(pageId, comment, maxWaiting),
        ]),
      );
      const { id, moderation } = decision.value;
      const outcome = { id, state: { moderation } };
      return { ...decision, writes: [...turn, ...decision.writes], outcome };
    }),
  );
};

/** A table without a model gets one; if that fails, the comment has no score. */
const modelToJudgeBy = async (): Promise<SpamModel | null> => {
  const model = await recentSpamModel();
  if (model) return model;
  return learnFromComments(({ nextLesson }) => nextLesson === 0).then(
    () => recentSpamModel(-1),
    () => null,
  );
};

const asWaiting = async (
  pageId: number,
  drawn: () => Promise<Comment>,
  max: WaitingCounts,
): Promise<Decision<Comment>> => {
  const [page, waiting] = await Promise.all([readPage(pageId), readWaitingCounts(pageId)]);
  if (!page?.live) throw new Refusal("not_found");
  if (waiting.onSite >= max.onSite || waiting.onPage >= max.onPage)
    throw new Refusal("comments_full", { detail: "Too many comments wait for an answer. Please try later." });
  const comment = await drawn();
  return {
    writes: [requireLivePage(pageId), ...putWaitingComment({ pageId, comment }, max)],
    value: comment,
  };
};

const asPublic = async (pageId: number, drawn: () => Promise<Comment>): Promise<Decision<Comment>> => {
  const discussion = await readDiscussion(pageId);
  if (!discussion.current.page.live) throw new Refusal("not_found");
  const comment = inState(await drawn(), "public");
  const next = [...discussion.stored.comments, comment];
  requireRoom(next);
  return { ...(await decideComments(discussion, next)), value: comment };
};
