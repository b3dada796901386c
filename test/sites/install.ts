import { execFile } from "node:child_process";
import { access, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { packInto } from "#test/support/pack.ts";

/** A folder with Astro, Eleventy and the packages; sites in it find them as after an installation. */
export const tools = join(import.meta.dirname, "tools");

/** Installs what sites need, and the packages as they are now. */
export default async (): Promise<void> => {
  const astro = join(tools, "node_modules/astro/package.json");
  const isInstalled = await access(astro).then(
    () => true,
    () => false,
  );
  if (!isInstalled) await promisify(execFile)("npm", ["ci"], { cwd: tools });
  for (const name of ["client", "astro", "eleventy"]) {
    const folder = join(tools, "node_modules/@lectern", name);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await packInto(folder, `packages/${name}`);
  }
};
