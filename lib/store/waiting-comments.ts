import type { Comment, PlacedComment } from "#lib/pages/comment.ts";
import {
  absent,
  all,
  any,
  below,
  contains,
  isNew,
  sizeBelow,
  type Write,
} from "#lib/store/port/table-store.ts";
import { getItem, getItems, putItem, queryItems, updateItem } from "./items.ts";
import type { StoredItems } from "./stored-items.ts";
import { keys } from "./table.ts";

/** How many comments of visitors wait for a moderator. */
export interface WaitingCounts {
  readonly onSite: number;
  readonly onPage: number;
}

export const waitingIn = ({ pageId, comment }: StoredItems["waitingComment"]): PlacedComment => ({
  pageId,
  comment: JSON.parse(comment) as Comment,
});

const idsIn = (item: StoredItems["waitingOnPage"] | undefined): readonly number[] =>
  [...(item?.waiting ?? [])].sort((one, other) => one - other);

/** The newest waiting comments, up to `limit`. One request per megabyte of them. */
export const readNewestWaiting = async (limit?: number): Promise<readonly PlacedComment[]> => {
  const items = await queryItems({ pk: keys.waitingComment(0).pk, backwards: true, ...(limit && { limit }) });
  return items.map(waitingIn);
};

/** One request. */
export const readWaitingComment = async (id: number): Promise<PlacedComment | undefined> => {
  const item = await getItem(keys.waitingComment(id));
  return item && waitingIn(item);
};

/** The ids of a page's waiting comments, ascending. One request. */
export const readWaitingIds = async (pageId: number): Promise<readonly number[]> =>
  idsIn(await getItem(keys.waitingOnPage(pageId)));

/** A page's waiting comments, the oldest first. One request, and one per hundred. */
export const readWaitingOn = async (pageId: number): Promise<readonly Comment[]> =>
  readWaitingAmong(await readWaitingIds(pageId));

/** The comments among these that wait. One request per hundred. */
export const readWaitingAmong = async (ids: readonly number[]): Promise<readonly Comment[]> => {
  const items = await getItems(ids.map(keys.waitingComment));
  return items.flatMap((item) => (item ? [waitingIn(item).comment] : []));
};

/** How many wait on the whole site. One request. */
export const countWaiting = async (): Promise<number> => tallyIn(await getItem(keys.waitingTally()));

/** One request. */
export const readWaitingCounts = async (pageId: number): Promise<WaitingCounts> => {
  const [tally, page] = await getItems([keys.waitingTally(), keys.waitingOnPage(pageId)]);
  return { onSite: tallyIn(tally), onPage: idsIn(page).length };
};

const tallyIn = (item: StoredItems["waitingTally"] | undefined): number => item?.waiting ?? 0;

/**
 * Writes a comment that waits, if fewer than `max` do. It needs a condition on the page's row in the same
 * transaction.
 */
export const putWaitingComment = ({ pageId, comment }: PlacedComment, max: WaitingCounts): Write[] => [
  putItem(keys.waitingComment(comment.id), { pageId, comment: JSON.stringify(comment) }, isNew),
  updateItem(
    keys.waitingOnPage(pageId),
    { add: { waiting: new Set([comment.id]) } },
    any(absent("waiting"), sizeBelow("waiting", max.onPage)),
  ),
  updateItem(
    keys.waitingTally(),
    { add: { waiting: 1 } },
    any(absent("waiting"), below("waiting", max.onSite)),
  ),
];

/** Requires that no comment waits on a page. */
export const requireNoneWaiting = (pageId: number): Write => ({
  check: keys.waitingOnPage(pageId),
  if: absent("waiting"),
});

/** Removes waiting comments of a page, if all of them still wait. */
export const removeWaitingComments = (pageId: number, ids: readonly number[]): Write[] => [
  ...ids.map((id) => ({ delete: keys.waitingComment(id) })),
  updateItem(
    keys.waitingOnPage(pageId),
    { take: { waiting: new Set(ids) } },
    all(...ids.map((id) => contains("waiting", id))),
  ),
  updateItem(keys.waitingTally(), { add: { waiting: -ids.length } }),
];
