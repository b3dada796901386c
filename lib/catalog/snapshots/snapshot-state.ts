import { storedChanges, storedEdits } from "#lib/catalog/following/stored-changes.ts";
import { clock } from "#lib/clock.ts";
import { readUsableNote } from "./open-snapshot.ts";
import { newestNoteKey, type SnapshotNote } from "./snapshot-note.ts";
import { isWorthWriting } from "./write-snapshot.ts";

/** The state of the newest snapshot of this release's form. */
export interface SnapshotState {
  /** Null if there is none that can be used. */
  readonly takenAtMs: number | null;
  /** True if a run of the job that stores snapshots would store one now. */
  readonly isDue: boolean;
}

/**
 * Reads the state: a file and three items. With `wordsForm`, an index of words in another form makes a
 * snapshot due.
 */
export const readSnapshotState = async (wordsForm?: string): Promise<SnapshotState> => {
  const [{ note, highest }, { number: lastEdit }] = await Promise.all([
    readNewest(),
    storedEdits.lastDrawn(),
  ]);
  const position = { highest, gaps: note?.position.gaps ?? [] };
  const form = wordsForm ?? note?.words.form ?? "";
  const now = { position, checkedAtMs: clock.nowMs(), words: { form }, lastEdit };
  return { takenAtMs: note?.checkedAtMs ?? null, isDue: isWorthWriting(note, now) };
};

/** The newest note, if it can be used, and the last number that the change log has drawn. */
const readNewest = async (): Promise<{ readonly note?: SnapshotNote; readonly highest: number }> => {
  // Files that cannot be read now, or are of another log, cannot be used.
  const usable = await readUsableNote(newestNoteKey(), storedChanges).catch(() => undefined);
  if (usable) return { note: usable.note, highest: usable.last.number };
  return { highest: (await storedChanges.lastDrawn()).number };
};

/** Stores a snapshot outside of this process if one is due. False if this process should do it by itself. */
export type MakeSnapshot = () => Promise<boolean>;

const nobody: MakeSnapshot = async () => false;

let make = nobody;

/** Sets what makes snapshots outside of this process; without an argument, nothing does. */
export const makeSnapshotsBy = (given = nobody): void => {
  make = given;
};

/** True if snapshots are made outside of this process, and all that was due is stored. */
export const isSnapshotMadeElsewhere = (): Promise<boolean> => make();
