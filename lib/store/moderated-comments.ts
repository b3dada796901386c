import type { Comment, PlacedComment } from "#lib/pages/comment.ts";
import { readPlacedComments } from "./comments.ts";
import { readPages } from "./pages.ts";
import { readWaitingComments } from "./waiting-comments.ts";

export interface CommentChoice {
  readonly matches: (comment: Comment) => boolean;
  readonly on: number | undefined;
  readonly below: number | undefined;
}

/**
 * The chosen comments of all pages, waiting and decided, the newest first. One request per megabyte of
 * comments, and with `below` one per hundred pages that have some.
 */
export const readModeratedComments = async ({
  matches,
  on,
  below,
}: CommentChoice): Promise<readonly PlacedComment[]> => {
  const [waiting, decided] = await Promise.all([readWaitingComments(), readPlacedComments()]);
  const all = [...new Map([...waiting, ...decided].map((each) => [each.comment.id, each])).values()];
  const chosen = all.filter(({ pageId, comment }) => (on === undefined || pageId === on) && matches(comment));
  const inside = below === undefined ? undefined : await pagesBelow(chosen, below);
  return chosen
    .filter(({ pageId }) => inside?.has(pageId) ?? true)
    .sort((one, other) => other.comment.id - one.comment.id);
};

const pagesBelow = async (comments: readonly PlacedComment[], top: number): Promise<ReadonlySet<number>> => {
  const ids = [...new Set(comments.map(({ pageId }) => pageId))];
  const pages = await readPages(ids);
  return new Set(ids.filter((id, index) => id === top || pages[index]?.ancestors.includes(top)));
};
