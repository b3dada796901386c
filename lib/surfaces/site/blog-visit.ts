import type { Narrowing } from "#lib/catalog/pages/narrowing.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { BlogQuery } from "#lib/queries/blog-query.ts";

/** What a visitor wants to see of a blog. */
export interface BlogVisit {
  readonly blog: Listing;
  readonly query: BlogQuery;
  /** The same as the catalog knows it. */
  readonly narrowing: Narrowing;
  /** The ids of the pages that a search has found, best first; null where nothing is searched for. */
  readonly found: Uint32Array | null;
}
