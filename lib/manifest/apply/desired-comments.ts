import type { ManifestComment } from "#lib/manifest/schema.ts";
import type { StoredPage } from "#lib/manifest/stored/stored-page.ts";
import type { Comment } from "#lib/pages/comment.ts";
import type { Run } from "./run.ts";

/**
 * The comments of a post in the file's order, then those of visitors that the file does not name. Comments
 * that are stored already, by name, email and text, keep their other properties; new ones get new ids. What
 * waits for a moderator goes on waiting, unless the file has a decision.
 */
export const desiredComments = async (
  given: readonly ManifestComment[],
  page: Pick<StoredPage, "comments" | "waiting"> | undefined,
  run: Run,
): Promise<readonly Comment[]> => {
  const { comments: stored, waiting } = page ?? { comments: [], waiting: [] };
  const known = Map.groupBy([...stored, ...waiting].toReversed(), keyOf);
  const matches = given.map((comment) => known.get(keyOf({ ...comment, text: comment.body }))?.pop());
  const fresh = await run.drawIds("comment", matches.filter((match) => match === undefined).length);
  let drawn = 0;
  const named = given.map((comment, index) => {
    const match = matches[index];
    return described(comment, match ?? newComment(fresh[drawn++]!, run.now));
  });
  const stays = ({ id, moderation }: Comment) =>
    moderation === "pending" && waiting.some((comment) => comment.id === id);
  const others = stored.filter((comment) => comment.fromVisitor && !matches.includes(comment));
  return [...named.filter((comment) => !stays(comment)), ...others];
};

const newComment = (id: number, now: string) => ({ id, parentId: null, title: "", createdAt: now });

/** What the file says of a comment. That it was taken down stays true as long as it is no other state. */
const described = (
  { name, email, body, moderation, created_at }: ManifestComment,
  { removed, ...known }: Pick<Comment, "id" | "parentId" | "title" | "createdAt"> & Partial<Comment>,
): Comment => ({
  ...known,
  name,
  email,
  text: body,
  createdAt: created_at ?? known.createdAt,
  moderation,
  ...(removed && moderation === "spam" && { removed }),
});

const keyOf = ({ name, email, text }: Pick<Comment, "name" | "email" | "text">): string =>
  JSON.stringify([name, email, text]);
