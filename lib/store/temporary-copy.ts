import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { FileContent, LocalFile } from "./files.ts";

/**
 * What `use` makes of a copy of the content, in the folder for temporary files: the copy is gone when the call ends, however
 * it ends. An abort of `signal` while the content comes is thrown.
 */
export const withTemporaryCopy = async <Result>(
  { body, sizeBytes }: Pick<FileContent, "body" | "sizeBytes">,
  use: (file: LocalFile) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> => {
  const folder = await mkdtemp(join(tmpdir(), "lectern-copy-"));
  try {
    const path = join(folder, "content");
    await pipeline(body, createWriteStream(path, { flags: "wx", mode: 0o600 }), signal ? { signal } : {});
    return await use({ path, sizeBytes });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
