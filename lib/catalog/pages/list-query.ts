import type { Listing } from "#lib/pages/listing.ts";
import type { PageFilter, PageOrder } from "#lib/queries/page-query.ts";
import type { PageType } from "#lib/queries/page-types.ts";
import type { Window } from "#lib/queries/pagination.ts";
import type { Narrowing } from "./narrowing.ts";

/** A list of pages to be had from the catalog. Null does not restrict it. */
export interface ListQuery {
  /** Any of them will do; none means any page. */
  readonly types: readonly PageType[];
  readonly childOf: number | null;
  readonly descendantOf: number | null;
  readonly ancestorOf: number | null;
  /** All of them must hold. */
  readonly filters: readonly PageFilter[];
  readonly narrowing: Narrowing | null;
  /** The ids of the pages that a search has found, best first; null where nothing is searched for. */
  readonly found: Uint32Array | null;
  /** The default is the order of what a search has found, else tree order. */
  readonly order: PageOrder;
  readonly window: Window;
}

/** What a window shows of a list, and how long the list is. */
export interface PageList {
  readonly total: number;
  readonly listings: readonly Listing[];
}
