import { fileKey } from "#lib/files/file-key.ts";
import type { FileBody, Files } from "#lib/files/files.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { mediaFileNameIn } from "#lib/media/file-key.ts";
import { filesOf, type MediaFile, type MediaKind, mediaKinds } from "#lib/media/media.ts";
import { readNotedFiles } from "#lib/store/leftovers.ts";
import { allMedia, readMedia } from "#lib/store/media.ts";

export interface FileMismatch {
  /** `missing`: not in the store. `damaged`: not what was stored. `left_over`: nothing refers to it. */
  readonly problem: "missing" | "damaged" | "left_over";
  readonly key: string;
  /** The media object that has the file, or that its key names, such as `image 17`. */
  readonly media: string;
}

export interface FileComparison {
  readonly files: number;
  readonly problems: readonly FileMismatch[];
}

/**
 * Compares stored files with the media objects while others may be writing: mismatches are checked twice. On
 * disk it reads all content; in a bucket, which has checksums, only existence and size. Uploads are left out.
 */
export const verifyFiles = async (): Promise<FileComparison> => {
  const store = await openFiles();
  const stored: string[] = [];
  for (const kind of mediaKinds)
    for await (const { key } of store.list(fileKey(`${kind}s`))) stored.push(key);
  // In this order, because a file is noted before it is stored, and the note is deleted with the row's
  // creation.
  const noted = new Set(await readNotedFiles());
  const problems: FileMismatch[] = [];
  const named = new Set<string>();
  for (const kind of mediaKinds) {
    for await (const page of allMedia(kind)) {
      for (const media of page) {
        for (const file of filesOf(media)) {
          named.add(file.key);
          const problem = await problemOfFile(store, file);
          if (problem && (await isFileNamed(kind, media.id, file.key)))
            problems.push({ problem, key: file.key, media: `${kind} ${media.id}` });
        }
      }
    }
  }
  for (const key of stored) {
    if (named.has(key) || noted.has(key)) continue;
    const { kind, id } = mediaFileNameIn(key) ?? {};
    if (await isLeftOver(store, key, kind, id))
      problems.push({ problem: "left_over", key, media: kind ? `${kind} ${id}` : "nothing" });
  }
  return { files: named.size, problems };
};

const problemOfFile = async (
  store: Files,
  { key, sizeBytes }: MediaFile,
): Promise<"missing" | "damaged" | undefined> => {
  const isIntact = await store.isIntact(fileKey(key));
  const stored = await store.head(fileKey(key)).catch(() => "damaged" as const);
  if (stored === undefined) return "missing";
  return isIntact && stored !== "damaged" && stored.sizeBytes === sizeBytes ? undefined : "damaged";
};

/** True while the media object exists and has the file. */
const isFileNamed = async (kind: MediaKind, id: number, key: string): Promise<boolean> => {
  const media = await readMedia(kind, id);
  return media !== undefined && filesOf(media).some((file) => file.key === key);
};

const isLeftOver = async (
  store: Files,
  key: string,
  kind: MediaKind | undefined,
  id: number | undefined,
): Promise<boolean> => {
  if (kind && id !== undefined && (await isFileNamed(kind, id, key))) return false;
  if ((await readNotedFiles()).includes(key)) return false;
  const isGone = (await store.head(fileKey(key)).catch(() => "damaged")) === undefined;
  return !isGone;
};

export interface FileRestoration {
  /** Keys of files that are there again. */
  readonly restored: readonly string[];
  /** Files that are still missing or damaged. */
  readonly problems: readonly FileMismatch[];
}

/** The content of a file from elsewhere, if there is one. */
export type FileCopy = (file: MediaFile) => Promise<FileBody | undefined>;

/**
 * Brings back files of media that are missing or damaged: from the versions of the bucket, or else from
 * copies. Safe to repeat, and while others write: a file whose object goes meanwhile is deleted again.
 */
export const restoreFiles = async (copyOf: FileCopy = async () => undefined): Promise<FileRestoration> => {
  const store = await openFiles();
  const restored: string[] = [];
  const problems: FileMismatch[] = [];
  for (const kind of mediaKinds)
    for await (const page of allMedia(kind))
      for (const { id, files } of page.map((media) => ({ id: media.id, files: filesOf(media) })))
        for (const file of files) {
          const { key } = file;
          const isWanted = () => isFileNamed(kind, id, key);
          if ((await problemOfFile(store, file)) === undefined || !(await isWanted())) continue;
          await bringBack(store, file, copyOf);
          const problem = await problemOfFile(store, file);
          if (!(await isWanted())) await store.delete(fileKey(key));
          else if (problem) problems.push({ problem, key, media: `${kind} ${id}` });
          else restored.push(key);
        }
  return { restored, problems };
};

const bringBack = async (store: Files, file: MediaFile, copyOf: FileCopy): Promise<void> => {
  const key = fileKey(file.key);
  if ((await store.undelete?.(key)) && (await problemOfFile(store, file)) === undefined) return;
  const copy = await copyOf(file);
  if (copy) await store.put(key, copy, file.contentType);
};
