import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "..");

const textOf = (file: string): string => readFileSync(path.join(root, file), "utf8");

/** Files that name the version of the release: programs in JSON, and documents in their commands. */
const described = globSync(["packages/*/package.json", "examples/*/package.json"], { cwd: root });
const documents = globSync(["README.md", "docs/*.md", "packages/*/README.md"], {
  cwd: root,
  // Names the release before, to which it goes back.
  exclude: ["docs/operations.md"],
});

const number = String.raw`\d+\.\d+\.\d+`;

/** Where a command in a document names a version: an archive, its folder, or a tag. */
const inDocuments = new RegExp(
  `(?<=lectern(?:-(?:client|astro|eleventy|cli|action|template))?-|git checkout v|git tag v|HEAD v|commit -m ")${number}`,
  "g",
);

/** In `package.json`: its own version, and those of packages of the same release that it needs. */
const inPackages = new RegExp(String.raw`(?<="version": "|"@lectern/\w+": ")${number}`, "g");

const places = [
  ...described.map((file) => ({ file, pattern: inPackages })),
  ...documents.map((file) => ({ file, pattern: inDocuments })),
].sort((one, other) => (one.file < other.file ? -1 : 1));

const lockFile = "package-lock.json";

interface LockedPackage {
  version?: string;
  readonly dependencies?: Record<string, string>;
}

/** Which files name another version than `package.json`, a line each. */
export const versionProblems = async (): Promise<readonly string[]> => {
  const { version } = JSON.parse(textOf("package.json"));
  return places.flatMap(({ file, pattern }) =>
    [...new Set(textOf(file).match(pattern))]
      .filter((found) => found !== version)
      .map((found) => `${file} says ${found}, but package.json ${version}: npm run version writes it`),
  );
};

/** Writes the version of `package.json` into all other places, and into the lock file. */
export const writeVersion = (): void => {
  const { version } = JSON.parse(textOf("package.json"));
  for (const { file, pattern } of places) {
    const text = textOf(file);
    const changed = text.replace(pattern, version);
    if (changed !== text) writeFileSync(path.join(root, file), changed);
  }
  const lock = JSON.parse(textOf(lockFile));
  for (const [folder, locked] of Object.entries<LockedPackage>(lock.packages)) {
    if (!/^packages\/[^/]+$/.test(folder)) continue;
    if (locked.version) locked.version = version;
    for (const name of Object.keys(locked.dependencies ?? {}))
      if (name.startsWith("@lectern/")) locked.dependencies![name] = version;
  }
  writeFileSync(path.join(root, lockFile), `${JSON.stringify(lock, null, 2)}\n`);
};
