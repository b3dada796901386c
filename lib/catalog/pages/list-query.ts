import type { Listing } from "#lib/pages/listing.ts";
import type { PageFilter, PageListOrder } from "#lib/queries/page-query.ts";
import type { PageType } from "#lib/queries/page-types.ts";
import type { Window } from "#lib/queries/pagination.ts";
import type { Narrowing } from "./narrowing.ts";

/** A list of pages. Null does not restrict it. */
export interface ListQuery {
  /** Any of these types; empty means any type. */
  readonly types: readonly PageType[];
  readonly childOf: number | null;
  readonly descendantOf: number | null;
  readonly ancestorOf: number | null;
  readonly filters: readonly PageFilter[];
  readonly narrowing: Narrowing | null;
  /** The pages that a search has found, best first; null without a search. */
  readonly found: Uint32Array | null;
  /** The default is the order of the search, else tree order. */
  readonly order: PageListOrder;
  readonly window: Window;
}

export interface PageList {
  readonly total: number;
  readonly listings: readonly Listing[];
}
