import { randomUUID } from "node:crypto";
import { type FileKey, fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { cleaningUp } from "./cleaning-up.ts";
import type { UploadedFile } from "./uploaded-file.ts";

/**
 * Does the work with the key of an uploaded file. Bytes in memory are stored under a temporary key meanwhile;
 * after a crash it expires. Refuses `cleanup_failed` if the work and the removal both fail.
 */
export const withStoredFile = async <Result>(
  { content }: Pick<UploadedFile, "content">,
  work: (key: FileKey) => Promise<Result>,
): Promise<Result> => {
  if (typeof content === "string") return work(content);
  return withTemporaryKey(async (key) => {
    await (await openFiles()).put(key, content, "application/octet-stream");
    return work(key);
  });
};

/** Does the work with a new key of the file store, then removes what is stored there. */
export const withTemporaryKey = async <Result>(work: (key: FileKey) => Promise<Result>): Promise<Result> => {
  const key = fileKey(`uploads/inline/${randomUUID()}`);
  const files = await openFiles();
  const remove = () => files.delete(key);
  const result = await cleaningUp(() => work(key), remove);
  // A file that cannot be removed now expires.
  await remove().catch(() => {});
  return result;
};
