import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "#test/support/sources.ts";

const run = promisify(execFile);

/** Builds and packs a package as `npm publish` would, with its license, and unpacks it into a folder. */
export const packInto = async (folder: string, packageFolder: string): Promise<void> => {
  const packed = await mkdtemp(join(tmpdir(), "lectern-packed-"));
  try {
    const cwd = join(root, packageFolder);
    await run("npm", ["pack", "--ignore-scripts=false", "--pack-destination", packed], { cwd });
    const [archive] = await readdir(packed);
    await run("tar", ["xzf", join(packed, archive!), "--strip-components=1", "-C", folder]);
    const [own, ours] = [join(folder, "LICENSE"), join(root, "LICENSE")];
    assert.equal(await readFile(own, "utf8"), await readFile(ours, "utf8"));
  } finally {
    await rm(packed, { recursive: true });
  }
};
