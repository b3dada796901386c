import { Catalog } from "#lib/catalog/catalog.ts";
import type { LogPosition } from "#lib/catalog/log-position.ts";
import { type FileKey, fileKey } from "#lib/files/file-key.ts";
import type { DrawnNumber } from "#lib/pages/change.ts";

/**
 * What is known of a snapshot: small, and stored apart, in place of the one before it, once the snapshot
 * itself is stored.
 */
export interface SnapshotNote {
  /**
   * What of the log is in the catalog. The highest number is of an entry that appeared after everything that
   * is in the snapshot.
   */
  readonly position: LogPosition;
  /**
   * The mark of that entry: a log that has it has everything that is in the snapshot, and another log has
   * not.
   */
  readonly mark: string;
  /** When the check began that came there, by the wall clock of whoever made it. */
  readonly checkedAtMs: number;
  /** The file that holds the catalog, compressed. */
  readonly catalog: string;
  /** The file that holds the index of words, likewise, and the digest of its tables. */
  readonly words: { readonly key: string; readonly form: string };
}

/**
 * A change log as it is now: the number that was drawn last, and what it has under the highest number of a
 * note.
 */
export interface LogNow {
  readonly last: DrawnNumber;
  readonly entry: DrawnNumber | undefined;
}

/** The folder of all snapshots, whatever their form. */
export const snapshotsFolder = fileKey("snapshots");

let folder: string | undefined;

/**
 * The folder of snapshots that catalogs of this program can take over: `snapshots/` and a digest of their
 * form.
 */
export const snapshotFolder = (): string => {
  folder ??= `${snapshotsFolder}/${new Catalog(":memory:").form.slice(0, 16)}`;
  return folder;
};

/** Where the note of the newest snapshot is. */
export const newestNoteKey = (): FileKey => fileKey(`${snapshotFolder()}/newest.json`);

/** Where the note of the snapshot is that the newest one replaced. */
export const olderNoteKey = (): FileKey => fileKey(`${snapshotFolder()}/older.json`);

/**
 * Why the snapshot is of no use, in a few words; undefined where it is of use. The last number is known by
 * what its drawing left behind, others by their entries, which are there for as long as a snapshot counts.
 */
export const snapshotProblem = (
  { position, mark }: SnapshotNote,
  { last, entry }: LogNow,
): string | undefined => {
  if (position.highest > last.number) return "it knows more than the change log";
  const found = position.highest === last.number ? last : entry;
  return mark && found?.mark === mark
    ? undefined
    : "it is of another site, or of what was lost when the database was restored";
};

/**
 * True of a snapshot that is older than half the time that entries are kept: one that has expired may be
 * missing. Never while nothing has been drawn since.
 */
export const isTooOld = (
  { position, checkedAtMs }: Pick<SnapshotNote, "position" | "checkedAtMs">,
  highestDrawn: number,
  nowMs: number,
  retentionMs: number,
): boolean => {
  const isComplete = position.highest === highestDrawn && position.gaps.length === 0;
  return !isComplete && nowMs - checkedAtMs > retentionMs / 2;
};
