// Proves that packages, examples and documents name one version, and documents only what a release has.

import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "#test/support/programs.ts";
import { root } from "#test/support/sources.ts";
import { versionProblems } from "../../release/versions.ts";

test("packages, examples and the commands of documents name the version of package.json", async () => {
  expect(await versionProblems()).toEqual([]);
});

const documents = globSync(["README.md", "docs/*.md", "docs/contract/*.md", "packages/*/README.md"], {
  cwd: root,
}).filter((file) => file !== "docs/releases.md");

/** What somebody can only run who has installed a package, or made a repository for the action. */
const needsPackages = /npx (--yes )?@lectern\/|from "@lectern\/|uses: [\w-]+\/lectern-action|`@lectern\/cli`/;

test("documents with commands of the packages say in their first lines where these come from", () => {
  const naming = documents.filter((file) => needsPackages.test(readFileSync(join(root, file), "utf8")));
  expect(naming.length).toBeGreaterThan(5);
  const silent = naming.filter((file) => {
    const head = readFileSync(join(root, file), "utf8")
      .split("\n")
      .slice(0, file === "README.md" ? 36 : 12);
    return !/\(([.\w/]*\/)?releases\.md(#[\w-]+)?\)/.test(head.join("\n"));
  });
  expect(silent).toEqual([]);
});

test("no document fetches a package of Lectern from npm by a version", () => {
  const fetching = documents.filter((file) => /@lectern\/\w+@/.test(readFileSync(join(root, file), "utf8")));
  expect(fetching).toEqual([]);
});

test.each([
  ["a release", ["release/main.ts", "--try"], ["SHA256SUMS", "media"]],
  ["a template", ["release/template/main.ts"], ["functions", "template.yaml"]],
])(
  "%s is not built over other files, such as a backup or somebody's own template",
  async (_, program, names) => {
    const folder = await temporaryFolder();
    for (const name of names) await writeFile(join(folder, name), "");
    const args = [...program, "--to", folder];
    const { code, stderr } = await promisify(execFile)(process.execPath, args, { cwd: root }).catch(
      (error) => error,
    );
    expect([code, stderr]).toEqual([
      1,
      `${folder} has other files: name an empty folder, or one that does not exist.\n`,
    ]);
    expect((await readdir(folder)).sort()).toEqual(names);
  },
);
