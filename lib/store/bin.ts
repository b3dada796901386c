import { clock } from "#lib/clock.ts";
import type { Comment } from "#lib/pages/comment.ts";
import { type BinnedPage, expiryOf } from "#lib/pages/page.ts";
import { all, equal, isNew, type Write, type WriteCondition } from "#lib/store/port/table-store.ts";
import { commentsIn, deleteComments, type PageComments, putComments } from "./comments.ts";
import { packContent, partKeys, storedBodyIn } from "./content.ts";
import { getItem, putItem, queryItems, updateItem } from "./items.ts";
import { keys, type StoredItem } from "./table.ts";

const isExpired = (binned: BinnedPage): boolean => Date.parse(expiryOf(binned)) <= clock.nowMs();

const binnedIn = ({ pk, sk, ...binned }: StoredItem<"bin">): BinnedPage => binned;

/** A post in the bin, if it is not due for deletion. One request. */
export const readBinned = async (pageId: number): Promise<BinnedPage | undefined> => {
  const binned = await readStoredBinned(pageId);
  return binned && !isExpired(binned) ? binned : undefined;
};

/** A post in the bin, also if it is due for deletion. One request. */
export const readStoredBinned = async (pageId: number): Promise<BinnedPage | undefined> => {
  const item = await getItem(keys.bin(pageId));
  return item && binnedIn(item);
};

/** The posts in the bin, the last deleted first. One request per megabyte, and a kilobyte or two a post. */
export const readBin = async (): Promise<BinnedPage[]> =>
  (await readAll()).filter((binned) => !isExpired(binned));

/** The posts in the bin that are due for deletion, at the cost of `readBin`. */
export const readExpired = async (): Promise<BinnedPage[]> => (await readAll()).filter(isExpired);

const readAll = async (): Promise<BinnedPage[]> => {
  const all = (await queryItems({ pk: keys.bin(0).pk })).map(binnedIn);
  return all.sort(
    (one, other) => other.deletedAt.localeCompare(one.deletedAt) || other.page.id - one.page.id,
  );
};

/** Puts a post into the bin. It needs the deletion of the page's row in the same transaction. */
export const putBinned = (binned: BinnedPage): Write => putItem(keys.bin(binned.page.id), binned, isNew);

/**
 * True if the item is as it was read. Each deletion counts changes from 0, but with a later version of the
 * page.
 */
const asRead = ({ changes, page: { version } }: BinnedPage): WriteCondition =>
  all(equal("changes", changes), equal("page.version", version));

/** Takes a post out of the bin, if nothing of it has changed since it was read. */
export const deleteBinned = (binned: BinnedPage): Write => ({
  delete: keys.bin(binned.page.id),
  if: asRead(binned),
});

/** Replaces a post in the bin, if nothing of it has changed since it was read. */
export const replaceBinned = (read: BinnedPage, next: Pick<BinnedPage, "page" | "deletedBy">): Write =>
  putItem(keys.bin(read.page.id), { ...read, ...next, changes: read.changes + 1 }, asRead(read));

/** Notes that something of a post in the bin has changed, if nothing else has since it was read. */
export const touchBinned = (binned: BinnedPage): Write =>
  updateItem(keys.bin(binned.page.id), { add: { changes: 1 } }, asRead(binned));

/** Requires that a page neither exists nor is in the bin: then it never returns. */
export const requireGone = (pageId: number): Write[] =>
  [keys.page(pageId), keys.bin(pageId)].map((Key) => ({
    check: Key,
    if: isNew,
  }));

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

/** The comments of a post in the bin, unpacked. */
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
