import { openFiles } from "#lib/files/open-files.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { deleteUpload, findUpload } from "#lib/store/uploads.ts";
import { storedUpload } from "./stored-upload.ts";

/**
 * Removes an upload and its parts or file; false if there is none. What a crash leaves in the file store
 * expires. Cost: two requests to the table, two to the file store.
 */
export const removeUpload = async (id: number, userId: number): Promise<boolean> => {
  const upload = await commitDecision(async () => {
    const current = await findUpload(id, userId);
    return { writes: current ? [deleteUpload(current)] : [], value: current };
  });
  if (!upload) return false;
  const files = await openFiles();
  const stored = storedUpload(upload);
  // In this order: a concurrent completion leaves nothing behind.
  await files.uploads.abort(stored);
  await files.delete(stored.key);
  return true;
};
