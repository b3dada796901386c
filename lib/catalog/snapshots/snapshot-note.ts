import { Catalog } from "#lib/catalog/catalog.ts";
import type { LogPosition } from "#lib/catalog/following/follower.ts";
import { type FileKey, fileKey } from "#lib/store/files.ts";

/** What is known of a snapshot: small, and stored apart, in place of the one before it, once the snapshot itself is stored. */
export interface SnapshotNote {
  /** The name of the change log that the catalog follows. */
  readonly log: string;
  /** What of the log is in the catalog. */
  readonly position: LogPosition;
  /** When the check began that came there, by the wall clock of whoever made it. */
  readonly checkedAtMs: number;
  /** The file that holds the catalog, compressed. */
  readonly catalog: string;
  /** The file that holds the index of words, likewise, and the digest of its tables. */
  readonly words: { readonly key: string; readonly form: string };
}

/** A change log as it is now. */
export interface LogNow {
  readonly log: string;
  readonly highestDrawn: number;
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
 * Why the snapshot is of no use, in a few words; undefined where it is of use. Numbers that the log has not drawn are of
 * another log, or of a time before its table was restored.
 */
export const flawOf = ({ log, position }: SnapshotNote, now: LogNow): string | undefined => {
  if (log !== now.log) return "is of another site";
  return position.highest > now.highestDrawn ? "knows more than the change log" : undefined;
};

/**
 * True of a snapshot that is older than half the time that entries are kept: one that has expired may be missing. Never
 * while nothing has been drawn since.
 */
export const isTooOld = (
  { position, checkedAtMs }: SnapshotNote,
  { highestDrawn }: Pick<LogNow, "highestDrawn">,
  nowMs: number,
  retentionMs: number,
): boolean => {
  const isComplete = position.highest === highestDrawn && position.gaps.length === 0;
  return !isComplete && nowMs - checkedAtMs > retentionMs / 2;
};
