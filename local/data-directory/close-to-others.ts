import { chmod, lstat, readdir, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { unlessMissing } from "#lib/files/whole-files.ts";
import { PlainError } from "#local/plain-error.ts";

const forOthers = 0o077;

/**
 * Removes the permissions of others on a folder and everything in it. If the folder and its entries are
 * closed, nothing below is checked: there may be 100,000 files. Windows folders inherit theirs.
 */
export const closeToOthers = async (path: string, changeMode: ChangeMode = chmod): Promise<void> => {
  if (process.platform === "win32") return;
  const folder = await realpath(path);
  const own = [folder, ...(await readdir(folder)).map((name) => join(folder, name))];
  const areOpen = await Promise.all(own.map(isOpen));
  if (!areOpen.includes(true)) return;
  await close(folder, changeMode);
  const below = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = below.map(({ parentPath, name }) => join(parentPath, name));
  // The folder's own entries come last: after an interruption the next start checks everything again.
  for (const each of paths.sort((one, other) => depthOf(other) - depthOf(one))) await close(each, changeMode);
};

const depthOf = (path: string): number => path.split(sep).length;

const isOpen = async (path: string): Promise<boolean> => {
  const found = await lstat(path).catch(unlessMissing);
  return found !== undefined && !found.isSymbolicLink() && (found.mode & forOthers) !== 0;
};

type ChangeMode = (path: string, mode: number) => Promise<void>;

const close = async (path: string, changeMode: ChangeMode): Promise<void> => {
  if (!(await isOpen(path))) return;
  const { mode } = await lstat(path);
  const reason = await changeMode(path, mode & 0o700).then(
    () => "the file system keeps no permissions",
    (error: Error) => error.message,
  );
  if (!(await isOpen(path))) return;
  throw new PlainError(
    `Other users of this machine can read ${path}, and that cannot be changed (${reason}); ` +
      `let its owner run chmod -R go= on the data directory, or choose another with --data.`,
  );
};
