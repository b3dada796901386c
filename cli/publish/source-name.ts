import { stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { UsageError } from "#cli/usage-error.ts";

export interface SourceName {
  readonly name: string;
  /** The name that earlier versions gave it, if it is another one. */
  readonly formerName?: string;
}

/**
 * The name of a folder for which nobody gives one: its path in the Git repository, such as `blog/posts`, so
 * that two folders of one name differ. Elsewhere, and for a whole repository, it is the folder's name.
 */
export const sourceNameOf = async (folder: string): Promise<SourceName> => {
  const path = resolve(folder);
  const own = basename(path);
  if (own.trim() === "") throw new UsageError(`${folder} has no name of its own: give it one with --source`);
  const root = await repositoryOf(path);
  const name = root === undefined ? "" : relative(root, path).split(sep).join("/");
  return name === "" || name === own || name.length > maxNameLength
    ? { name: own }
    : { name, formerName: own };
};

const repositoryOf = async (path: string): Promise<string | undefined> => {
  const isRoot = await stat(join(path, ".git")).then(
    () => true,
    () => false,
  );
  if (isRoot) return path;
  return dirname(path) === path ? undefined : repositoryOf(dirname(path));
};

/** The most characters that the service takes. */
const maxNameLength = 255;
