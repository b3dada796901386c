import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import type { MediaFile } from "#lib/media/media.ts";

/** Removes files that nothing refers to any more, except the `kept` ones. Cost: one request per file. */
export const removeMediaFiles = async (
  files: readonly Pick<MediaFile, "key">[],
  kept: readonly Pick<MediaFile, "key">[] = [],
): Promise<void> => {
  const keptKeys = new Set(kept.map(({ key }) => key));
  const store = await openFiles();
  for (const { key } of files) if (!keptKeys.has(key)) await store.delete(fileKey(key));
};
