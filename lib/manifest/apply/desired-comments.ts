import type { ManifestComment } from "#lib/manifest/schema.ts";
import type { Comment } from "#lib/pages/comment.ts";
import type { Run } from "./run.ts";

/**
 * The comments that a post shall have, in the order of the file: those that are stored already, by name,
 * e-mail address and text, with what else is known of them, and new ones with fresh ids.
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
