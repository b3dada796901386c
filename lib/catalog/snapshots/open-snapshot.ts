import { createWriteStream, rmSync } from "node:fs";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { Catalog } from "#lib/catalog/catalog.ts";
import { type ChangeSource, Follower, type LogReads, type LogTime } from "#lib/catalog/following/follower.ts";
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
  OfOtherLog,
  olderNoteKey,
  type SnapshotNote,
  snapshotProblem,
} from "./snapshot-note.ts";

/** Unpacking in the default chunks of 16 KB would take twice the CPU. */
const unpackedBytes = 256 * 1024;

/** How the log of a snapshot ages, and the wall clock that tells the snapshot's age. */
export interface SnapshotTime extends LogTime {
  readonly retentionMs: number;
  readonly wallMs: () => number;
}

export const snapshotTime: SnapshotTime = {
  ...storedLogTime,
  retentionMs: changeRetentionMs,
  wallMs: () => clock.nowMs(),
};

/**
 * Unpacks the catalog of the newest snapshot, or of the one before it, to the file; undefined if neither is
 * usable, or in memory. Logs why a snapshot is not used. Its follower times the gaps again by this process's
 * clock. 50 ms of CPU for 10,000 posts, some 300 for 100,000; reads two files and two items.
 */
export const openSnapshot = (
  file: string,
  source: ChangeSource,
  time: SnapshotTime,
): Promise<FollowedCatalog | undefined> =>
  file === ":memory:"
    ? Promise.resolve(undefined)
    : firstUsable(source, async ({ note, last }) => {
        if (isTooOld(note, last.number, time.wallMs(), time.retentionMs)) throw new Error("it is too old");
        await unpackFile(note.catalog, file);
        return resumeSnapshot(file, note, source, time);
      });

export interface UsableNote {
  readonly note: SnapshotNote;
  readonly last: DrawnNumber;
}

/** Calls `open` with the newest snapshot or, if that fails, the one before it. Logs each failure. */
export const firstUsable = async <Value>(
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

export type ReadFile = (key: FileKey) => Promise<Readable | undefined>;

/** The note at the key; undefined if there is none. Throws if it cannot be used, with the reason. */
export const readUsableNote = async (
  key: FileKey,
  source: ChangeSource,
  read: ReadFile = streamFile,
): Promise<UsableNote | undefined> => {
  const note = await readNote(key, read);
  if (!note) return undefined;
  // This is read after the note, so that the note never seems ahead of the log.
  const [last, [entry]] = await Promise.all([source.lastDrawn(), source.at([note.position.highest])]);
  const problem = snapshotProblem(note, { last, entry });
  if (problem) throw new OfOtherLog(problem);
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

export const resumeSnapshot = (
  file: string,
  note: SnapshotNote,
  source: ChangeSource,
  time: LogTime,
): FollowedCatalog => ({ catalog: Catalog.fromCopy(file), follower: followFromNote(note, source, time) });

/** Follows the change log from where it was read for the snapshot. */
export const followFromNote = (
  { position, mark, checkedAtMs }: SnapshotNote,
  source: LogReads,
  time: LogTime,
): Follower => {
  const anchor = { number: position.highest, mark, writtenAtMs: checkedAtMs };
  return new Follower(source, { ...position, shownAtMs: time.nowMs(), anchor }, time);
};

/** Unpacks a file of a snapshot over `file`. Throws if it is damaged: it carries a checksum. */
export const unpackFile = async (key: string, file: string, read: ReadFile = streamFile): Promise<void> => {
  const packed = await openPacked(key, read);
  rmSync(file, { force: true });
  await pipeline(packed, unpacking(), createWriteStream(file));
};

/**
 * Unpacks a file of a snapshot for a function that reads the content. Damage may be found only when it has
 * read everything.
 */
export const unpackInto = async <Value>(
  key: string,
  use: (content: AsyncIterable<Uint8Array>) => Promise<Value>,
  read: ReadFile = streamFile,
): Promise<Value> => pipeline(await openPacked(key, read), unpacking(), use);

const openPacked = async (key: string, read: ReadFile): Promise<Readable> => {
  const packed = await read(fileKey(key));
  if (!packed) throw new Error("one of its files is missing");
  return packed;
};

const unpacking = () => createZstdDecompress({ chunkSize: unpackedBytes });
