import { requireBuildable } from "#lib/catalog/build-limit.ts";
import type { Catalog } from "#lib/catalog/catalog.ts";
import { isLostTrack, RestoredLog } from "#lib/catalog/following/follower.ts";
import { type CatalogNow, type FollowedCatalog, rebuildCatalog } from "#lib/catalog/following/rebuild.ts";
import { storedChanges, storedLogTime } from "#lib/catalog/following/stored-changes.ts";
import { openSnapshot, snapshotTime } from "#lib/catalog/snapshots/open-snapshot.ts";
import { isAged } from "#lib/catalog/snapshots/snapshot-note.ts";
import { clock } from "#lib/clock.ts";
import { log } from "#lib/log.ts";
import { catalogFile } from "#lib/settings/catalog.ts";
import { changeRetentionMs, countDrawnObjects } from "#lib/store/changes.ts";
import { plannedRead } from "#lib/store/planned-read.ts";
import { cachePlace, inPlaceOf, isNewlyUnwritable } from "./cache-place.ts";
import { openedAhead, shared } from "./shared.ts";

let held: (FollowedCatalog & CatalogNow) | undefined;

/** How often this process has noticed that the database was restored to an earlier time. */
let restorations = 0;

const bringUpToDate = async (): Promise<CatalogNow> => {
  const checkedAtMs = clock.nowMs();
  held = isOfUse(held, checkedAtMs) ? held : undefined;
  const followed = (held && (await followHeld(held))) ?? (await followSnapshot()) ?? (await rebuild());
  await requireKnownSite(followed.catalog);
  const { position, anchor } = followed.follower;
  held = { ...followed, position, anchor, checkedAtMs };
  return held;
};

/** The version of the site whose item this process has read, and so also the format of the table. */
let knownSite: number | undefined;

const requireKnownSite = async ({ siteVersion }: Catalog): Promise<void> => {
  if (knownSite === siteVersion) return;
  await storedChanges.siteVersion();
  knownSite = siteVersion;
};

const isOfUse = (now: CatalogNow | undefined, checkedAtMs: number): boolean => {
  if (!now) return false;
  const { problem } = now.catalog;
  if (problem)
    log.write("warning", {
      warning: `The catalog file is ${problem}: ${catalogFile()} is made anew.`,
    });
  // An expired entry looks like one that never appeared: after a long sleep, changes may have been missed.
  return !problem && !isAged(now, checkedAtMs, changeRetentionMs);
};

// A failed check changes nothing. But if the catalog cannot apply the result, it has lost those changes.
const follow = async (followed: FollowedCatalog): Promise<FollowedCatalog> => {
  const entries = await followed.follower.check();
  try {
    followed.catalog.apply(entries.map(({ change }) => change));
    if (entries.length > 0 || followed !== held) noteProgress(followed);
  } catch (error) {
    held = undefined;
    throw error;
  }
  return followed;
};

/** `lectern catalog verify` continues from this when it compares a copy of the file with the table. */
const noteProgress = ({ catalog, follower: { position, anchor } }: FollowedCatalog): void =>
  catalog.noteProgress({ position, anchor, notedAtMs: clock.nowMs() });

const followHeld = async (now: FollowedCatalog): Promise<FollowedCatalog | undefined> => {
  try {
    return await follow(now);
  } catch (error) {
    if (isNewlyUnwritable(catalogFile(), error)) return undefined;
    if (!isLostTrack(error)) throw error;
    log.write("warning", { warning: `The catalog is made anew: ${error.message}.` });
    held = undefined;
    if (error instanceof RestoredLog) restorations++;
    return undefined;
  }
};

const followSnapshot = async (): Promise<FollowedCatalog | undefined> => {
  try {
    const opened = await openNewest();
    return opened && (await follow(opened));
  } catch (error) {
    log.write("warning", { warning: `The catalog is made from the store: ${(error as Error).message}.` });
    return undefined;
  }
};

const openNewest = openedAhead(() => openSnapshot(cachePlace(catalogFile()), storedChanges, snapshotTime));

const rebuild = async (): Promise<FollowedCatalog> => {
  await requireBuildable(countDrawnObjects);
  return inPlaceOf(catalogFile(), async (place) => {
    const followed = await rebuildCatalog(place, storedChanges, storedLogTime);
    noteProgress(followed);
    return followed;
  });
};

/**
 * The process's catalog, with every change that was answered before the call. Opens the newest snapshot, or
 * rebuilds from the store (10,000 pages: some tenths of a second), at the first call or if the file is gone
 * or changed by others; refuses `unavailable` where a rebuild would take too long. Other calls share one
 * request, and one more while a number of the log is missing. A single answer of the catalog is consistent;
 * between two it may move on.
 */
export const currentCatalog = async (): Promise<Catalog> => (await catalogNow()).catalog;

/** The catalog as the last check has left it, without a request; undefined before the first. */
export const heldCatalog = (): Catalog | undefined => held?.catalog;

/** Grows when the database was restored to an earlier time: nothing learned before is valid then. */
export const timesRestored = (): number => restorations;

/** The current catalog, with its position in the change log. */
export const catalogNow = shared(bringUpToDate);

/** Plans to bring the catalog up to date. */
export const catalogReads = () => ({ catalog: plannedRead(currentCatalog) });
