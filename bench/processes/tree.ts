import { execFile } from "node:child_process";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PlainError } from "#local/plain-error.ts";

/** The folder of a checkout of the project, where `npm ci` and `npm run packages` have run. */
export type Tree = string;

/** The checkout that this process runs. */
export const thisTree: Tree = fileURLToPath(new URL("../../", import.meta.url));

/**
 * What a table calls a checkout: the first eight digits of its commit, with `-dirty` if something was
 * changed. A copy without a history, or on a machine without git, is called by its folder.
 */
export const treeName = async (tree: Tree): Promise<string> => {
  await access(join(tree, "bench/main.ts")).catch(() => {
    throw new PlainError(`${tree} is no checkout of Lectern: it has no bench/main.ts.`);
  });
  const describe = ["describe", "--always", "--dirty", "--abbrev=8", "--exclude=*"];
  try {
    const { stdout } = await promisify(execFile)("git", ["-C", tree, ...describe]);
    return `the commit ${stdout.trim()}`;
  } catch {
    return `the checkout in ${tree}`;
  }
};
