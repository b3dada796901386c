import type { Narrowing } from "#lib/catalog/pages/narrowing.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { BlogQuery } from "#lib/queries/blog-query.ts";

/** A visitor's request for a list of a blog's posts. */
export interface BlogVisit {
  readonly blog: Listing;
  readonly query: BlogQuery;
  /** The query's filters, in the catalog's terms. */
  readonly narrowing: Narrowing;
  /** The ids of the pages that the search found, best first; null without a search. */
  readonly found: Uint32Array | null;
}
