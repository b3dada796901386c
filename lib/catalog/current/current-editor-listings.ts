import { requireBuildable, requireFewChanged } from "#lib/catalog/build-limit.ts";
import type { EditorListings } from "#lib/catalog/editor-listings/editor-listings.ts";
import { readStoredEditorListings } from "#lib/catalog/editor-listings/editor-listings-file.ts";
import {
  type EditorListingsNow,
  editorListingsNowOf,
  type FollowedEditorListings,
  followFromRows,
  noteChanges,
  readNoted,
} from "#lib/catalog/editor-listings/followed-editor-listings.ts";
import { Follower, isLostTrack } from "#lib/catalog/following/follower.ts";
import { storedChanges, storedEdits } from "#lib/catalog/following/stored-changes.ts";
import {
  firstUsable,
  followFromNote,
  type ReadFile,
  snapshotTime,
  unpackInto,
} from "#lib/catalog/snapshots/open-snapshot.ts";
import { gapsEndAfterMs, isAged, type SnapshotNote } from "#lib/catalog/snapshots/snapshot-note.ts";
import { clock } from "#lib/clock.ts";
import { log } from "#lib/log.ts";
import { changeRetentionMs, countDrawnObjects } from "#lib/store/changes.ts";
import { plannedRead } from "#lib/store/planned-read.ts";
import { openedAhead, shared } from "./shared.ts";

/**
 * Opens the listings of the newest usable snapshot, as they were when it was taken; undefined without one. 1
 * s of CPU for 100,000 pages; reads two files and two items.
 */
export const openEditorListings = (): Promise<FollowedEditorListings | undefined> =>
  firstUsable(storedChanges, async ({ note }) => {
    if (isAged(note, snapshotTime.wallMs(), snapshotTime.retentionMs)) throw new Error("it is too old");
    return resumeEditorListings(note);
  });

export const resumeEditorListings = async (
  note: SnapshotNote,
  read?: ReadFile,
): Promise<FollowedEditorListings> => {
  const { listings, edits } = await unpackInto(note.editions.key, readStoredEditorListings, read);
  const { position, anchor } = edits;
  return {
    listings,
    changes: followFromNote(note, storedChanges, snapshotTime),
    edits: new Follower(storedEdits, { ...position, shownAtMs: gapsShownAt(note), anchor }, snapshotTime),
  };
};

/**
 * Numbers that public changes have used never appear in the log of edits. Those that were missing an hour ago
 * are asked for once, and then given up.
 */
const gapsShownAt = ({ checkedAtMs }: SnapshotNote): number =>
  snapshotTime.wallMs() - checkedAtMs > gapsEndAfterMs ? Number.NEGATIVE_INFINITY : snapshotTime.nowMs();

let held: (FollowedEditorListings & { readonly checkedAtMs: number }) | undefined;

const bringUpToDate = async (): Promise<EditorListingsNow> => {
  const checkedAtMs = clock.nowMs();
  // After a long sleep, entries may have expired unseen.
  if (held && isAged(held, checkedAtMs, changeRetentionMs)) held = undefined;
  const followed = (held && (await check(held))) ?? (await followSnapshot()) ?? (await rebuild());
  held = { ...followed, checkedAtMs };
  await readFewNoted(followed.listings);
  return editorListingsNowOf(followed);
};

/** Brings the listings up to date; undefined if the logs cannot be followed any more. */
const check = async (followed: FollowedEditorListings): Promise<FollowedEditorListings | undefined> => {
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

const openNewest = openedAhead(openEditorListings);

const followSnapshot = async (): Promise<FollowedEditorListings | undefined> => {
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

const rebuild = async (): Promise<FollowedEditorListings> => {
  await requireBuildable(countDrawnObjects);
  return followFromRows();
};

const readFewNoted = async (listings: EditorListings): Promise<void> => {
  try {
    requireFewChanged(listings.noted.length);
  } catch (error) {
    // A later call may begin at a newer snapshot.
    held = undefined;
    throw error;
  }
  await readNoted(listings);
};

/** Like {@link currentEditorListings}, with how far the logs have been read. */
export const editorListingsNow = shared(bringUpToDate);

/** Makes the listings from the rows of all pages, whatever this process holds. */
export const editorListingsFromRows = async (): Promise<EditorListingsNow> => {
  const followed = await followFromRows();
  await readNoted(followed.listings);
  return editorListingsNowOf(followed);
};

/**
 * The listings for editors, with every change that was answered before the call. The first call opens the
 * newest snapshot, or reads the rows of all pages; it refuses `unavailable` where that would take too long.
 * Every later one asks both logs at once, in a request each, and reads what has changed, 100 pages per
 * request. Simultaneous calls share these.
 */
export const currentEditorListings = async (): Promise<EditorListings> =>
  (await editorListingsNow()).listings;

/** Plans to bring the listings for editors up to date. */
export const editorListingReads = () => ({ listings: plannedRead(currentEditorListings) });
