import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import { changesAbove, type LogReads, type LogTime } from "#lib/catalog/following/follower.ts";
import type { CatalogNow } from "#lib/catalog/following/rebuild.ts";
import type { Anchor, LogPosition } from "#lib/catalog/log-position.ts";
import { mergeWords } from "#lib/catalog/words/merge-words.ts";
import type { WordIndex } from "#lib/catalog/words/word-index.ts";
import { type FileKey, fileKey } from "#lib/files/file-key.ts";
import type { Files } from "#lib/files/files.ts";
import { withTemporaryFolder } from "#lib/files/temporary-folder.ts";
import { leaveMark } from "#lib/store/change-number.ts";
import {
  isOfFuture,
  newestNoteKey,
  olderNoteKey,
  type SnapshotNote,
  snapshotFolder,
  snapshotsFolder,
} from "./snapshot-note.ts";

/** How many changes a cold start may have to apply on top of a snapshot: some 50 ms of CPU. */
const maxChanges = 200;

/** When a snapshot is replaced although little has changed. */
const maxAgeMs = 24 * 3_600_000;

/** Even an unchanged snapshot is replaced, because its log entry, which identifies the log, expires. */
const renewedAfterMs = 3 * maxAgeMs;

/** An entry missing in two checks this far apart will never appear, however clocks differ. */
const gapsEndAfterMs = 3_600_000;

/** How long a replaced snapshot is kept for processes that are still reading it. */
const retentionMs = 3_600_000;

/**
 * How long snapshots of other forms are kept: by them, the release that wrote them can be deployed again. The
 * newest one may have been three days old when its release was replaced, so a week remains.
 */
const formerFormsMs = renewedAfterMs + 7 * maxAgeMs;

export interface Snapshotted extends CatalogNow {
  /** At least as new as the position. */
  readonly words: WordIndex;
}

type CheckedPosition = Pick<Snapshotted, "position" | "checkedAtMs">;

/**
 * True if a new snapshot is worth its cost: there is none of this log and form, many changes have come, some
 * changes and a day, three days, gaps can be dropped, or the clock was wrong when the last one was written.
 */
export const isWorthWriting = (
  last: SnapshotNote | undefined,
  now: CheckedPosition & { readonly words: Pick<WordIndex, "form"> },
): boolean => {
  if (!last || last.words.form !== now.words.form) return now.position.highest > 0;
  if (isOfFuture(last, now.checkedAtMs)) return true;
  const changes = now.position.highest - last.position.highest;
  const ageMs = now.checkedAtMs - last.checkedAtMs;
  const hasOldGaps = last.position.gaps.length > 0 && ageMs > gapsEndAfterMs;
  return changes >= maxChanges || (changes > 0 && ageMs > maxAgeMs) || ageMs > renewedAfterMs || hasOldGaps;
};

/** The position without the gaps that an earlier snapshot had an hour ago. */
export const positionWithoutOldGaps = (last: SnapshotNote | undefined, now: CheckedPosition): LogPosition => {
  const { highest, gaps } = now.position;
  if (!last || now.checkedAtMs - last.checkedAtMs <= gapsEndAfterMs) return now.position;
  const ended = new Set(last.position.gaps);
  return { highest, gaps: gaps.filter((gap) => !ended.has(gap)) };
};

/**
 * Stores a snapshot and gives its note, which is stored last. Once everything is copied, a mark is left in
 * the log: a log that has it has all that was copied. Throws `RestoredLog`, and stores nothing, if the
 * database was restored meanwhile. Blocks the process: 30 ms for 10,000 pages, some 300 for 100,000.
 */
export const writeSnapshot = async (
  files: Files,
  log: { readonly reads: Pick<LogReads, "since">; readonly time: Pick<LogTime, "isKept"> },
  last: SnapshotNote | undefined,
  now: Snapshotted,
): Promise<SnapshotNote> =>
  withTemporaryFolder("snapshot", async (folder) => {
    const [catalogCopy, wordsCopy] = [join(folder, "catalog.db"), join(folder, "words.db")];
    now.catalog.copyTo(catalogCopy);
    now.words.copyTo(wordsCopy);
    const { number, mark } = await leaveMark();
    await requireSameLog(now.anchor, log.reads, log.time);
    await mergeWords(wordsCopy);
    const catalog = await storePacked(files, catalogCopy, "catalog");
    const words = { key: await storePacked(files, wordsCopy, "words"), form: now.words.form };
    const position = positionAt(number, positionWithoutOldGaps(last, now));
    const note = { position, mark, checkedAtMs: now.checkedAtMs, catalog, words };
    if (last) await putNote(files, olderNoteKey(), last);
    await putNote(files, newestNoteKey(), note);
    return note;
  });

/**
 * Call this after leaving a mark: throws `RestoredLog` if the mark may be in another log than what was
 * copied. A log that still has the anchor either has the mark too, or is restored later and loses the mark.
 */
export const requireSameLog = async (
  anchor: Anchor | undefined,
  reads: Pick<LogReads, "since">,
  time: Pick<LogTime, "isKept">,
): Promise<void> => {
  if (anchor) await changesAbove(reads, anchor, time);
};

/** The position at a higher number, whose entry changes nothing. Numbers between have not been read yet. */
export const positionAt = (number: number, { highest, gaps }: LogPosition): LogPosition => ({
  highest: number,
  gaps: [...gaps, ...Array.from({ length: number - highest - 1 }, (_, index) => highest + 1 + index)],
});

const putNote = async (files: Files, key: FileKey, note: SnapshotNote): Promise<void> => {
  await files.put(key, Buffer.from(JSON.stringify(note)), "application/json");
};

const storePacked = async (files: Files, path: string, name: string): Promise<FileKey> => {
  const key = fileKey(`${snapshotFolder()}/${name}-${randomUUID()}.zst`);
  const params = { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 };
  await pipeline(createReadStream(path), createZstdCompress({ params }), async (packed) => {
    await files.put(key, packed, "application/zstd");
  });
  return key;
};

/**
 * Removes files of this form older than an hour, except the newest snapshot and the one before it, and files
 * of other forms older than ten days.
 */
export const removeOldSnapshots = async (
  files: Files,
  kept: readonly (SnapshotNote | undefined)[],
  nowMs: number,
): Promise<void> => {
  const keptKeys: readonly unknown[] = [
    newestNoteKey(),
    olderNoteKey(),
    ...kept.flatMap((note) => [note?.catalog, note?.words.key]),
  ];
  for await (const { key, lastModified } of files.list(snapshotsFolder)) {
    const keptMs = key.startsWith(`${snapshotFolder()}/`) ? retentionMs : formerFormsMs;
    if (!keptKeys.includes(key) && lastModified.getTime() < nowMs - keptMs) await files.delete(key);
  }
};
