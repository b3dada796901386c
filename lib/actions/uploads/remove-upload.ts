import { openFiles } from "#lib/files/open-files.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { deleteUpload, findUpload } from "#lib/store/uploads.ts";
import { storedUpload } from "./stored-upload.ts";

/** Removes an upload with its content. What a crash leaves in the file store expires. Four requests. */
export const removeUpload = async (id: number, userId: number): Promise<boolean> => {
  const upload = await commitDecision(async () => {
    const current = await findUpload(id, userId);
    return current
      ? { writes: [deleteUpload(current)], value: current, outcome: { id } }
      : { writes: [], value: current };
  });
  if (!upload) return false;
  const files = await openFiles();
  const stored = storedUpload(upload);
  // In this order: a concurrent completion leaves nothing behind.
  await files.uploads.abort(stored);
  await files.delete(stored.key);
  return true;
};
