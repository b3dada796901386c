import { createWriteStream, rmSync } from "node:fs";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { Catalog } from "#lib/catalog/catalog.ts";
import type { ChangeSource } from "#lib/catalog/following/change-source.ts";
import { Follower, type GapTime } from "#lib/catalog/following/follower.ts";
import type { FollowedCatalog } from "#lib/catalog/following/rebuild.ts";
import { fileKey } from "#lib/store/files.ts";
import { streamFile } from "#lib/store/stream-file.ts";
import { flawOf, isTooOld, newestNoteKey, type SnapshotNote } from "./snapshot-note.ts";

/** As much is unpacked and written at once: in pieces of the usual 16 KB it would take twice the CPU. */
const unpackedBytes = 256 * 1024;

/** The log of a snapshot, and the wall clock that says how old it is. */
export interface SnapshotTime extends GapTime {
  readonly retentionMs: number;
  readonly wallMs: () => number;
}

/**
 * The catalog of the newest snapshot, in the file, as it was when the snapshot was made; undefined when there is none, and in
 * memory, where none can be opened. Throws an error that says why when there is one of no use. What follows the log for it
 * waits for the gaps anew, by its own clock: whoever made the snapshot had another one. 10,000 posts take 50 ms of CPU,
 * 100,000 some 300; two files and two items are read.
 */
export const openSnapshot = async (
  file: string,
  source: ChangeSource,
  time: SnapshotTime,
): Promise<FollowedCatalog | undefined> => {
  const found = file === ":memory:" ? undefined : await readUsableNote(source);
  if (!found) return undefined;
  if (isTooOld(found.note, found, time.wallMs(), time.retentionMs))
    throw new Error("the newest snapshot is too old");
  await unpackFile(found.note.catalog, file);
  return resumeSnapshot(file, found.note, source, time);
};

/** The note of the newest snapshot, and how far its log is now; undefined when there is none. Throws as above, but whatever its age. */
export const readUsableNote = async (
  source: ChangeSource,
): Promise<{ readonly note: SnapshotNote; readonly highestDrawn: number } | undefined> => {
  const note = await readNewestNote();
  if (!note) return undefined;
  // After the note, which must not seem to know more than has been drawn.
  const [log, highestDrawn] = await Promise.all([source.logName(), source.highestDrawn()]);
  const flaw = flawOf(note, { log, highestDrawn });
  if (flaw) throw new Error(`the newest snapshot ${flaw}`);
  return { note, highestDrawn };
};

/** The note of the newest snapshot that this program can open; undefined when there is none. */
export const readNewestNote = async (): Promise<SnapshotNote | undefined> => {
  const stream = await streamFile(newestNoteKey());
  return stream && (JSON.parse(await text(stream)) as SnapshotNote);
};

/** The catalog that a snapshot unpacked to the file, and what follows the log from there. */
export const resumeSnapshot = (
  file: string,
  { position }: SnapshotNote,
  source: ChangeSource,
  time: GapTime,
): FollowedCatalog => ({
  catalog: Catalog.fromCopy(file),
  follower: new Follower(source, { ...position, shownAtMs: time.nowMs() }, time),
});

/** Puts what a file of a snapshot holds in place of the file. It carries its checksum: what is damaged is an error. */
export const unpackFile = async (key: string, file: string): Promise<void> => {
  const packed = await streamFile(fileKey(key));
  if (!packed) throw new Error("the newest snapshot is not there");
  rmSync(file, { force: true });
  await pipeline(packed, createZstdDecompress({ chunkSize: unpackedBytes }), createWriteStream(file));
};
