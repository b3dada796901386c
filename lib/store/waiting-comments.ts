import type { Comment, PlacedComment } from "#lib/pages/comment.ts";
import { absent, all, any, below, contains, isNew, sizeBelow } from "#lib/store/port/condition.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { getItem, getItems, type Item, queryItems } from "./client.ts";
import { earlyRead } from "./early-read.ts";
import { keys } from "./table.ts";

/** How many comments of visitors wait for a moderator. */
export interface WaitingCounts {
  readonly onSite: number;
  readonly onPage: number;
}

export const waitingIn = ({ pageId, comment }: Item): PlacedComment => ({
  pageId: pageId as number,
  comment: JSON.parse(comment as string) as Comment,
});

const idsIn = (item: Item | undefined): readonly number[] =>
  [...((item?.waiting as ReadonlySet<number> | undefined) ?? [])].sort((one, other) => one - other);

/** The newest that wait, up to `limit`. One request per megabyte of them. */
export const readNewestWaiting = async (limit?: number): Promise<readonly PlacedComment[]> => {
  const items = await queryItems({ pk: keys.waitingComment(0).pk, backwards: true, ...(limit && { limit }) });
  return items.map(waitingIn);
};

/** One request. */
export const readWaitingComment = earlyRead(async (id: number): Promise<PlacedComment | undefined> => {
  const item = await getItem(keys.waitingComment(id));
  return item && waitingIn(item);
});

/** The ids of those of a page, ascending. One request. */
export const readWaitingIds = async (pageId: number): Promise<readonly number[]> =>
  idsIn(await getItem(keys.waitingOnPage(pageId)));

/** Those of a page, the oldest first. One request, and one per hundred. */
export const readWaitingOn = async (pageId: number): Promise<readonly Comment[]> =>
  readWaitingAmong(await readWaitingIds(pageId));

/** Those of these ids that wait. One request per hundred. */
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

const tallyIn = (item: Item | undefined): number => (item?.waiting as number | undefined) ?? 0;

/** Writes one, if fewer than `max` wait. It needs a condition on the page's row in the same transaction. */
export const putWaitingComment = ({ pageId, comment }: PlacedComment, max: WaitingCounts): Write[] => [
  {
    put: { ...keys.waitingComment(comment.id), pageId, comment: JSON.stringify(comment) },
    if: isNew,
  },
  {
    update: keys.waitingOnPage(pageId),
    changes: { add: { waiting: new Set([comment.id]) } },
    if: any(absent("waiting"), sizeBelow("waiting", max.onPage)),
  },
  {
    update: keys.waitingTally(),
    changes: { add: { waiting: 1 } },
    if: any(absent("waiting"), below("waiting", max.onSite)),
  },
];

/** Requires that none waits on a page. */
export const requireNoneWaiting = (pageId: number): Write => ({
  check: keys.waitingOnPage(pageId),
  if: absent("waiting"),
});

/** Removes some of a page, if all of them still wait. */
export const removeWaitingComments = (pageId: number, ids: readonly number[]): Write[] => [
  ...ids.map((id) => ({ delete: keys.waitingComment(id) })),
  {
    update: keys.waitingOnPage(pageId),
    changes: { take: { waiting: new Set(ids) } },
    if: all(...ids.map((id) => contains("waiting", id))),
  },
  {
    update: keys.waitingTally(),
    changes: { add: { waiting: -ids.length } },
  },
];
