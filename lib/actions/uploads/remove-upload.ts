import { openFiles } from "#lib/files/open-files.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { deleteUpload, findUpload } from "#lib/store/uploads.ts";
import { storedUpload } from "./stored-upload.ts";

/**
 * Removes a user's upload with all that has arrived of it, complete or not; false when there is none. A crash
 * in between leaves what expires in the file store. Cost: two requests to the table, two to the file store.
 */
export const removeUpload = async (id: number, userId: number): Promise<boolean> => {
  const upload = await commitDecision(async () => {
    const current = await findUpload(id, userId);
    return { writes: current ? [deleteUpload(current)] : [], value: current };
  });
  if (!upload) return false;
  const files = await openFiles();
  const stored = storedUpload(upload);
  // In this order nothing stays behind of one that is completed at the same time.
  await files.uploads.abort(stored);
  await files.delete(stored.key);
  return true;
};
