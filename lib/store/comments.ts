import { type Comment, type CommentState, stateOf } from "#lib/pages/comment.ts";
import type { Page } from "#lib/pages/page.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { packContent, storedBodyIn, unpackContent } from "./content.ts";
import { getItem, putItem, queryItems } from "./items.ts";
import type { StoredItems } from "./stored-items.ts";
import { type Key, keys } from "./table.ts";

/** The comments of a page, and the version of the page that they belong to. */
export interface PageComments {
  readonly version: number;
  readonly comments: readonly Comment[];
}

export const commentsIn = async (item: CommentsItem): Promise<PageComments> => ({
  version: item.version,
  comments: await unpackContent<readonly Comment[]>(item),
});

/**
 * The comments of a page, at least as new as its row. Undefined if they are missing or older, because a
 * change was being written: then read the row again too. One request, none for a page without comments.
 */
export const readComments = async (page: Page): Promise<readonly Comment[] | undefined> =>
  (await storedCommentsIn(page.comments ? await readCommentsItem(page.id) : undefined, page))?.comments;

type CommentsItem = StoredItems["comments"];

/** What `storedCommentsIn` needs beside a page's row, so that the two can be read together. One request. */
export const readCommentsItem = (pageId: number): Promise<CommentsItem | undefined> =>
  getItem(keys.comments(pageId));

/** Unpacks the comments of a page from their item; undefined in the same case as `readComments`. */
export const storedCommentsIn = async (
  item: CommentsItem | undefined,
  page: Page,
): Promise<StoredComments | undefined> => {
  if (!page.comments) return { comments: [], isLarge: false, hasPending: false };
  if (!item) return undefined;
  const found = await commentsIn(item);
  if (!commentsAreCurrent(found, page)) return undefined;
  return {
    comments: found.comments,
    isLarge: "contentDigest" in storedBodyIn(item),
    hasPending: item.hasPending !== false,
  };
};

/** The comments of a page, and how they are stored. */
export interface StoredComments {
  readonly comments: readonly Comment[];
  /** True if they are stored in parts. */
  readonly isLarge: boolean;
  /** False if none of them is pending. */
  readonly hasPending: boolean;
}

/** True if comments are at least as new as a page's row or listing. */
export const commentsAreCurrent = (
  { version }: PageComments,
  { commentsVersion = 0 }: Pick<Page, "commentsVersion">,
): boolean => version >= commentsVersion;

/** The comments of all pages, without those that wait for a moderator. One request per megabyte. */
export const readAllComments = async (): Promise<Comment[]> => {
  const items = await queryItems({ pk: keys.comments(0).pk });
  return (await Promise.all(items.map(commentsIn))).flatMap(({ comments }) => comments);
};

/**
 * Writes all comments of a page, stored so far as `former` says. They need the page row's condition in the
 * same transaction.
 */
export const putComments = (
  pageId: number,
  { version, comments }: PageComments,
  former: Pick<StoredComments, "hasPending"> = { hasPending: true },
): Write[] => {
  if (comments.length === 0) return deleteComments(pageId);
  const { attributes, parts } = packContent(comments, pageId);
  const hasPending = comments.some(({ moderation }) => moderation === "pending");
  const places = putCommentPlaces(pageId, comments, former.hasPending);
  return [putItem(keys.comments(pageId), { version, hasPending, ...attributes }), ...parts, ...places];
};

/** Removes all comments of a page. It needs the page row's condition in the same transaction. */
export const deleteComments = (pageId: number): Write[] => [
  { delete: keys.comments(pageId) },
  ...putCommentPlaces(pageId, []),
];

/** The place of a comment, without its text. */
export interface CommentPlace {
  readonly id: number;
  readonly pageId: number;
  readonly state: CommentState;
}

/**
 * The kinds of items with places: a page has an item of each kind of which it has comments. Only manifests
 * make pending ones, so these are few.
 */
export const placeKinds = ["pending", "decided"] as const;
export type PlaceKind = (typeof placeKinds)[number];

export const statesOf = {
  pending: ["pending"],
  decided: ["public", "refused", "removed"],
} as const satisfies Record<PlaceKind, readonly CommentState[]>;

/**
 * Writes the places of a page's comments. It needs the page row's condition in the same transaction. With
 * `hadPending` false, the page is known to have had no pending ones.
 */
export const putCommentPlaces = (
  pageId: number,
  comments: readonly Comment[],
  hadPending = true,
): Write[] => {
  const byState = Map.groupBy(comments, stateOf);
  return placeKinds.flatMap((kind): Write[] => {
    const lists = statesOf[kind].flatMap((state) => {
      const ids = (byState.get(state) ?? []).map(({ id }) => id);
      return ids.length > 0 ? [[state, packedIds(ids)] as const] : [];
    });
    const key = keys.commentPlaces(kind, pageId);
    if (lists.length > 0) return [putItem(key, Object.fromEntries(lists))];
    return kind === "decided" || hadPending ? [{ delete: key }] : [];
  });
};

/** The places in an item of this kind. */
export const placesIn = (
  kind: PlaceKind,
  item: StoredItems["commentPlaces"] & Pick<Key, "sk">,
): CommentPlace[] =>
  statesOf[kind].flatMap((state) => {
    const packed = item[state];
    if (packed === undefined) return [];
    return unpackedIds(packed).map((id) => ({ id, pageId: pageIdIn(item), state }));
  });

/** The page that an item is about, by its sort key. */
export const pageIdIn = ({ sk }: Pick<Key, "sk">): number => Number(/\d+$/.exec(sk)?.[0]);

/** Ids as distances in base 36, so that many fit into an item. */
const packedIds = (ids: readonly number[]): string =>
  ids
    .toSorted((one, other) => one - other)
    .map((id, index, sorted) => (id - (sorted[index - 1] ?? 0)).toString(36))
    .join(" ");

const unpackedIds = (packed: string): number[] => {
  let id = 0;
  return packed.split(" ").map((distance) => {
    id += Number.parseInt(distance, 36);
    return id;
  });
};
