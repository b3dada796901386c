import type { Comment } from "#lib/pages/comment.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { getItem } from "./client.ts";
import { commentsIn, deleteComments, type PageComments, putComments } from "./comments.ts";
import { packContent, partKeys, storedBodyIn } from "./content.ts";
import { keys, type StoredItem } from "./table.ts";
import { putItem } from "./typed-writes.ts";

/**
 * Comments of a post in the bin, which are in no list and teach the spam model nothing. The writes need a
 * condition on the post in the bin, or on its row, in the same transaction.
 */

/** Takes a page's comments into the bin with it. One request. */
export const binComments = async (pageId: number): Promise<Write[]> => {
  const item = await getItem(keys.comments(pageId));
  if (!item) return [];
  const { pk, sk, ...comments } = item;
  return [putItem(keys.binnedComments(pageId), comments), ...deleteComments(pageId)];
};

/** One request. */
export const readBinnedItem = (pageId: number): Promise<StoredItem<"binnedComments"> | undefined> =>
  getItem(keys.binnedComments(pageId));

/** The same, unpacked. */
export const readBinnedComments = async (pageId: number): Promise<PageComments | undefined> => {
  const item = await readBinnedItem(pageId);
  return item && commentsIn(item);
};

export const putBinnedComments = (pageId: number, version: number, comments: readonly Comment[]): Write[] => {
  const { attributes, parts } = packContent(comments, pageId);
  return [putItem(keys.binnedComments(pageId), { version, ...attributes }), ...parts];
};

/** Puts fewer comments in place of those of an item that was read, and removes the parts of those. */
export const replaceBinnedComments = (
  pageId: number,
  read: StoredItem<"binnedComments">,
  comments: readonly Comment[],
): Write[] => {
  const stored = storedBodyIn(read);
  const former = "contentParts" in stored && stored.contentPage === pageId ? partKeys(stored) : [];
  return [
    ...former.map((Key): Write => ({ delete: Key })),
    ...putBinnedComments(pageId, read.version, comments),
  ];
};

/** Gives a page that leaves the bin its comments back. */
export const unbinComments = (pageId: number, comments: PageComments): Write[] => [
  { delete: keys.binnedComments(pageId) },
  ...putComments(pageId, comments),
];
