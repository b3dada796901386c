import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { FileContent, LocalFile } from "./files.ts";
import { withTemporaryFolder } from "./temporary-folder.ts";

/** Calls `use` with a temporary copy of the content. An abort of `signal` while copying is thrown. */
export const withTemporaryCopy = async <Result>(
  { body, sizeBytes }: Pick<FileContent, "body" | "sizeBytes">,
  use: (file: LocalFile) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> =>
  withTemporaryFolder("copy", async (folder) => {
    const path = join(folder, "content");
    await pipeline(body, createWriteStream(path, { flags: "wx", mode: 0o600 }), signal ? { signal } : {});
    return use({ path, sizeBytes });
  });
