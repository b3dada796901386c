import { buffer } from "node:stream/consumers";
import { fileKey } from "#lib/files/file-key.ts";
import { FileStoreError } from "#lib/files/file-store-error.ts";
import { openFiles } from "#lib/files/open-files.ts";
import type { CompleteUpload } from "#lib/media/upload.ts";
import { findUpload } from "#lib/store/uploads.ts";
import { removeUpload } from "./remove-upload.ts";
import { completedUpload } from "./upload-progress.ts";

export interface UsableUpload extends CompleteUpload {
  /** The first twelve, or fewer if there are no more. */
  readonly firstBytes: Uint8Array;
}

/**
 * The user's upload once it is complete. If the store has lost or shortened its file, there is none: the
 * upload is removed, so that a client that looks for it sends the file again. Cost: usually two requests.
 */
export const usableUpload = async (
  id: number,
  userId: number,
  read = findUpload,
): Promise<UsableUpload | undefined> => {
  const upload = await completedUpload(id, userId, read);
  if (!upload) return undefined;
  const firstBytes = await beginningOf(upload);
  if (firstBytes) return { ...upload, firstBytes };
  await removeUpload(id, userId);
  return undefined;
};

/** Undefined if the file is missing or has another size. On disk, a file that was cut off is `damaged`. */
const beginningOf = async ({ key, sizeBytes }: CompleteUpload): Promise<Buffer | undefined> => {
  try {
    const stored = await (await openFiles()).get(fileKey(key), { first: 0, last: 11 });
    if (stored?.sizeBytes === sizeBytes) return await buffer(stored.body);
    stored?.body.destroy();
  } catch (error) {
    if (!(error instanceof FileStoreError)) throw error;
  }
  return undefined;
};
