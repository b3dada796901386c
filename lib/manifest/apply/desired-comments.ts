import type { ManifestComment } from "#lib/manifest/schema.ts";
import type { Comment } from "#lib/pages/comment.ts";
import type { Run } from "./run.ts";

/**
 * The comments of a post in the file's order. Those that are stored already, by name, email and text, keep
 * their other properties; new ones get new ids.
 */
export const desiredComments = async (
  given: readonly ManifestComment[],
  stored: readonly Comment[],
  run: Run,
): Promise<readonly Comment[]> => {
  const known = Map.groupBy(stored.toReversed(), keyOf);
  const matches = given.map((comment) => known.get(keyOf({ ...comment, text: comment.body }))?.pop());
  const fresh = await run.drawIds("comment", matches.filter((match) => match === undefined).length);
  let drawn = 0;
  return given.map(({ name, email, body, moderation, created_at }, index) => {
    const match = matches[index];
    return {
      id: match?.id ?? fresh[drawn++]!,
      parentId: match?.parentId ?? null,
      name,
      email,
      title: match?.title ?? "",
      text: body,
      createdAt: created_at ?? match?.createdAt ?? run.now,
      moderation,
    };
  });
};

const keyOf = ({ name, email, text }: Pick<Comment, "name" | "email" | "text">): string =>
  JSON.stringify([name, email, text]);
