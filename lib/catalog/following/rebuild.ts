import { Catalog } from "#lib/catalog/catalog.ts";
import type { Anchor, LogPosition } from "#lib/catalog/log-position.ts";
import { type Media, mediaKinds } from "#lib/media/media.ts";
import type { Change, NumberedChange } from "#lib/pages/change.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { ChangeSource } from "./change-source.ts";
import { Follower, type LogTime, newestAnchor } from "./follower.ts";

export interface FollowedCatalog {
  readonly catalog: Catalog;
  readonly follower: Follower;
}

/** A catalog, and at least how far it has read the change log. */
export interface CatalogNow {
  readonly catalog: Catalog;
  readonly position: LogPosition;
  readonly anchor: Anchor | undefined;
  /** When the check behind it began, by the wall clock, which goes on while a process is frozen. */
  readonly checkedAtMs: number;
}

/** How many numbers below the oldest entry of the log may still be in use by writers. */
const oldestDrawn = 2_000;

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
  const { number: highest } = await source.lastDrawn();
  const shownAtMs = time.nowMs();
  const { entries, lowest } = await readRecent(source, highest, 3 * time.abandonedAfterMs);
  const catalog = new Catalog(file);
  catalog.apply([{ kind: "site", version: await source.siteVersion() }]);
  await Promise.all([applyListings(source, catalog), applyMedia(source, catalog)]);
  catalog.apply(possiblyUnreadChanges(entries, time.abandonedAfterMs));
  const gaps = missingNumbers(entries, lowest, highest);
  const anchor = newestAnchor(entries.filter(({ number }) => number <= highest));
  return { catalog, follower: new Follower(source, { highest, gaps, shownAtMs, anchor }, time) };
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

interface RecentEntries {
  readonly entries: readonly NumberedChange[];
  /** The lowest number that may still appear, or has. */
  readonly lowest: number;
}

const readRecent = async (
  source: ChangeSource,
  highest: number,
  reachBackMs: number,
): Promise<RecentEntries> => {
  const entries: NumberedChange[] = [];
  for await (const some of source.backwards()) {
    for (const entry of some) {
      entries.push(entry);
      if (ageOf(entry, entries) > reachBackMs) return { entries, lowest: entry.number };
    }
  }
  const end = entries.at(-1)?.number ?? highest + 1;
  return { entries, lowest: Math.max(1, end - oldestDrawn) };
};

// The newest state of each page or object, if its transaction may have been in progress during the reads.
const possiblyUnreadChanges = (entries: readonly NumberedChange[], withinMs: number): Change[] => {
  const newest = new Map<string, number>();
  for (const { change } of entries) {
    const subject = subjectOf(change);
    if (subject) newest.set(subject.name, Math.max(subject.version, newest.get(subject.name) ?? 0));
  }
  const mayBeUnread = (entry: NumberedChange): boolean => {
    const subject = subjectOf(entry.change);
    if (!subject) return true;
    return ageOf(entry, entries) <= withinMs && subject.version === newest.get(subject.name);
  };
  return entries.filter(mayBeUnread).map(({ change }) => change);
};

const subjectOf = (change: Change): { readonly name: string; readonly version: number } | undefined => {
  switch (change.kind) {
    case "page":
      return { name: `page ${change.id}`, version: change.version };
    case "media":
      return { name: `${change.mediaKind} ${change.id}`, version: change.version };
    default:
      return undefined;
  }
};

const ageOf = (entry: NumberedChange, [newest]: readonly NumberedChange[]): number =>
  newest!.writtenAtMs - entry.writtenAtMs;

const missingNumbers = (entries: readonly NumberedChange[], lowest: number, highest: number): number[] => {
  const appeared = new Set(entries.map(({ number }) => number));
  const missing: number[] = [];
  for (let number = lowest; number <= highest; number++) if (!appeared.has(number)) missing.push(number);
  return missing;
};
