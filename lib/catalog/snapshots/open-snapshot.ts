import { createWriteStream, rmSync } from "node:fs";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { Catalog } from "#lib/catalog/catalog.ts";
import type { ChangeSource } from "#lib/catalog/following/change-source.ts";
import { Follower, type LogTime } from "#lib/catalog/following/follower.ts";
import type { FollowedCatalog } from "#lib/catalog/following/rebuild.ts";
import { storedLogTime } from "#lib/catalog/following/stored-changes.ts";
import { clock } from "#lib/clock.ts";
import { type FileKey, fileKey } from "#lib/files/file-key.ts";
import { streamFile } from "#lib/files/stream-file.ts";
import { log } from "#lib/log.ts";
import type { DrawnNumber } from "#lib/pages/change.ts";
import { changeRetentionMs } from "#lib/store/changes.ts";
import {
  isTooOld,
  newestNoteKey,
  olderNoteKey,
  type SnapshotNote,
  snapshotProblem,
} from "./snapshot-note.ts";

/** As much is unpacked and written at once: in pieces of the usual 16 KB it would take twice the CPU. */
const unpackedBytes = 256 * 1024;

/** How the log of a snapshot ages, and the wall clock that says how old a snapshot is. */
export interface SnapshotTime extends LogTime {
  readonly retentionMs: number;
  readonly wallMs: () => number;
}

/** How the store's log ages, for its snapshots. */
export const snapshotTime: SnapshotTime = {
  ...storedLogTime,
  retentionMs: changeRetentionMs,
  wallMs: clock.nowMs,
};

/**
 * The catalog of a snapshot, in the file, as it was when the snapshot was made: of the newest, or else of the
 * one before it; undefined when none can be opened, and in memory. Says of each that is there and of no use
 * why. What follows the log for it waits for the gaps anew, by its own clock: whoever made the snapshot had
 * another one. 10,000 posts take 50 ms of CPU, 100,000 some 300; two files and two items are read.
 */
export const openSnapshot = (
  file: string,
  source: ChangeSource,
  time: SnapshotTime,
): Promise<FollowedCatalog | undefined> =>
  file === ":memory:"
    ? Promise.resolve(undefined)
    : firstOfUse(source, async ({ note, last }) => {
        if (isTooOld(note, last.number, time.wallMs(), time.retentionMs)) throw new Error("it is too old");
        await unpackFile(note.catalog, file);
        return resumeSnapshot(file, note, source, time);
      });

/** The note of a snapshot of this log, and the number that the log drew last. */
export interface UsableNote {
  readonly note: SnapshotNote;
  readonly last: DrawnNumber;
}

/**
 * What `open` makes of the newest snapshot, or, where that is of no use or `open` throws, of the one before
 * it; undefined when both are of none. Each failure is one line that says why.
 */
export const firstOfUse = async <Value>(
  source: ChangeSource,
  open: (usable: UsableNote) => Promise<Value>,
): Promise<Value | undefined> => {
  for (const [name, key] of [
    ["newest", newestNoteKey()],
    ["older", olderNoteKey()],
  ] as const) {
    try {
      const usable = await readUsableNote(key, source);
      if (usable) return await open(usable);
    } catch (error) {
      log.write("warning", { warning: `The ${name} snapshot is passed over: ${(error as Error).message}.` });
    }
  }
  return undefined;
};

/** How a file of a snapshot is read; undefined where there is none. */
export type ReadFile = (key: FileKey) => Promise<Readable | undefined>;

/**
 * The note with the key, if it is of this log; undefined when there is none. Throws an error that says why it
 * is of no use.
 */
export const readUsableNote = async (
  key: FileKey,
  source: ChangeSource,
  read: ReadFile = streamFile,
): Promise<UsableNote | undefined> => {
  const note = await readNote(key, read);
  if (!note) return undefined;
  // After the note, which must not seem to know more than has been drawn.
  const [last, [entry]] = await Promise.all([source.lastDrawn(), source.at([note.position.highest])]);
  const problem = snapshotProblem(note, { last, entry });
  if (problem) throw new Error(problem);
  return { note, last };
};

const readNote = async (key: FileKey, read: ReadFile): Promise<SnapshotNote | undefined> => {
  const stream = await read(key);
  try {
    return stream && (JSON.parse(await text(stream)) as SnapshotNote);
  } catch (error) {
    throw new Error(`its note cannot be read (${(error as Error).message})`);
  }
};

/** The catalog that a snapshot unpacked to the file, and what follows the log from there. */
export const resumeSnapshot = (
  file: string,
  { position, mark, checkedAtMs }: SnapshotNote,
  source: ChangeSource,
  time: LogTime,
): FollowedCatalog => ({
  catalog: Catalog.fromCopy(file),
  follower: new Follower(
    source,
    {
      ...position,
      shownAtMs: time.nowMs(),
      anchor: { number: position.highest, mark, writtenAtMs: checkedAtMs },
    },
    time,
  ),
});

/**
 * Puts what a file of a snapshot holds in place of the file. It carries its checksum: what is damaged is an
 * error.
 */
export const unpackFile = async (key: string, file: string, read: ReadFile = streamFile): Promise<void> => {
  const packed = await read(fileKey(key));
  if (!packed) throw new Error("one of its files is missing");
  rmSync(file, { force: true });
  await pipeline(packed, createZstdDecompress({ chunkSize: unpackedBytes }), createWriteStream(file));
};
