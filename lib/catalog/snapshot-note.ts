import { type FileKey, fileKey } from "#lib/store/files.ts";
import { Catalog } from "./catalog.ts";
import type { LogPosition } from "./follower.ts";

/** What is known of a snapshot: small, and stored apart, in place of the one before it, once the snapshot itself is stored. */
export interface SnapshotNote {
  /** The name of the change log that the catalog follows. */
  readonly log: string;
  /** What of the log is in the catalog. */
  readonly position: LogPosition;
  /** When the check began that came there, by the wall clock of whoever made it. */
  readonly checkedAtMs: number;
  /** The version of the site data that the catalog has heard of. */
  readonly siteVersion: number;
  /** The file that holds the catalog, compressed. */
  readonly catalog: string;
}

/** A change log as it is now. */
export interface LogNow {
  readonly log: string;
  readonly highestDrawn: number;
  readonly nowMs: number;
  readonly retentionMs: number;
}

/** The folder of all snapshots, whatever their form. */
export const snapshotsFolder = fileKey("snapshots");

let folder: string | undefined;

/** The folder of snapshots that catalogs of this program can take over: `snapshots/` and a digest of their form. */
export const snapshotFolder = (): string => {
  folder ??= `${snapshotsFolder}/${new Catalog(":memory:").form.slice(0, 16)}`;
  return folder;
};

/** Where the note of the newest snapshot is. */
export const newestNoteKey = (): FileKey => fileKey(`${snapshotFolder()}/newest.json`);

/**
 * Why no catalog can begin at the snapshot, in a few words; undefined where one can. Numbers that the log has not drawn
 * are of another log, or of a time before its table was restored. After half the time that entries are kept, one that has
 * expired may be missing; unless nothing has been drawn since.
 */
export const flawOf = (note: SnapshotNote, now: LogNow): string | undefined => {
  const { highest, gaps } = note.position;
  if (note.log !== now.log) return "is of another site";
  if (highest > now.highestDrawn) return "knows more than the change log";
  const isComplete = highest === now.highestDrawn && gaps.length === 0;
  const isOld = now.nowMs - note.checkedAtMs > now.retentionMs / 2;
  return isOld && !isComplete ? "is too old" : undefined;
};
