import type { CommentState } from "#lib/pages/comment-state.ts";
import { settledInOrder } from "#lib/settled.ts";
import { getItem, queryItems } from "./client.ts";
import {
  type CommentPlace,
  type PlaceKind,
  pageIdIn,
  placeKinds,
  placesIn,
  putCommentPlaces,
  statesOf,
} from "./comment-places.ts";
import { commentsIn } from "./comments.ts";
import { commitDecision } from "./commit.ts";
import { readPage, requirePage } from "./pages.ts";
import { keys, type StoredItem } from "./table.ts";
import { putItem } from "./typed-writes.ts";

/**
 * Where the comments in these states are, without those of visitors that wait. One request for `pending` and
 * one for all other states; a comment takes about three bytes.
 */
export const readCommentPlaces = async (
  states: readonly CommentState[],
): Promise<readonly CommentPlace[]> => {
  const kinds = placeKinds.filter((each) => statesOf[each].some((state) => states.includes(state)));
  const found = await itemsOfKinds(kinds);
  return kinds
    .flatMap((kind, index) => (found[index] ?? []).flatMap((item) => placesIn(kind, item)))
    .filter(({ state }) => states.includes(state));
};

const itemsOfKinds = async (
  kinds: readonly PlaceKind[],
): Promise<readonly (readonly StoredItem<"commentPlaces">[])[]> => {
  const marks = kinds.map(keys.commentPlacesMark);
  // The mark is the last item of the partition, and has no attributes.
  const read = () => settledInOrder(kinds.map((kind) => queryItems({ pk: keys.commentPlaces(kind, 0).pk })));
  let found = await read();
  if (found.some((items, index) => items.at(-1)?.sk !== marks[index]?.sk)) {
    await placeStoredComments();
    found = await read();
  }
  return found.map((items) => items.slice(0, -1));
};

/**
 * Writes the places of all comments that earlier versions have stored, then the mark that none is missing.
 * Safe to repeat and to run concurrently. Cost, once: one request per megabyte of comments, four per page.
 */
const placeStoredComments = async (): Promise<void> => {
  const stored = await queryItems({ pk: keys.comments(0).pk, attributes: ["sk"] });
  for (const pageId of stored.map(pageIdIn))
    await commitDecision(async () => {
      const [page, item] = await Promise.all([readPage(pageId), getItem(keys.comments(pageId))]);
      if (!page || !item) return { writes: [], value: undefined };
      const { comments } = await commentsIn(item);
      return { writes: [requirePage(page), ...putCommentPlaces(pageId, comments)], value: undefined };
    });
  const marks = placeKinds.map((kind) => putItem(keys.commentPlacesMark(kind), {}));
  await commitDecision(async () => ({ writes: marks, value: undefined }));
};
