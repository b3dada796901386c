import { Catalog } from "#lib/catalog/catalog.ts";
import type { Anchor, LogPosition } from "#lib/catalog/log-position.ts";
import { type Media, mediaKinds } from "#lib/media/media.ts";
import type { Change, NumberedChange } from "#lib/pages/change.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { ChangeSource } from "./change-source.ts";
import { Follower, type LogTime, newestAnchor } from "./follower.ts";

/** A catalog, and what follows the change log for it. */
export interface FollowedCatalog {
  readonly catalog: Catalog;
  readonly follower: Follower;
}

/** The catalog, and what it has of the change log at least. */
export interface CatalogNow {
  readonly catalog: Catalog;
  readonly position: LogPosition;
  /** The newest entry that it has; none where none had a mark. */
  readonly anchor: Anchor | undefined;
  /** When the check began that came there, by the wall clock, which goes on while a process is frozen. */
  readonly checkedAtMs: number;
}

/** How many numbers below the first that the log still has may be in the hands of writers. */
const oldestDrawn = 2_000;

/**
 * A catalog made from the source, correct while others write. It knows every change that was answered before
 * the call.
 *
 * 1. The highest number drawn, C, is read first: the follower begins there and finds all that is drawn later.
 * 2. The log is read backwards to an entry that was written long before the newest one: whatever was drawn
 *    before that entry has appeared or never will, by the writers' own clocks. Where the log ends before,
 *    because entries expire, the numbers just below its end are in doubt as well. Numbers from there up to C
 *    that are missing are the first gaps; all had been drawn when C was read, so they age from that moment.
 * 3. The listings and media objects are read afterwards, so they contain everything older than those entries.
 *    They may lack what the very newest entries say, because a query may see a part of a transaction that is
 *    still being written; so these are applied on top. Only these: a page or object that an older entry
 *    speaks of and that was not read is gone. Versions settle which state is the newest, whatever came first.
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
  catalog.apply(unsettledChanges(entries, time.abandonedAfterMs));
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
  settledAfterMs: number,
): Promise<RecentEntries> => {
  const entries: NumberedChange[] = [];
  for await (const some of source.backwards()) {
    for (const entry of some) {
      entries.push(entry);
      if (ageOf(entry, entries) > settledAfterMs) return { entries, lowest: entry.number };
    }
  }
  const end = entries.at(-1)?.number ?? highest + 1;
  return { entries, lowest: Math.max(1, end - oldestDrawn) };
};

// Of each page or object the newest state, and that only if its transaction may have been in the making.
const unsettledChanges = (entries: readonly NumberedChange[], withinMs: number): Change[] => {
  const newest = new Map<string, number>();
  for (const { change } of entries) {
    const subject = subjectOf(change);
    if (subject) newest.set(subject.name, Math.max(subject.version, newest.get(subject.name) ?? 0));
  }
  const isUnsettled = (entry: NumberedChange): boolean => {
    const subject = subjectOf(entry.change);
    if (!subject) return true;
    return ageOf(entry, entries) <= withinMs && subject.version === newest.get(subject.name);
  };
  return entries.filter(isUnsettled).map(({ change }) => change);
};

/** The page or object that a change is about. */
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

/** How long before the first of the entries it was written. */
const ageOf = (entry: NumberedChange, [newest]: readonly NumberedChange[]): number =>
  newest!.writtenAtMs - entry.writtenAtMs;

const missingNumbers = (entries: readonly NumberedChange[], lowest: number, highest: number): number[] => {
  const appeared = new Set(entries.map(({ number }) => number));
  const missing: number[] = [];
  for (let number = lowest; number <= highest; number++) if (!appeared.has(number)) missing.push(number);
  return missing;
};
