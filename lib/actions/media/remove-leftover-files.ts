import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { type LeftoverFiles, strikeLeftoverFiles } from "#lib/store/leftover-files.ts";

/** Removes files of a deleted media object, then their note. Safe to repeat and to run concurrently. */
export const removeLeftoverFiles = async (leftover: LeftoverFiles): Promise<void> => {
  const store = await openFiles();
  for (const key of leftover.keys) await store.delete(fileKey(key));
  await commitDecision(async () => ({ writes: [strikeLeftoverFiles(leftover)], value: undefined }));
};
