import { clock } from "#lib/clock.ts";
import { config } from "#lib/config.ts";
import { changeRetentionMs } from "#lib/store/changes.ts";
import type { Catalog } from "./catalog.ts";
import { type FollowedCatalog, rebuildCatalog } from "./rebuild.ts";
import { shared } from "./shared.ts";
import { storedChanges, storedGapTime } from "./stored-changes.ts";

/** What this process holds, and when its last check began, by the wall clock, which goes on while a process is frozen. */
let held: (FollowedCatalog & { readonly checkedAtMs: number }) | undefined;

const bringUpToDate = async (): Promise<Catalog> => {
  const checkedAtMs = clock.nowMs();
  // An expired entry looks like one that never appeared: after so long a sleep, changes may have been missed.
  const isTooOld = held !== undefined && checkedAtMs - held.checkedAtMs > changeRetentionMs / 2;
  const followed =
    held === undefined || isTooOld
      ? await rebuildCatalog(config.catalogFile(), storedChanges, storedGapTime)
      : await follow(held);
  held = { ...followed, checkedAtMs };
  return followed.catalog;
};

// A check that fails has changed nothing; a catalog that could not take its result has missed it for good.
const follow = async (followed: FollowedCatalog): Promise<FollowedCatalog> => {
  const entries = await followed.follower.check();
  try {
    followed.catalog.apply(entries.map(({ change }) => change));
  } catch (error) {
    held = undefined;
    throw error;
  }
  return followed;
};

/**
 * The process's one catalog, with every change that was answered before the call. The first call makes it from the store
 * (10,000 pages: some tenths of a second); later ones cost one request, which calls at the same time share, and one more
 * while a number of the log is missing. Each answer of the catalog is whole; between two of them it may move on.
 */
export const currentCatalog: () => Promise<Catalog> = shared(bringUpToDate);
