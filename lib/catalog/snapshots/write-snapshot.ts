import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import { writeEditorListings } from "#lib/catalog/editor-listings/editor-listings-file.ts";
import type { EditorListingsNow } from "#lib/catalog/editor-listings/followed-editor-listings.ts";
import { changesAbove, type LogReads, type LogTime } from "#lib/catalog/following/follower.ts";
import type { CatalogNow } from "#lib/catalog/following/rebuild.ts";
import type { Anchor, LogPosition } from "#lib/catalog/saved-state.ts";
import { mergeWords } from "#lib/catalog/words/index-changed-pages.ts";
import type { WordIndex } from "#lib/catalog/words/word-index.ts";
import { type FileKey, fileKey } from "#lib/files/file-key.ts";
import type { Files } from "#lib/files/files.ts";
import { withTemporaryFolder } from "#lib/files/temporary-folder.ts";
import { leaveMark } from "#lib/store/change-number.ts";
import {
  gapsEndAfterMs,
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

/**
 * When the rows of all pages are read again after the first snapshot of a release. Functions of the release
 * before may still save for minutes, and those of 0.2.0 leave nothing in the log of edits.
 */
const readAgainAfterMs = 3_600_000;

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
  /** At least as new as the position. */
  readonly editorListings: EditorListingsNow;
  /** The last number that the log of edits had drawn before the editors' listings were read. */
  readonly lastEdit: number;
}

/** The change log and the log of edits. */
interface SnapshottedLogs {
  readonly changes: Pick<LogReads, "since">;
  readonly edits: Pick<LogReads, "since">;
  readonly time: Pick<LogTime, "isKept">;
}

type CheckedPosition = Pick<Snapshotted, "position" | "checkedAtMs">;

/** What decides whether a snapshot is due. */
type SnapshotDue = CheckedPosition &
  Pick<Snapshotted, "lastEdit"> & { readonly words: Pick<WordIndex, "form"> };

/**
 * True if a new snapshot is worth its cost: there is none of this log and form, many changes have come to
 * either log, some changes and a day, three days, gaps can be dropped, all rows are to be read again, or the
 * clock was wrong when the last one was written.
 */
export const isWorthWriting = (last: SnapshotNote | undefined, now: SnapshotDue): boolean => {
  if (!last || last.words.form !== now.words.form) return now.position.highest > 0;
  if (isOfFuture(last, now.checkedAtMs)) return true;
  const changes = Math.max(
    now.position.highest - last.position.highest,
    now.lastEdit - last.editions.lastEdit,
  );
  const ageMs = now.checkedAtMs - last.checkedAtMs;
  const hasOldGaps = last.position.gaps.length > 0 && ageMs > gapsEndAfterMs;
  return (
    changes >= maxChanges ||
    (changes > 0 && ageMs > maxAgeMs) ||
    ageMs > renewedAfterMs ||
    hasOldGaps ||
    areRowsDue(last, now)
  );
};

/** True if the rows of all pages are to be read for the next snapshot, instead of following the logs. */
export const areRowsDue = (
  last: SnapshotNote | undefined,
  { checkedAtMs }: Pick<Snapshotted, "checkedAtMs">,
): boolean => {
  const readAgainAtMs = last ? last.editions.readAgainAtMs : 0;
  return readAgainAtMs !== null && checkedAtMs > readAgainAtMs;
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
  logs: SnapshottedLogs,
  last: SnapshotNote | undefined,
  now: Snapshotted,
): Promise<SnapshotNote> =>
  withTemporaryFolder("snapshot", async (folder) => {
    const inFolder = (name: string) => join(folder, name);
    const copies = { catalog: inFolder("catalog"), words: inFolder("words"), editions: inFolder("editions") };
    now.catalog.copyTo(copies.catalog);
    now.words.copyTo(copies.words);
    writeEditorListings(copies.editions, now.editorListings);
    const { number, mark } = await leaveMark();
    await requireSameLogs(now, logs);
    await mergeWords(copies.words);
    const catalog = await storePacked(files, copies.catalog, "catalog");
    const words = { key: await storePacked(files, copies.words, "words"), form: now.words.form };
    const editions = {
      key: await storePacked(files, copies.editions, "editions"),
      lastEdit: now.lastEdit,
      readAgainAtMs: readAgainAt(last, now),
    };
    const position = positionAt(number, positionWithoutOldGaps(last, now));
    const note = { position, mark, checkedAtMs: now.checkedAtMs, catalog, words, editions };
    if (last) await putNote(files, olderNoteKey(), last);
    await putNote(files, newestNoteKey(), note);
    return note;
  });

const requireSameLogs = async (
  { anchor, editorListings }: Snapshotted,
  { changes, edits, time }: SnapshottedLogs,
): Promise<void> => {
  await requireSameLog(anchor, changes, time);
  await requireSameLog(editorListings.changes.anchor, changes, time);
  await requireSameLog(editorListings.edits.anchor, edits, time);
};

/** An hour after the first snapshot of this form or log, once. */
const readAgainAt = (last: SnapshotNote | undefined, now: CheckedPosition): number | null => {
  if (!last) return now.checkedAtMs + readAgainAfterMs;
  return areRowsDue(last, now) ? null : last.editions.readAgainAtMs;
};

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
    ...kept.flatMap((note) => [note?.catalog, note?.words.key, note?.editions.key]),
  ];
  for await (const { key, lastModified } of files.list(snapshotsFolder)) {
    const keptMs = key.startsWith(`${snapshotFolder()}/`) ? retentionMs : formerFormsMs;
    if (!keptKeys.includes(key) && lastModified.getTime() < nowMs - keptMs) await files.delete(key);
  }
};
