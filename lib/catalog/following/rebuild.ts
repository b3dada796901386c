import { Catalog } from "#lib/catalog/catalog.ts";
import type { Anchor, LogPosition } from "#lib/catalog/saved-state.ts";
import { type Media, mediaKinds } from "#lib/media/media.ts";
import type { Change } from "#lib/pages/change.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { followFrom } from "./follow-from.ts";
import type { ChangeSource, Follower, LogTime } from "./follower.ts";

export interface FollowedCatalog {
  readonly catalog: Catalog;
  readonly follower: Follower;
}

/** A catalog, and how far, at least, it has read the change log. */
export interface CatalogNow {
  readonly catalog: Catalog;
  readonly position: LogPosition;
  readonly anchor: Anchor | undefined;
  /** When the check behind it began, by the wall clock, which goes on while a process is frozen. */
  readonly checkedAtMs: number;
}

/**
 * Builds a catalog from the source, correctly while others write. It has every change that was answered
 * before the call.
 *
 * 1. The highest drawn number, C, is read first: the follower begins there and finds all later ones.
 * 2. The log is read backwards to an entry written long before the newest one: every number drawn before it
 * has appeared or never will, by the writers' own clocks. If the log ends earlier, because entries expire,
 * the numbers just below its end are in doubt too. The missing numbers from there up to C are the first gaps;
 * all had been drawn when C was read, so their age counts from that moment.
 * 3. The listings and media objects are read afterwards, so they contain everything older than those entries.
 * They may lack the very newest, because a query may see part of a transaction that is still being written;
 * so these entries are applied on top. Only these: if an older entry names a page or object that was not
 * read, it is deleted. Versions decide which state is newest, in any order.
 *
 * Writers' clocks may differ by half of `abandonedAfterMs`. Cost: all listings, all media objects and the
 * last minutes of the log, a request per megabyte of each kind, and two more.
 */
export const rebuildCatalog = async (
  file: string,
  source: ChangeSource,
  time: LogTime,
): Promise<FollowedCatalog> => {
  const catalog = new Catalog(file);
  const { follower, unread } = await followFrom(source, time, async () => {
    catalog.apply([{ kind: "site", version: await source.siteVersion() }]);
    await Promise.all([applyListings(source, catalog), applyMedia(source, catalog)]);
  });
  catalog.apply(unread);
  return { catalog, follower };
};

const applyListings = async (source: ChangeSource, catalog: Catalog): Promise<void> => {
  for await (const listings of source.listings()) catalog.apply(listings.map(pageChange));
};

const applyMedia = async (source: ChangeSource, catalog: Catalog): Promise<void> => {
  for (const kind of mediaKinds)
    for await (const media of source.media(kind)) catalog.apply(media.map(mediaChange));
};

const pageChange = (listing: Listing): Change => ({
  kind: "page",
  id: listing.id,
  version: listing.version,
  listing,
});

const mediaChange = (media: Media): Change => ({
  kind: "media",
  mediaKind: media.kind,
  id: media.id,
  version: media.version,
  media,
});
