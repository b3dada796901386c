import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PlainError } from "#local/plain-error.ts";

/** The folder of a checkout of the project, where `npm ci` and `npm run packages` have run. */
export type Tree = string;

/** The checkout that this process runs. */
export const thisTree: Tree = fileURLToPath(new URL("../../", import.meta.url));

/** The first eight digits of the commit that is checked out, with `-dirty` if something was changed. */
export const commitOf = async (tree: Tree): Promise<string> => {
  const describe = ["describe", "--always", "--dirty", "--abbrev=8", "--exclude=*"];
  const asked = promisify(execFile)("git", ["-C", tree, ...describe]);
  const { stdout } = await asked.catch((error: Error) => {
    throw new PlainError(`${tree} is no checkout: ${error.message}`);
  });
  return stdout.trim();
};
