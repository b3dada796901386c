import { certain } from "#lib/certain.ts";
import type { ManifestComment } from "#lib/manifest/schema.ts";
import type { StoredPage } from "#lib/manifest/stored/stored-page.ts";
import type { Comment } from "#lib/pages/comment.ts";
import type { EveryField } from "#lib/pages/field-names.ts";
import { withoutUndefined } from "#lib/pages/without-undefined.ts";
import type { Run } from "./run.ts";

/**
 * The comments of a post in the file's order, then those of visitors that the file does not name. Comments
 * that are stored already, by name, email and text, keep what the file does not say; new ones get new ids.
 * What waits for a moderator goes on waiting, unless the file has a decision.
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
  const idByKey = new Map<string, number>();
  const named = given.map((comment, index) => {
    const match = matches[index] ?? newComment(certain(fresh[drawn++]), run.now);
    if (comment.key !== undefined) idByKey.set(comment.key, match.id);
    const { answer_to: answered } = comment;
    return described(
      comment,
      answered === undefined ? match : { ...match, parentId: certain(idByKey.get(answered)) },
    );
  });
  const stays = ({ id, moderation }: Comment) =>
    moderation === "pending" && waiting.some((comment) => comment.id === id);
  const others = stored.filter((comment) => comment.fromVisitor && !matches.includes(comment));
  return [...named.filter((comment) => !stays(comment)), ...others];
};

type KnownComment = Pick<Comment, "id" | "parentId" | "title" | "createdAt"> & Partial<Comment>;

const newComment = (id: number, now: string): KnownComment => ({
  id,
  parentId: null,
  title: "",
  createdAt: now,
});

/** What the file says of a comment. That it was taken down stays true as long as it is no other state. */
const described = (
  { name, email, body, moderation, ...said }: ManifestComment,
  known: KnownComment,
): Comment => {
  const { removed = known.removed, from_visitor: fromVisitor = known.fromVisitor } = said;
  return withoutUndefined({
    id: known.id,
    parentId: known.parentId,
    name,
    email,
    title: said.title ?? known.title,
    text: body,
    createdAt: said.created_at ?? known.createdAt,
    moderation,
    removed: removed && moderation === "spam" ? true : undefined,
    fromVisitor: fromVisitor ? true : undefined,
    score: said.score ?? known.score,
  } satisfies EveryField<Comment>);
};

const keyOf = ({ name, email, text }: Pick<Comment, "name" | "email" | "text">): string =>
  JSON.stringify([name, email, text]);
