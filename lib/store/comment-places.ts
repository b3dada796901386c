import type { Comment } from "#lib/pages/comment.ts";
import { type CommentState, stateOf } from "#lib/pages/comment-state.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import type { StoredItems } from "./stored-items.ts";
import { type Key, keys } from "./table.ts";
import { putItem } from "./typed-writes.ts";

/** Where a comment is, without its text. */
export interface CommentPlace {
  readonly id: number;
  readonly pageId: number;
  readonly state: CommentState;
}

/** A page has an item of each kind that it has comments of. Pending ones are few: those of manifests. */
export const placeKinds = ["pending", "decided"] as const;
export type PlaceKind = (typeof placeKinds)[number];

export const statesOf = {
  pending: ["pending"],
  decided: ["public", "refused", "removed"],
} as const satisfies Record<PlaceKind, readonly CommentState[]>;

/**
 * Writes where the comments of a page are. It needs the page row's condition in the same transaction. With
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
