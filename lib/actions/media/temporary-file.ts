import { randomUUID } from "node:crypto";
import { type FileKey, fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { cleaningUp } from "./cleaning-up.ts";
import type { GivenFile } from "./given-file.ts";

/**
 * What the work gives with the file at a key of the store: where it waits, or in a temporary place. What was stored for the
 * work goes with its end; after a crash it expires. `cleanup_failed` where both the work and that fail. Cost: two
 * requests to the file store, none for what is there.
 */
export const withStoredFile = async <Result>(
  { content }: Pick<GivenFile, "content">,
  work: (key: FileKey) => Promise<Result>,
): Promise<Result> => {
  if (typeof content === "string") return work(content);
  return withTemporaryKey(async (key) => {
    await (await openFiles()).put(key, content, "application/octet-stream");
    return work(key);
  });
};

/** What the work gives with a key of the store that it alone has: what is there when it ends goes. */
export const withTemporaryKey = async <Result>(work: (key: FileKey) => Promise<Result>): Promise<Result> => {
  const key = fileKey(`uploads/inline/${randomUUID()}`);
  const files = await openFiles();
  const remove = () => files.delete(key);
  const result = await cleaningUp(() => work(key), remove);
  // What was done stays done: a file that cannot be removed now expires.
  await remove().catch(() => {});
  return result;
};
