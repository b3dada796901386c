import type { Listing } from "#lib/pages/listing.ts";
import type { PageKind } from "#lib/pages/page.ts";
import type { Restriction } from "#lib/pages/restriction.ts";

/** What is asked of every page of a list; the rest of its listing is read of the pages that are shown. */
export interface PageFacts {
  readonly id: number;
  readonly version: number;
  readonly kind: PageKind;
  readonly live: boolean;
  readonly parentId: number | null;
  readonly restriction: Restriction | null;
  /** Milliseconds since the epoch, as are the next two; null for none. */
  readonly firstPublishedMs: number | null;
  readonly lastPublishedMs: number | null;
  readonly visibleMs: number | null;
  /** The numbers of its month, its categories and its tags among the terms, each once. */
  readonly terms: readonly number[];
}

/** The facts that a listing tells, with the numbers of its terms. */
export const factsOf = (listing: Listing, terms: readonly number[]): PageFacts => ({
  id: listing.id,
  version: listing.version,
  kind: listing.kind,
  live: listing.live,
  parentId: listing.parentId,
  restriction: listing.restriction,
  firstPublishedMs: millisecondsOf(listing.firstPublishedAt),
  lastPublishedMs: millisecondsOf(listing.lastPublishedAt),
  visibleMs: millisecondsOf(listing.visibleDate),
  terms,
});

const millisecondsOf = (instant: string | null | undefined): number | null =>
  instant ? Date.parse(instant) : null;
