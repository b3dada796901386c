import { cached } from "#lib/cached.ts";
import type { ObjectNumbers } from "#lib/catalog/database/database.ts";
import { idsAmong, marksOf } from "#lib/catalog/database/marks.ts";
import { certain } from "#lib/certain.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { isPost } from "#lib/pages/page.ts";
import type { Viewer } from "#lib/pages/restriction.ts";
import type { PageFieldName } from "#lib/queries/item-fields.ts";
import type { PageFilter, PageListOrder } from "#lib/queries/page-query.ts";
import { type PageType, pageKindsOf } from "#lib/queries/page-types.ts";
import { rangeOf, type Window } from "#lib/queries/pagination.ts";
import type { OrderKey } from "#lib/queries/search-and-order.ts";
import type { Columns, PageScope } from "./columns.ts";
import { type Narrowing, type Needs, needsOf, noNeeds } from "./narrowing.ts";
import { type InstantField, isInstantField } from "./page-dates.ts";
import type { PageRows } from "./page-rows.ts";
import type { Terms } from "./terms.ts";

/**
 * How many answers, orders and lists of all ids (four bytes a page each) are cached until the next change.
 */
const maxCachedAnswers = 500;
const maxCachedOrders = 8;
const maxCachedLists = 16;

/** More candidates than this are intersected with a list of all pages; fewer are tested one by one. */
const fewCandidates = 5_000;

export interface FoundPages {
  readonly total: number;
  readonly ids: Uint32Array;
}

/**
 * Lists live pages at or below the site's root page that a viewer may see. Pages come from a search, from
 * filters, or from a pass over the columns, and are sorted by picking them from an order of all pages.
 */
export class PageLists {
  readonly #columns: Columns;
  readonly #rows: PageRows;
  readonly #terms: Terms;
  readonly #searches: ObjectNumbers;
  readonly #orders = new Map<string, Uint32Array>();
  readonly #lists = new Map<string, Uint32Array>();
  readonly #answers = new Map<string, FoundPages>();

  constructor(columns: Columns, rows: PageRows, terms: Terms, searches: ObjectNumbers) {
    this.#columns = columns;
    this.#rows = rows;
    this.#terms = terms;
    this.#searches = searches;
  }

  forget(): void {
    this.#orders.clear();
    this.#lists.clear();
    this.#answers.clear();
  }

  /** The window of the query's list, and the list's length. Throws `QueryError` for a page beyond the end. */
  find(query: ListQuery, viewer: Viewer): FoundPages {
    const { found, ...asked } = query;
    const key = JSON.stringify([asked, found && this.#searches.of(found), viewer]);
    const answer = () => this.#answer(query, viewer);
    return query.order === "random" ? answer() : cached(this.#answers, maxCachedAnswers, key, answer);
  }

  #answer(query: ListQuery, viewer: Viewer): FoundPages {
    const ids = this.#listed(query, viewer);
    const { offset, limit } = rangeOf(query.window, ids.length);
    if (query.order === "random")
      return { total: ids.length, ids: shuffled(ids).slice(offset, offset + limit) };
    const order = this.#orderFor(query);
    return {
      total: ids.length,
      ids: order ? this.#columns.dates.window(ids, order, offset, limit) : ids.slice(offset, offset + limit),
    };
  }

  // The whole list: in the order of the search, else by id.
  #listed(query: ListQuery, viewer: Viewer): Uint32Array {
    if (isOfAllPages(query)) return this.#all(query, viewer);
    const candidates = this.#candidates(query);
    if (candidates.length > fewCandidates) return this.#among(candidates, this.#all(query, viewer));
    const { scope, needs } = this.#asked(query);
    return this.#columns.select(candidates, scope, this.#columns.gateOf(viewer), needs);
  }

  // The pages that filters and a search leave.
  #candidates({ filters, found, only, without }: ListQuery): ArrayLike<number> {
    let ids = found && filters.length === 0 ? found : this.#rows.idsWith(filters);
    if (found && filters.length > 0) ids = this.#among(found, ids);
    if (only) ids = this.#among(ids, only);
    if (!without) return ids;
    const left = new Set(without);
    return Uint32Array.from(ids).filter((id) => !left.has(id));
  }

  #among(ids: ArrayLike<number>, others: ArrayLike<number>): Uint32Array {
    return idsAmong(ids, marksOf(others, this.#columns.end));
  }

  // All pages of the list by id. Lists that differ only in filters, search, order and window share this.
  #all(query: ListQuery, viewer: Viewer): Uint32Array {
    const { types, exactTypes, childOf, descendantOf, ancestorOf, narrowing } = query;
    const key = JSON.stringify([types, exactTypes, childOf, descendantOf, ancestorOf, narrowing, viewer]);
    return cached(this.#lists, maxCachedLists, key, () => {
      const { scope, needs } = this.#asked(query);
      return this.#columns.selectAll(scope, this.#columns.gateOf(viewer), needs);
    });
  }

  #asked(query: ListQuery): { readonly scope: PageScope; readonly needs: Needs } {
    const { types, exactTypes, childOf, descendantOf, ancestorOf, narrowing } = query;
    const ofTypes = pageKindsOf(types, exactTypes);
    const kinds = narrowing ? new Set([...ofTypes].filter((kind) => isPost({ kind }))) : ofTypes;
    return {
      scope: { kinds, childOf, descendantOf, ancestorOf },
      needs: narrowing ? needsOf(narrowing, this.#terms) : noNeeds,
    };
  }

  // An order of all pages to pick the list from; undefined keeps the order of the search.
  #orderFor({ order, found }: ListQuery): Uint32Array | undefined {
    if (typeof order !== "string" && order.length > 0) return this.#ordered(order);
    return found ? undefined : this.#columns.tree.order;
  }

  #ordered(keys: readonly OrderKey<PageFieldName>[]): Uint32Array {
    return cached(this.#orders, maxCachedOrders, JSON.stringify(keys), () => {
      const [first, ...others] = keys;
      if (first && others.length === 0 && isInstantField(first.field))
        return this.#columns.dates.idsByInstant(first.field, first.descending);
      return Uint32Array.from(this.#rows.idsBy(keys));
    });
  }
}

/** True if neither filters nor a search limit the candidates. */
const isOfAllPages = ({ filters, found, only, without }: ListQuery): boolean =>
  filters.length === 0 && found === null && !only && !without;

const shuffled = (ids: Uint32Array): Uint32Array => {
  const cards = ids.slice();
  for (let last = cards.length - 1; last > 0; last--) {
    const drawn = Math.floor(Math.random() * (last + 1));
    [cards[last], cards[drawn]] = [certain(cards[drawn]), certain(cards[last])];
  }
  return cards;
};

/** A list of pages. Null does not restrict it. */
export interface ListQuery {
  /** Any of these types; empty means any type. */
  readonly types: readonly PageType[];
  /** Subtypes do not count. */
  readonly exactTypes?: boolean;
  readonly childOf: number | null;
  readonly descendantOf: number | null;
  readonly ancestorOf: number | null;
  readonly filters: readonly PageFilter[];
  readonly narrowing: Narrowing | null;
  /** The pages that a search has found, best first; null without a search. */
  readonly found: Uint32Array | null;
  /** Only these pages, ascending; absent for all. */
  readonly only?: readonly number[] | undefined;
  /** Without these pages; absent for none. */
  readonly without?: readonly number[] | undefined;
  /** The default is the order of the search, else tree order. */
  readonly order: PageListOrder;
  readonly window: Window;
}

/** The posts, or episodes, of a blog that are listed as a whole, and the date by which. */
export interface ChildrenQuery {
  readonly type: "site.Post" | "site.Episode";
  readonly childOf: number;
  readonly newestBy: InstantField;
}

const unrestricted = {
  childOf: null,
  descendantOf: null,
  ancestorOf: null,
  filters: [],
  narrowing: null,
  found: null,
} as const;

/** The query of a list of all children, the newest first. */
export const allChildren = ({ type, childOf, newestBy }: ChildrenQuery): ListQuery => ({
  ...unrestricted,
  types: [type],
  childOf,
  order: [{ field: newestBy, descending: true }],
  window: { style: "offset", limit: Number.MAX_SAFE_INTEGER, offset: 0 },
});

/** The query of a list of blogs and podcasts, the newest publication first. */
export const newestBlogs = (window: Window): ListQuery => ({
  ...unrestricted,
  types: ["site.Blog"],
  order: [{ field: "first_published_at", descending: true }],
  window,
});

export interface PageList {
  readonly total: number;
  readonly listings: readonly Listing[];
}
