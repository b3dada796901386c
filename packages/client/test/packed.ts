import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll } from "vitest";
import { packInto } from "../../../test/support/pack.ts";
import { root } from "../../../test/support/sources.ts";

export const run = promisify(execFile);

/** The package as `npm pack` makes it, unpacked where npm would install it, in a folder with nothing else. */
export const usePackedClient = () => {
  let folder = "";

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lectern-packed-client-"));
    const installed = join(folder, "node_modules/@lectern/client");
    await mkdir(installed, { recursive: true });
    await packInto(installed, "packages/client");
    await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** What the compiler says about programs in the folder, by name; empty if nothing. */
  const complaintsAbout = async (programs: Readonly<Record<string, string>>): Promise<string> => {
    for (const [name, program] of Object.entries(programs)) await writeFile(join(folder, name), program);
    const libraries = { lib: ["es2023", "dom", "dom.iterable"], types: [] };
    const strictness = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
    const compilerOptions = {
      ...{ noEmit: true, target: "es2023", module: "nodenext" },
      ...libraries,
      ...strictness,
    };
    const project = { compilerOptions, files: Object.keys(programs) };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(project));
    const compiler = join(root, "packages/client/node_modules/typescript/bin/tsc");
    return run(process.execPath, [compiler, "-p", folder]).then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }) => String(stdout || stderr),
    );
  };

  return {
    get folder() {
      return folder;
    },
    complaintsAbout,
  };
};
