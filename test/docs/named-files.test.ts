import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow, root } from "#test/support/sources.ts";

const folders = "browser|cli|docs|examples|functions|layers|lib|local|packages|release|server|stacks|test";

/** Below the folders and in the root, without what other releases are kept as. */
const files = [...filesBelow(...folders.split("|")), "README.md", "CONTRIBUTING.md", "sst.config.ts"].filter(
  (path) => !path.startsWith("test/fixtures/"),
);

/** Records of what was once measured name the files of their time. */
const ofTheirTime = ["docs/performance.md"];

const commentsIn = (text: string): string =>
  [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/ .*/g)].map(([comment]) => comment).join("\n");

const proseIn = (path: string): string => {
  const text = readFileSync(join(root, path), "utf8");
  return path.endsWith(".md") ? text : commentsIn(text);
};

const prose = files
  .filter((path) => /\.(?:md|ts)$/.test(path) && !ofTheirTime.includes(path))
  .map((path) => ({ path, text: proseIn(path) }));

test("comments and documents name paths that exist", () => {
  const paths = new RegExp(`(?<![\\w./@#-])(?:${folders})/[\\w@./-]+\\.(?:ts|md|yaml)\\b`, "g");
  const named = prose.flatMap(({ path, text }) =>
    [...text.matchAll(paths)].map(([name]) => ({ path, name })),
  );
  const ownFolderOf = (path: string) => /^packages\/[^/]+/.exec(path)?.[0] ?? "";
  const isThere = ({ path, name }: { path: string; name: string }) =>
    existsSync(join(root, name)) || existsSync(join(root, ownFolderOf(path), name));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((each) => !isThere(each))).toEqual([]);
});

test("comments and documents name source files that exist, also without their folder", () => {
  const names = new Set(files.map((path) => basename(path)));
  const named = prose.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<![\w/.@#*-])[a-z][\w-]*\.ts\b/g)].map(([name]) => ({ path, name })),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ name }) => !names.has(name))).toEqual([]);
});
