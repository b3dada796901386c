import type { EditablePage } from "../../../packages/client/src/editor.ts";
import { service } from "../shell/service.ts";
import { usualOrder } from "./filter.ts";

/** A home page, blog or podcast in the tree. */
export interface TreePlace {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  /** The one above it; null for one at the top, or below one that the caller does not see. */
  readonly parent: number | null;
  readonly mayAdd: boolean;
  /** Absent where the caller may add pages, but not edit the place. */
  readonly page?: EditablePage;
}

/** All places that the caller may edit, or to which they may add, by their titles. Of these there are few. */
export const readTreePlaces = async (): Promise<readonly TreePlace[]> => {
  const [pages, parents] = await Promise.all([
    allOf(service.editablePages({ type: "site.HomePage,site.Blog", may: true, being_edited: true })),
    service.request("get", "/api/editor/parents/", { query: { may: true } }),
  ]);
  const ids = new Set(pages.map(({ id }) => id));
  const places: readonly TreePlace[] = [
    ...pages.map((page) => ({
      ...{ id: page.id, title: page.title, type: page.type, page },
      parent: page.parent && ids.has(page.parent.id) ? page.parent.id : null,
      mayAdd: Boolean(page.may && "add" in page.may && page.may.add),
    })),
    ...parents
      .filter(({ id }) => !ids.has(id))
      .map(({ id, title, type, may }) => ({ id, title, type, parent: null, mayAdd: may?.add ?? false })),
  ];
  return places.toSorted((one, other) => one.title.localeCompare(other.title));
};

const allOf = async <Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> => {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
};

/** True if pages that the caller may review are below places that the tree does not show. */
export const haveReviewsElsewhere = async (places: readonly TreePlace[]): Promise<boolean> => {
  const { results } = await service.request("get", "/api/editor/pages/", {
    query: { state: "workflow", page: "1", pageSize: 100 },
  });
  return results.some(({ parent }) => parent && !places.some(({ id }) => id === parent.id));
};

export const takesPosts = ({ type }: TreePlace): boolean => type !== "site.HomePage";

/**
 * True if pages that are no posts can be begun at a place: of a home page, the service says it when one is
 * made.
 */
export const mayAddPages = (place: TreePlace): boolean =>
  takesPosts(place)
    ? place.mayAdd
    : Boolean(place.page?.may && "add" in place.page.may && place.page.may.edit);

/** What an address of the tree says: what is open, and the order of the pages below. */
export interface TreeView {
  /** Null if the address does not say it. */
  readonly open: ReadonlySet<number> | null;
  readonly order: string;
}

export const treeViewOf = (query: URLSearchParams): TreeView => {
  const open = query.get("open");
  return {
    open: open === null ? null : new Set(open.split("-").filter(Boolean).map(Number)),
    order: query.get("order") ?? usualOrder,
  };
};

export const addressOfTree = ({ open, order }: TreeView): string => {
  const query = new URLSearchParams({ view: "tree" });
  if (open) query.set("open", [...open].join("-"));
  if (order !== usualOrder) query.set("order", order);
  return `/pages/?${query}`;
};

/** What is open at first: places with places below them, and the only one with posts. */
export const openAtFirst = (places: readonly TreePlace[]): ReadonlySet<number> => {
  const withPosts = places.filter(takesPosts);
  const above = places.filter(({ id }) => places.some(({ parent }) => parent === id));
  return new Set([...above, ...(withPosts.length === 1 ? withPosts : [])].map(({ id }) => id));
};
