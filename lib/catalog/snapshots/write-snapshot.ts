import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress } from "node:zlib";
import type { CatalogNow } from "#lib/catalog/current-catalog.ts";
import type { LogPosition } from "#lib/catalog/following/follower.ts";
import { mergeWords } from "#lib/catalog/words/merge-words.ts";
import type { WordIndex } from "#lib/catalog/words/word-index.ts";
import { type FileKey, type Files, fileKey } from "#lib/store/files.ts";
import { newestNoteKey, type SnapshotNote, snapshotFolder, snapshotsFolder } from "./snapshot-note.ts";

/** What a cold start may have to apply on top of a snapshot: some 50 ms of CPU. */
const mostChanges = 200;

/** When a snapshot is replaced although little has changed. */
const mostAgeMs = 24 * 3_600_000;

/** However clocks differ: what one check did not show, and another one so much later does not show either, will never appear. */
const gapsEndAfterMs = 3_600_000;

/** How long what is no longer the newest is kept for those who are still fetching it. */
const graceMs = 3_600_000;

/** What a snapshot would be made of, and the name of the log that it follows. */
export interface Snapshotted extends CatalogNow {
  readonly log: string;
  /** At least as new as the position. */
  readonly words: WordIndex;
}

/** How far it has come. */
type Progress = Omit<Snapshotted, "catalog" | "words">;

/**
 * True when a new snapshot is worth its price: there is none of this log and form, many changes have come since the last one, or
 * some and it is a day old, or numbers can be struck from its gaps. While nothing changes nothing is worth writing.
 */
export const isWorthWriting = (
  last: SnapshotNote | undefined,
  now: Progress & { readonly words: Pick<WordIndex, "form"> },
): boolean => {
  if (!last || !isEarlier(last, now) || last.words.form !== now.words.form) return now.position.highest > 0;
  const changes = now.position.highest - last.position.highest;
  const ageMs = now.checkedAtMs - last.checkedAtMs;
  const hasOldGaps = last.position.gaps.length > 0 && ageMs > gapsEndAfterMs;
  return changes >= mostChanges || (changes > 0 && ageMs > mostAgeMs) || hasOldGaps;
};

const isEarlier = (last: SnapshotNote, { log, position }: Progress): boolean =>
  last.log === log && last.position.highest <= position.highest;

/** The position without the gaps that were in an earlier snapshot, an hour ago. */
export const settledPosition = (last: SnapshotNote | undefined, now: Progress): LogPosition => {
  const { highest, gaps } = now.position;
  if (!last || !isEarlier(last, now) || now.checkedAtMs - last.checkedAtMs <= gapsEndAfterMs)
    return now.position;
  const ended = new Set(last.position.gaps);
  return { highest, gaps: gaps.filter((gap) => !ended.has(gap)) };
};

/**
 * Stores a snapshot, and gives its note, which replaces that of the last one when everything else is stored. The process
 * is busy for as long as copying takes: 10,000 pages 30 ms, 100,000 some 300 ms.
 */
export const writeSnapshot = async (
  files: Files,
  last: SnapshotNote | undefined,
  now: Snapshotted,
): Promise<SnapshotNote> => {
  const folder = await mkdtemp(join(tmpdir(), "lectern-snapshot-"));
  try {
    const [catalogCopy, wordsCopy] = [join(folder, "catalog.db"), join(folder, "words.db")];
    now.catalog.copyTo(catalogCopy);
    now.words.copyTo(wordsCopy);
    await mergeWords(wordsCopy);
    const catalog = await storePacked(files, catalogCopy, "catalog");
    const words = { key: await storePacked(files, wordsCopy, "words"), form: now.words.form };
    const { log, checkedAtMs } = now;
    const note = { log, position: settledPosition(last, now), checkedAtMs, catalog, words };
    await files.put(newestNoteKey(), Buffer.from(JSON.stringify(note)), "application/json");
    return note;
  } finally {
    await rm(folder, { recursive: true });
  }
};

const storePacked = async (files: Files, path: string, name: string): Promise<FileKey> => {
  const key = fileKey(`${snapshotFolder()}/${name}-${randomUUID()}.zst`);
  const params = { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 };
  await pipeline(createReadStream(path), createZstdCompress({ params }), async (packed) => {
    await files.put(key, packed, "application/zstd");
  });
  return key;
};

/** Removes what was stored an hour ago, of other forms as well, but for the newest snapshot and the one that it replaced. */
export const removeOldSnapshots = async (
  files: Files,
  kept: readonly (SnapshotNote | undefined)[],
  nowMs: number,
): Promise<void> => {
  const keptKeys: readonly unknown[] = [
    newestNoteKey(),
    ...kept.flatMap((note) => [note?.catalog, note?.words.key]),
  ];
  for await (const { key, lastModified } of files.list(snapshotsFolder))
    if (!keptKeys.includes(key) && lastModified.getTime() < nowMs - graceMs) await files.delete(key);
};
