import { type Comment, maxLevels, publicComments } from "./comment.ts";

/** A public comment, with its level in its thread, from 1. */
export interface ThreadedComment extends Comment {
  readonly level: number;
}

/** The public comments in thread order with their levels. */
export const threadsOf = (comments: readonly Comment[]): readonly ThreadedComment[] => {
  const levels = new Map<number, number>();
  return publicComments(comments).map((comment) => {
    const level = comment.parentId === null ? 1 : (levels.get(comment.parentId) ?? 0) + 1;
    levels.set(comment.id, level);
    return { ...comment, level };
  });
};

/** True for public comments that a visitor may answer. */
export const mayBeAnswered = ({ level }: ThreadedComment): boolean => level < maxLevels;
