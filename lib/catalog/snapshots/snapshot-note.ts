import { Catalog } from "#lib/catalog/catalog.ts";
import { editorListingsForm } from "#lib/catalog/editor-listings/editor-listings-file.ts";
import type { LogPosition } from "#lib/catalog/saved-state.ts";
import { type FileKey, fileKey } from "#lib/files/file-key.ts";
import type { DrawnNumber } from "#lib/pages/change.ts";

/** What is known of a snapshot. It is stored last, over the note before it, when the files are in place. */
export interface SnapshotNote {
  /** How far the catalog has read the log. The highest number's entry is newer than the snapshot. */
  readonly position: LogPosition;
  /** The mark of that entry: only a log that has it has everything that is in the snapshot. */
  readonly mark: string;
  /** When the last check began, by the writer's wall clock. */
  readonly checkedAtMs: number;
  /** The key of the compressed catalog. */
  readonly catalog: string;
  /** The key of the compressed index of words, and the digest of its tables. */
  readonly words: { readonly key: string; readonly form: string };
  readonly editions: EditorListingsNote;
}

/** What a note says of the compressed listings for editors. Stored notes call it `editions`. */
interface EditorListingsNote {
  readonly key: string;
  /** The last number that the log of edits had drawn before they were read. */
  readonly lastEdit: number;
  /** When the rows of all pages are to be read again, by the writer's wall clock; null once they were. */
  readonly readAgainAtMs: number | null;
}

/** The last number that the log drew, and its entry at the highest number of a note. */
export interface LogNow {
  readonly last: DrawnNumber;
  readonly entry: DrawnNumber | undefined;
}

/** The folder of all snapshots, of any form. */
export const snapshotsFolder = fileKey("snapshots");

let folder: string | undefined;

/** The folder of snapshots that this program can open: below `snapshots/`, named after their form. */
export const snapshotFolder = (): string => {
  folder ??= `${snapshotsFolder}/${new Catalog(":memory:").form.slice(0, 16)}-${editorListingsForm}`;
  return folder;
};

export const newestNoteKey = (): FileKey => fileKey(`${snapshotFolder()}/newest.json`);

/** The key of the note that the newest one replaced. */
export const olderNoteKey = (): FileKey => fileKey(`${snapshotFolder()}/older.json`);

/** A snapshot or a catalog that was made from another change log: nothing begins there. */
export class OfOtherLog extends Error {}

/**
 * Says why the snapshot cannot be used. The last number is known from the sequence, others from their
 * entries.
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

/** An entry missing in two checks this far apart will never appear, however clocks differ. */
export const gapsEndAfterMs = 3_600_000;

/** Correct clocks differ by far less. */
const clockSkewMs = 3_600_000;

/** True of a time that only a wrong clock can have given. */
export const isOfFuture = ({ checkedAtMs }: Pick<SnapshotNote, "checkedAtMs">, nowMs: number): boolean =>
  checkedAtMs - nowMs > clockSkewMs;

/** True if older than half the entries' retention, or of unknown age: some may have expired unread. */
export const isTooOld = (
  { position, checkedAtMs }: Pick<SnapshotNote, "position" | "checkedAtMs">,
  highestDrawn: number,
  nowMs: number,
  retentionMs: number,
): boolean => {
  const isComplete = position.highest === highestDrawn && position.gaps.length === 0;
  return !isComplete && isAged({ checkedAtMs }, nowMs, retentionMs);
};

/**
 * True if the note is older than half the retention, or of the future: entries of either log may have expired
 * unread.
 */
export const isAged = (
  note: Pick<SnapshotNote, "checkedAtMs">,
  nowMs: number,
  retentionMs: number,
): boolean => nowMs - note.checkedAtMs > retentionMs / 2 || isOfFuture(note, nowMs);
