import { readStoredEditions } from "#lib/catalog/editions/editions-file.ts";
import type { FollowedEditions } from "#lib/catalog/editions/followed-editions.ts";
import { Follower } from "#lib/catalog/following/follower.ts";
import { storedChanges, storedEdits } from "#lib/catalog/following/stored-changes.ts";
import {
  firstUsable,
  followFromNote,
  type ReadFile,
  snapshotTime,
  unpackInto,
} from "#lib/catalog/snapshots/open-snapshot.ts";
import { gapsEndAfterMs, isAged, type SnapshotNote } from "#lib/catalog/snapshots/snapshot-note.ts";

/**
 * The pages with their drafts of the newest usable snapshot, as they were then; undefined without one. 1 s of
 * CPU for 100,000 pages; reads two files and two items.
 */
export const openEditions = (): Promise<FollowedEditions | undefined> =>
  firstUsable(storedChanges, async ({ note }) => {
    if (isAged(note, snapshotTime.wallMs(), snapshotTime.retentionMs)) throw new Error("it is too old");
    return resumeEditions(note);
  });

export const resumeEditions = async (note: SnapshotNote, read?: ReadFile): Promise<FollowedEditions> => {
  const { editions, edits } = await unpackInto(note.editions.key, readStoredEditions, read);
  const { position, anchor } = edits;
  return {
    editions,
    changes: followFromNote(note, storedChanges, snapshotTime),
    edits: new Follower(storedEdits, { ...position, shownAtMs: gapsShownAt(note), anchor }, snapshotTime),
  };
};

/**
 * The numbers of public revisions are missing in the log of edits for good. Those that were missing an hour
 * ago are asked for once, and then given up.
 */
const gapsShownAt = ({ checkedAtMs }: SnapshotNote): number =>
  snapshotTime.wallMs() - checkedAtMs > gapsEndAfterMs ? Number.NEGATIVE_INFINITY : snapshotTime.nowMs();
