import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { type LeftoverFiles, strikeLeftoverFiles } from "#lib/store/leftover-files.ts";

/**
 * Removes the files of a media object that is gone, then the note of them. Interrupted, it has left the note,
 * and can be run again, also at the same time. Cost: one request for each file, and one to the table.
 */
export const removeLeftoverFiles = async (leftover: LeftoverFiles): Promise<void> => {
  const store = await openFiles();
  for (const key of leftover.keys) await store.delete(fileKey(key));
  await commitDecision(async () => ({ writes: [strikeLeftoverFiles(leftover)], value: undefined }));
};
