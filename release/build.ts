import { execFile } from "node:child_process";
import { hash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { programVersion } from "#cli/version.ts";
import { makeOwnFolder } from "./own-folder.ts";
import { npmSbom, reproducibleSbom } from "./sbom.ts";
import { filesBelow, zipOf } from "./template/bundle-zips.ts";
import { writeTemplate } from "./template/write-template.ts";
import { versionProblems } from "./versions.ts";

const root = path.join(import.meta.dirname, "..");

const run = async (command: string, ...args: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(command, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  return stdout.trim();
};

interface ReleaseOptions {
  /** True to build a commit that is no release. */
  readonly tries: boolean;
  readonly say: (line: string) => void;
}

/** What is packed from `packages/`. */
const releasedPackages = ["client", "astro", "eleventy", "cli", "action"] as const;

/**
 * Builds a release into a folder, which it empties first: the service as the commit has it, the packages, the
 * template of a stack, the bill of materials, and checksums of all of them. Names and bytes depend on nothing
 * but the commit.
 */
export const buildRelease = async (folder: string, { tries, say }: ReleaseOptions): Promise<void> => {
  const problems = await versionProblems();
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const { version } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));
  const running = programVersion();
  const changed = await run("git", "status", "--porcelain");
  if (!tries && running !== version)
    throw new Error(`This is ${running}, and no release: check out the tag v${version}, or use --try.`);
  if (!tries && changed !== "") throw new Error(`These files differ from the commit:\n${changed}`);
  await makeOwnFolder(folder, ownFile);
  say(`Building ${running}${running === version ? "" : ", which is no release,"} into ${folder}`);

  const archive = path.join(folder, `lectern-${version}.tar.gz`);
  await run(
    "git",
    "archive",
    "--format=tar.gz",
    `--prefix=lectern-${version}/`,
    `--output=${archive}`,
    "HEAD",
  );
  for (const name of releasedPackages) {
    const place = ["--pack-destination", folder, "--ignore-scripts=false", "--silent"];
    await run("npm", "pack", path.join(root, "packages", name), ...place);
  }
  await writeFile(path.join(folder, `lectern-${version}.cdx.json`), reproducibleSbom(await npmSbom()));

  await packTemplate(folder, `lectern-template-${version}`, say);

  const lines = [];
  for (const name of (await readdir(folder)).sort()) {
    const file = path.join(folder, name);
    lines.push(`${hash("sha256", await readFile(file))}  ${name}`);
    say(`${String((await stat(file)).size).padStart(10)}  ${name}`);
  }
  await writeFile(path.join(folder, sumsFile), `${lines.join("\n")}\n`);
  say(`Checked by: cd ${folder} && sha256sum -c ${sumsFile}`);
};

const packTemplate = async (folder: string, name: string, say: (line: string) => void): Promise<void> => {
  const workshop = await mkdtemp(path.join(tmpdir(), "lectern-template-"));
  try {
    await writeTemplate(path.join(workshop, name), say);
    await writeFile(path.join(folder, `${name}.zip`), zipOf(await filesBelow(workshop)));
  } finally {
    await rm(workshop, { recursive: true });
  }
};

const sumsFile = "SHA256SUMS";

/** Whatever a release or an earlier one may have. A backup has a file of checksums, too. */
const ownFile = /^(SHA256SUMS|lectern-[\w.-]+)$/;
