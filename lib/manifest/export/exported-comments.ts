import type { Comment } from "#lib/pages/comment.ts";
import { told } from "#lib/pages/told.ts";
import { unless } from "./exported-fields.ts";

/** Comments of a post. Those that are answered have keys, by their places: ids are others elsewhere. */
export const exportedComments = (comments: readonly Comment[]): readonly Record<string, unknown>[] => {
  const answered = new Set(comments.map(({ parentId }) => parentId));
  const keys = new Map<number | null, string>();
  return comments.map((comment, index) => {
    const { id, parentId, moderation } = comment;
    const answerTo = keys.get(parentId);
    const key = answered.has(id) ? String(index + 1) : undefined;
    if (key !== undefined) keys.set(id, key);
    return told<Comment>({
      id: unless(undefined, { key }),
      parentId: unless(undefined, { answer_to: answerTo }),
      name: { name: comment.name },
      email: unless("", { email: comment.email }),
      title: unless("", { title: comment.title }),
      text: { body: comment.text },
      moderation: { moderation },
      removed: unless(undefined, { removed: comment.removed }),
      createdAt: { created_at: comment.createdAt },
      fromVisitor: unless(undefined, { from_visitor: comment.fromVisitor }),
      score: unless(undefined, { score: comment.score }),
    });
  });
};
