import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PlainError } from "#bench/lectern/tools.ts";

/** The folder of a checkout of the project, where `npm ci` and `npm run packages` have run. */
export type Tree = string;

/** The checkout that this process runs. */
export const thisTree: Tree = fileURLToPath(new URL("../../../../", import.meta.url));

/** The folder of a checkout's benchmark. Earlier commits had it in the root. */
export const benchOf = (tree: Tree): string => {
  const folders = ["packages/bench/src", "bench"].map((folder) => join(tree, folder));
  const found = folders.find((folder) => existsSync(join(folder, "main.ts")));
  if (!found)
    throw new PlainError(`${tree} is no checkout of Lectern: it has no packages/bench/src/main.ts.`);
  return found;
};

/**
 * What a table calls a checkout: the first eight digits of its commit, with `-dirty` if something was
 * changed. A copy without a history, or on a machine without git, is called by its folder.
 */
export const treeName = async (tree: Tree): Promise<string> => {
  benchOf(tree);
  const describe = ["describe", "--always", "--dirty", "--abbrev=8", "--exclude=*"];
  try {
    const { stdout } = await promisify(execFile)("git", ["-C", tree, ...describe]);
    return `the commit ${stdout.trim()}`;
  } catch {
    return `the checkout in ${tree}`;
  }
};
