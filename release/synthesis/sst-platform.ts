import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

export const projectFolder = path.join(import.meta.dirname, "../..");

/** The sources and types of SST's components. */
export const platformFolder = path.join(projectFolder, ".sst/platform");

/**
 * Installs SST's components into `.sst/platform`, unless they are there in the version of the `sst` package.
 * Takes ten seconds and needs the npm registry.
 *
 * SST would download Bun and Pulumi into the user's home. Here it gets a temporary home with the program of
 * the `bun` package, and a stand-in for Pulumi that prints a version, which is all that the installation
 * needs.
 */
export const installPlatform = async (): Promise<void> => {
  if (await isInstalled()) return;
  const sstFolder = path.dirname(platformFolder);
  await mkdir(sstFolder, { recursive: true });
  const workshop = await mkdtemp(path.join(sstFolder, "install-"));
  try {
    await installInto(workshop);
    await moveIntoPlace(path.join(workshop, ".sst/platform"));
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
};

/** Several processes may install at once. The first one's is never replaced, because it may be in use. */
const moveIntoPlace = async (installed: string): Promise<void> => {
  try {
    await rename(installed, platformFolder);
  } catch (error) {
    if (await isInstalled()) return;
    if (!["ENOTEMPTY", "EEXIST", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    // That of another version.
    await rm(platformFolder, { recursive: true });
    await rename(installed, platformFolder);
  }
};

const isInstalled = async (): Promise<boolean> => {
  const version = await readFile(path.join(platformFolder, "version"), "utf8").catch(() => undefined);
  return version === (await packageVersion("sst"));
};

const installInto = async (workshop: string): Promise<void> => {
  const home = path.join(workshop, "home");
  const settings = path.join(home, process.platform === "darwin" ? "Library/Application Support" : ".config");
  const programs = path.join(settings, "sst/bin");
  await mkdir(programs, { recursive: true });
  await symlink(await findBun(), path.join(programs, "bun"));
  await writeFile(path.join(programs, "pulumi"), pulumiStandIn, { mode: 0o755 });
  await symlink(path.join(projectFolder, "sst.config.ts"), path.join(workshop, "sst.config.ts"));
  await run(process.execPath, [inModules("sst/bin/sst.mjs"), "install", "--stage", "offline"], {
    cwd: workshop,
    env: {
      ...process.env,
      HOME: home,
      XDG_CONFIG_HOME: settings,
      AWS_EC2_METADATA_DISABLED: "true",
      DO_NOT_TRACK: "1",
    },
  });
};

const pulumiStandIn = `#!/bin/sh
test "$1" = version && echo v3.215.0
`;

/**
 * The program may be at either place: Bun's installation script moves it, and npm may not run that script.
 */
const findBun = async (): Promise<string> => {
  const wanted = await packageVersion("bun");
  const builds = (await readdir(inModules("@oven"))).map((build) => `@oven/${build}/bin/bun`);
  for (const program of ["bun/bin/bun.exe", ...builds].map(inModules)) {
    const found = await run(program, ["--version"]).catch(() => undefined);
    if (found?.stdout.trim() === wanted) return program;
  }
  throw new Error(`There is no Bun ${wanted} for this machine in node_modules; npm ci brings it.`);
};

const packageVersion = async (name: string): Promise<string> =>
  JSON.parse(await readFile(inModules(`${name}/package.json`), "utf8")).version;

const inModules = (file: string): string => path.join(projectFolder, "node_modules", file);

const run = promisify(execFile);

if (import.meta.main) await installPlatform();
