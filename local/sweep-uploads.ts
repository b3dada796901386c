import { clock } from "#lib/clock.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { logError } from "#lib/log.ts";
import { uploadSeconds } from "#lib/media/upload.ts";

/** Time for work that began just before an upload expired. */
const graceMs = 3_600_000;

/**
 * Removes parts and temporary files of expired uploads, as the bucket's lifecycle rules do on AWS. Goes by
 * age only, so that no valid upload is touched.
 */
export const sweepUploads = async (): Promise<void> => {
  const oldestMs = clock.nowMs() - uploadSeconds * 1000 - graceMs;
  const files = await openFiles();
  for await (const upload of files.uploads.list())
    if (upload.startedAt.getTime() < oldestMs) await files.uploads.abort(upload).catch(logError);
  for await (const { key, lastModified } of files.list(fileKey("uploads")))
    if (lastModified.getTime() < oldestMs) await files.delete(key).catch(logError);
};
