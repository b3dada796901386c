import { clock } from "#lib/clock.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { uploadSeconds } from "#lib/media/upload.ts";
import { logError } from "#local/gateway/log.ts";

/** What somebody began to do with an upload in its last moment is over by then. */
const graceMs = 3_600_000;

/**
 * Removes from the file store what is left of uploads that can no longer be used: parts, and temporary files.
 * It goes by their age alone, so that no live one is ever touched. What cannot be removed is told, and left
 * to the next time. On AWS the bucket's lifecycle rules do the same.
 */
export const sweepUploads = async (): Promise<void> => {
  const oldestMs = clock.nowMs() - uploadSeconds * 1000 - graceMs;
  const files = await openFiles();
  for await (const upload of files.uploads.list())
    if (upload.startedAt.getTime() < oldestMs) await files.uploads.abort(upload).catch(logError);
  for await (const { key, lastModified } of files.list(fileKey("uploads")))
    if (lastModified.getTime() < oldestMs) await files.delete(key).catch(logError);
};
