import { openFiles } from "#lib/files/open-files.ts";
import type { Upload } from "#lib/media/upload.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { deleteUpload, findUpload } from "#lib/store/uploads.ts";
import { storedUpload } from "./upload-progress.ts";

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
