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
  newestNoteKey,
  olderNoteKey,
  type SnapshotNote,
  snapshotFolder,
  snapshotsFolder,
} from "./snapshot-note.ts";

/** What a cold start may have to apply on top of a snapshot: some 50 ms of CPU. */
const mostChanges = 200;

/** When a snapshot is replaced although little has changed. */
const mostAgeMs = 24 * 3_600_000;

/**
 * When one is replaced although nothing has changed: while its entry of the log is there, from which anybody
 * knows it.
 */
const renewedAfterMs = 3 * mostAgeMs;

/**
 * However clocks differ: what one check did not show, and another one so much later does not show either,
 * will never appear.
 */
const gapsEndAfterMs = 3_600_000;

/** How long what is no longer the newest is kept for those who are still fetching it. */
const graceMs = 3_600_000;

/** What a snapshot would be made of. */
export interface Snapshotted extends CatalogNow {
  /** At least as new as the position. */
  readonly words: WordIndex;
}

/** How far it has come. */
type Progress = Pick<Snapshotted, "position" | "checkedAtMs">;

/**
 * True when a new snapshot is worth its price: there is none of this log and form, many changes have come
 * since the last one, or some and it is a day old, or it is three days old, or numbers can be struck from its
 * gaps.
 */
export const isWorthWriting = (
  last: SnapshotNote | undefined,
  now: Progress & { readonly words: Pick<WordIndex, "form"> },
): boolean => {
  if (!last || last.words.form !== now.words.form) return now.position.highest > 0;
  const changes = now.position.highest - last.position.highest;
  const ageMs = now.checkedAtMs - last.checkedAtMs;
  const hasOldGaps = last.position.gaps.length > 0 && ageMs > gapsEndAfterMs;
  return changes >= mostChanges || (changes > 0 && ageMs > mostAgeMs) || ageMs > renewedAfterMs || hasOldGaps;
};

/** The position without the gaps that were in an earlier snapshot, an hour ago. */
export const settledPosition = (last: SnapshotNote | undefined, now: Progress): LogPosition => {
  const { highest, gaps } = now.position;
  if (!last || now.checkedAtMs - last.checkedAtMs <= gapsEndAfterMs) return now.position;
  const ended = new Set(last.position.gaps);
  return { highest, gaps: gaps.filter((gap) => !ended.has(gap)) };
};

/**
 * Stores a snapshot, and gives its note, which replaces that of the last one of this log when everything else
 * is stored; the last one's is kept beside it. Leaves a mark in the log once everything is copied, so that a
 * log that has it has all that was copied. Fails with `RestoredLog`, and stores nothing, where the database
 * was restored to an earlier time meanwhile. The process is busy for as long as copying takes: 10,000 pages
 * 30 ms, 100,000 some 300 ms.
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
    const position = positionAt(number, settledPosition(last, now));
    const note = { position, mark, checkedAtMs: now.checkedAtMs, catalog, words };
    if (last) await putNote(files, olderNoteKey(), last);
    await putNote(files, newestNoteKey(), note);
    return note;
  });

/**
 * Asked after a mark was left: fails with `RestoredLog` where the mark may be in another log than what was
 * copied. A log that has the anchor then either has the mark as well, or was restored since, and nobody will
 * find the mark in it.
 */
export const requireSameLog = async (
  anchor: Anchor | undefined,
  reads: Pick<LogReads, "since">,
  time: Pick<LogTime, "isKept">,
): Promise<void> => {
  if (anchor) await changesAbove(reads, anchor, time);
};

/**
 * The position at a higher number, whose entry changes nothing: all numbers between have not been looked for.
 */
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
 * Removes what was stored an hour ago, of other forms as well, but for the newest snapshot and the one that
 * it replaced.
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
  for await (const { key, lastModified } of files.list(snapshotsFolder))
    if (!keptKeys.includes(key) && lastModified.getTime() < nowMs - graceMs) await files.delete(key);
};
