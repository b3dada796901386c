import { requireTurnToComment } from "#lib/access/comment-limits.ts";
import { clock } from "#lib/clock.ts";
import type { Comment } from "#lib/pages/comment.ts";
import type { WrittenComment } from "#lib/pages/written-comment.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { drawNumbers } from "#lib/store/client.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { readPage, requireLivePage } from "#lib/store/pages.ts";
import { putWaitingComment } from "#lib/store/waiting-comments.ts";

/**
 * Adds a visitor's comment to a public post, where it waits for a moderator: no list, cache or feed notices.
 * Refuses `rate_limited`, and `not_found` if the post is not public any more. Four requests.
 */
export const addComment = async (
  pageId: number,
  { written, address }: { readonly written: WrittenComment; readonly address: string },
): Promise<Comment> => {
  const { comment: id } = await drawNumbers("comment");
  const createdAt = clock.now();
  const comment: Comment = { id, ...written, title: "", createdAt, moderation: "pending", fromVisitor: true };
  return commitDecision(async () => {
    const [turn, page] = await Promise.all([requireTurnToComment(address, pageId), readPage(pageId)]);
    if (!page?.live) throw new Refusal("not_found");
    return {
      writes: [...turn, requireLivePage(pageId), putWaitingComment({ pageId, comment })],
      value: comment,
    };
  });
};
