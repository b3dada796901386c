import { lstat } from "node:fs/promises";
import { join } from "node:path";

/**
 * Why a path below a folder leads to no plain file by plain folders; undefined if it does. A link may lead
 * anywhere, and what is read from a pipe or a device may never end.
 */
export const plainFileFault = async (folder: string, path: string): Promise<string | undefined> => {
  const names = path.split("/");
  for (let depth = 1; depth <= names.length; depth++) {
    const found = await lstat(join(folder, ...names.slice(0, depth))).catch(faultOfSystem);
    if (typeof found === "string") return found;
    if (depth < names.length ? !found.isDirectory() : !found.isFile())
      return "is no plain file, or stands behind a link";
  }
  return undefined;
};

/** The fault in words that follow the name of a file. */
export const faultOfSystem = ({ code, message }: NodeJS.ErrnoException): string =>
  code === "ENOENT" || code === "ENOTDIR" ? "is missing" : `cannot be read (${code ?? message})`;
