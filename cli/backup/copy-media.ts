import { randomUUID } from "node:crypto";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { FileStoreError } from "#lib/files/file-store-error.ts";
import type { FileContent, Files } from "#lib/files/files.ts";
import { intactFile } from "#lib/files/intact-file.ts";
import { moveOver, unlessMissing } from "#lib/files/whole-files.ts";
import type { MediaFile } from "#lib/media/media.ts";
import { type FileEntry, incomingIn, mediaPath } from "./backup-folder.ts";
import { writeHashed } from "./hashed-file.ts";

export interface CopiedFile extends FileEntry {
  /** False if an earlier backup in the folder has it. */
  readonly isNew: boolean;
}

/**
 * Copies a file of a media object into a backup, unless the earlier backup has it: a key has a digest of the
 * content, so a file never changes under its key. A file that is missing or damaged has no checksum then.
 */
export const copyMediaFile = async (
  store: Files,
  { key, contentType, sizeBytes }: MediaFile,
  { folder, known }: { readonly folder: string; readonly known: string | undefined },
): Promise<CopiedFile> => {
  const described = { key, contentType, sizeBytes };
  const lost = { ...described, sha256: null, isNew: false };
  if (known !== undefined && (await sizeOf(join(folder, mediaPath(known)))) === sizeBytes)
    return { ...described, sha256: known, isNew: false };
  const draft = join(incomingIn(folder), randomUUID());
  let stored: FileContent | undefined;
  try {
    stored = await intactFile(store, described);
    if (!stored) return lost;
    const copied = await writeHashed(draft, stored.body);
    if (copied.sizeBytes !== sizeBytes) return lost;
    await moveOver(draft, join(folder, mediaPath(copied.sha256)));
    return { ...described, sha256: copied.sha256, isNew: true };
  } catch (error) {
    if (error instanceof FileStoreError) return lost;
    throw error;
  } finally {
    stored?.body.destroy();
    await rm(draft, { force: true });
  }
};

const sizeOf = async (path: string): Promise<number | undefined> =>
  (await stat(path).catch(unlessMissing))?.size;
