import { requireBuildable, requireFewChanged } from "#lib/catalog/build-limit.ts";
import type { Editions } from "#lib/catalog/editions/editions.ts";
import {
  type EditionsNow,
  editionsNowOf,
  type FollowedEditions,
  followFromRows,
  noteChanges,
  readNoted,
} from "#lib/catalog/editions/followed-editions.ts";
import { isLostTrack } from "#lib/catalog/following/follower.ts";
import { isAged } from "#lib/catalog/snapshots/snapshot-note.ts";
import { clock } from "#lib/clock.ts";
import { log } from "#lib/log.ts";
import { changeRetentionMs, countDrawnObjects } from "#lib/store/changes.ts";
import { plannedRead } from "#lib/store/planned-read.ts";
import { openedAhead } from "./begun-ahead.ts";
import { openEditions } from "./open-editions.ts";
import { shared } from "./shared.ts";

let held: (FollowedEditions & { readonly checkedAtMs: number }) | undefined;

const bringUpToDate = async (): Promise<EditionsNow> => {
  const checkedAtMs = clock.nowMs();
  // After a long sleep, entries may have expired unseen.
  if (held && isAged(held, checkedAtMs, changeRetentionMs)) held = undefined;
  const followed = (held && (await check(held))) ?? (await followSnapshot()) ?? (await rebuild());
  held = { ...followed, checkedAtMs };
  await readFewNoted(followed.editions);
  return editionsNowOf(followed);
};

/** Undefined if the logs cannot be followed any more. */
const check = async (followed: FollowedEditions): Promise<FollowedEditions | undefined> => {
  try {
    await noteChanges(followed);
    return followed;
  } catch (error) {
    if (!isLostTrack(error)) throw error;
    log.write("warning", { warning: `The editors' catalog is made anew: ${error.message}.` });
    held = undefined;
    return undefined;
  }
};

const openNewest = openedAhead(openEditions);

const followSnapshot = async (): Promise<FollowedEditions | undefined> => {
  try {
    const opened = await openNewest();
    if (opened) await noteChanges(opened);
    return opened;
  } catch (error) {
    const { message } = error as Error;
    log.write("warning", { warning: `The editors' catalog is made from the store: ${message}.` });
    return undefined;
  }
};

const rebuild = async (): Promise<FollowedEditions> => {
  await requireBuildable(countDrawnObjects);
  return followFromRows();
};

const readFewNoted = async (editions: Editions): Promise<void> => {
  try {
    requireFewChanged(editions.noted.length);
  } catch (error) {
    // A later call may begin at a newer snapshot.
    held = undefined;
    throw error;
  }
  await readNoted(editions);
};

/** The same as {@link currentEditions}, and how far the logs have been read for it. */
export const editionsNow = shared(bringUpToDate);

/** The same from the rows of all pages, whatever this process holds. */
export const editionsFromRows = async (): Promise<EditionsNow> => {
  const followed = await followFromRows();
  await readNoted(followed.editions);
  return editionsNowOf(followed);
};

/**
 * The pages with their drafts, with every change that was answered before the call. The first call opens the
 * newest snapshot, or reads the rows of all pages; refuses `unavailable` where that would take too long.
 * Every later one asks both logs at once, in a request each, and reads what has changed, 100 pages per
 * request. Simultaneous calls share these.
 */
export const currentEditions = async (): Promise<Editions> => (await editionsNow()).editions;

/** Plans to bring the pages with their drafts up to date. */
export const editionReads = () => ({ editions: plannedRead(currentEditions) });
