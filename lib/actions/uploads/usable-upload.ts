import { buffer } from "node:stream/consumers";
import { fileKey } from "#lib/files/file-key.ts";
import { FileStoreError } from "#lib/files/file-store-error.ts";
import { openFiles } from "#lib/files/open-files.ts";
import type { CompleteUpload, Upload } from "#lib/media/upload.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { deleteUpload, findUpload } from "#lib/store/uploads.ts";
import { completedUpload, storedUpload } from "./upload-progress.ts";

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

/**
 * Removes an upload with its content; false if there is none. What a crash leaves in the file store expires.
 * Four requests, three for an upload that was read before.
 */
export const removeUpload = async (id: number, userId: number, readBefore?: Upload): Promise<boolean> => {
  let known = readBefore;
  const upload = await commitDecision(async () => {
    const current = known ?? (await findUpload(id, userId));
    known = undefined;
    return current
      ? { writes: [deleteUpload(current)], value: current, outcome: { id } }
      : { writes: [], value: current };
  });
  if (!upload) return false;
  const files = await openFiles();
  const stored = storedUpload(upload);
  // The upload is aborted first, so that a concurrent completion leaves nothing behind.
  await files.uploads.abort(stored);
  await files.delete(stored.key);
  return true;
};
