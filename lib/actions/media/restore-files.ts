import { fileKey } from "#lib/files/file-key.ts";
import type { FileBody, Files } from "#lib/files/files.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { filesOf, type MediaFile, mediaKinds } from "#lib/media/media.ts";
import { allMedia } from "#lib/store/media.ts";
import { type FileMismatch, isFileNamed, problemOfFile } from "./verify-files.ts";

export interface FileRestoration {
  /** Keys of files that are there again. */
  readonly restored: readonly string[];
  /** What is missing or damaged still. */
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
