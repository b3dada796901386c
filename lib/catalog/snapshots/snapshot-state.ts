import { storedChanges } from "#lib/catalog/following/stored-changes.ts";
import { clock } from "#lib/clock.ts";
import { readUsableNote } from "./open-snapshot.ts";
import { newestNoteKey } from "./snapshot-note.ts";
import { isWorthWriting } from "./write-snapshot.ts";

/** How things are with the newest snapshot of this release's form. */
export interface SnapshotState {
  /** Null if there is none that can be used. */
  readonly takenAtMs: number | null;
  /** True if a run of the job that stores snapshots would store one now. */
  readonly isDue: boolean;
}

/** Reads a file and two items. An index of words in another form than a given one makes a snapshot due. */
export const readSnapshotState = async (wordsForm?: string): Promise<SnapshotState> => {
  // Files that cannot be read now, or are of another log, cannot be used.
  const usable = await readUsableNote(newestNoteKey(), storedChanges).catch(() => undefined);
  const { number: highest } = usable?.last ?? (await storedChanges.lastDrawn());
  const note = usable?.note;
  const position = { highest, gaps: note?.position.gaps ?? [] };
  const form = wordsForm ?? note?.words.form ?? "";
  const now = { position, checkedAtMs: clock.nowMs(), words: { form } };
  return { takenAtMs: note?.checkedAtMs ?? null, isDue: isWorthWriting(note, now) };
};
