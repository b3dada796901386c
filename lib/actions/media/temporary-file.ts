import { randomUUID } from "node:crypto";
import { type FileKey, fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { cleaningUp } from "./cleaning-up.ts";
import type { UploadedFile } from "./uploaded-file.ts";

/**
 * Does the work with the key of an uploaded file in the file store. Bytes in memory are stored under a
 * temporary key, which is removed when the work ends; after a crash it expires. Refused: `cleanup_failed`
 * when the work and the removal both fail. Cost: two requests to the file store, none for a file that is
 * stored already.
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

/** Does the work with a key of the file store that nobody else has. What the work leaves there is removed. */
export const withTemporaryKey = async <Result>(work: (key: FileKey) => Promise<Result>): Promise<Result> => {
  const key = fileKey(`uploads/inline/${randomUUID()}`);
  const files = await openFiles();
  const remove = () => files.delete(key);
  const result = await cleaningUp(() => work(key), remove);
  // The work is done; a file that cannot be removed now expires.
  await remove().catch(() => {});
  return result;
};
