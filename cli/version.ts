import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import packageFile from "../package.json" with { type: "json" };

const root = join(import.meta.dirname, "..");

/**
 * The version that this program is: that of a release, or, in a checkout of another commit, the last release
 * and the commit, such as `0.2.0+24.g7cc3ef94b782`. A version that was packed, or that Git does not know, is
 * that of `package.json` (decision 055).
 */
export const programVersion = (folder = root, version = packageFile.version): string => {
  const described = existsSync(join(folder, ".git")) ? describe(folder, version) : undefined;
  if (described === undefined || described === `v${version}-0`) return version;
  return `${version}+${described.replace(`v${version}-`, "").replace("-", ".")}`;
};

/**
 * The version in Git's words, such as `v0.2.0-24-g7cc3ef94b782`, or without a tag `g7cc3ef94b782`; `v0.2.0-0`
 * for a release itself.
 */
const describe = (folder: string, version: string): string | undefined => {
  const git = (...args: string[]): string | undefined => {
    try {
      // The environment has none of Git's own variables, which a hook of another repository sets.
      const env = { PATH: process.env.PATH, HOME: process.env.HOME };
      return execFileSync("git", ["-C", folder, ...args], { env, stdio: ["ignore", "pipe", "ignore"] })
        .toString()
        .trim();
    } catch {
      return undefined;
    }
  };
  const tagged = git("describe", "--tags", "--long", "--abbrev=12", "--match", `v${version}`);
  if (tagged?.startsWith(`v${version}-0-`)) return `v${version}-0`;
  const commit = git("rev-parse", "--short=12", "HEAD");
  return tagged ?? (commit && `g${commit}`);
};
