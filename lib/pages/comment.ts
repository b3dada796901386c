/** What has been decided of a comment: `ham` is public, `spam` was refused or taken down, `pending` waits. */
export const moderations = ["ham", "spam", "pending"] as const;
export type Moderation = (typeof moderations)[number];

/** A comment on a post. Its texts are plain text. What its own author takes back is not stored any longer. */
export interface Comment {
  /** No other comment of any page has it; later ones have higher ones. */
  readonly id: number;
  /**
   * The comment of the same page that it answers, which may be gone by now; null at the beginning of a
   * thread.
   */
  readonly parentId: number | null;
  readonly name: string;
  /** Shown to nobody but staff. */
  readonly email: string;
  readonly title: string;
  readonly text: string;
  /** An instant, ISO 8601 UTC. */
  readonly createdAt: string;
  readonly moderation: Moderation;
}

/**
 * The comments with answers after what they answer, and otherwise by id. An answer to a comment that is not
 * among them stands as the beginning of a thread.
 */
export const inThreadOrder = (comments: readonly Comment[]): Comment[] => {
  const parentOf = parentsAmong(comments);
  const latestFirst = comments.toSorted((a, b) => b.id - a.id);
  const answers = Map.groupBy(latestFirst, (comment) => parentOf(comment)?.id);
  const ordered: Comment[] = [];
  const waiting = answers.get(undefined) ?? [];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    ordered.push(next);
    waiting.push(...(answers.get(next.id) ?? []));
  }
  return ordered;
};

/**
 * What anybody may read, in thread order. Where the comment that one answers is not public, the nearest above
 * it that is takes its place.
 */
export const publicComments = (comments: readonly Comment[]): Comment[] => {
  const parentOf = parentsAmong(comments);
  const publicAbove = (comment: Comment): number | null => {
    let above = parentOf(comment);
    while (above && above.moderation !== "ham") above = parentOf(above);
    return above?.id ?? null;
  };
  const shown = comments.filter(({ moderation }) => moderation === "ham");
  return inThreadOrder(shown.map((comment) => ({ ...comment, parentId: publicAbove(comment) })));
};

/** Nobody can answer what comes later, so that threads have an end whatever is stored. */
const parentsAmong = (comments: readonly Comment[]) => {
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  return ({ id, parentId }: Comment): Comment | undefined =>
    parentId !== null && parentId < id ? byId.get(parentId) : undefined;
};
