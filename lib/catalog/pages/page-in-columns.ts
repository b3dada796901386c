import type { Listing } from "#lib/pages/listing.ts";
import type { PageKind } from "#lib/pages/page.ts";
import type { Restriction } from "#lib/pages/restriction.ts";

export interface PageInColumns {
  readonly id: number;
  readonly version: number;
  readonly kind: PageKind;
  readonly live: boolean;
  readonly parentId: number | null;
  readonly restriction: Restriction | null;
  /** Milliseconds since the epoch, like the next two; null for none. */
  readonly firstPublishedMs: number | null;
  readonly lastPublishedMs: number | null;
  readonly visibleMs: number | null;
  /** The term numbers of its categories and tags, each once. */
  readonly terms: readonly number[];
}

export const pageInColumns = (listing: Listing, terms: readonly number[]): PageInColumns => ({
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

// Throws for a text that is no instant, because pages could not be ordered by it.
const millisecondsOf = (instant: string | null | undefined): number | null =>
  instant ? Date.parse(new Date(instant).toISOString()) : null;
