import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPostFiles } from "#cli/publish/files.ts";
import { findPostFiles } from "#cli/publish/walk.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-walk-"));
  await writeFile(join(folder, "outside.md"), "---\ntitle: Outside\n---\n");
});

afterAll(() => rm(folder, { recursive: true }));

/** A folder with these files, and what `prepare` adds to it. */
const found = async (name: string, files: readonly string[], prepare = async (_root: string) => {}) => {
  const root = join(folder, name);
  for (const file of files) {
    await mkdir(join(root, file, ".."), { recursive: true });
    await writeFile(join(root, file), `---\ntitle: ${name}\n---\n`);
  }
  await prepare(root);
  const { files: posts, problems, mistakes } = await findPostFiles([root], undefined);
  const short = (file: string) => file.slice(root.length + 1);
  const refused = [...problems, ...mistakes].map(
    ([file, [problem]]) => `${short(file)}:${problem!.line}: ${problem!.message}`,
  );
  return { origins: posts.map(({ origin }) => origin), refused, posts };
};

test("Markdown files are found in the order of their paths; hidden ones and others are skipped", async () => {
  const files = ["b.md", "a/z.markdown", "a/Y.MD", ".git/x.md", ".x.md", "c.txt", "d"];
  const { origins, refused } = await found("notes", files);
  expect(refused).toEqual([]);
  expect(origins).toEqual(["a/Y.MD", "a/z.markdown", "b.md"].map((path) => ({ name: "notes", path })));
});

test("a file that is named beside its folder is the folder's", async () => {
  const root = join(folder, "notes");
  const { files } = await findPostFiles([join(root, "b.md"), root, join(root, "..", "outside.md")], "all");
  expect(files.map(({ origin }) => origin?.path)).toEqual(["a/Y.MD", "a/z.markdown", "b.md", undefined]);
});

test("links to places in the folder are followed; those out of it, in circles and to nowhere are refused", async () => {
  const { origins, refused } = await found("links", ["a.md", "sub/b.md"], async (root) => {
    await symlink(join(folder, "outside.md"), join(root, "out.md"));
    await symlink(folder, join(root, "up"));
    await symlink(root, join(root, "sub", "round"));
    await symlink(join(root, "none.md"), join(root, "nowhere.md"));
    await symlink("self.md", join(root, "self.md"));
    await symlink(join(root, "sub"), join(root, "again"));
  });
  expect(origins.map((origin) => origin!.path)).toEqual(["a.md", "again/b.md", "sub/b.md"]);
  expect(refused).toEqual([
    "again/round:1: The link leads to a folder above itself.",
    "nowhere.md:1: The link leads nowhere.",
    "out.md:1: The link leads out of the folder.",
    "self.md:1: The link leads nowhere.",
    "sub/round:1: The link leads to a folder above itself.",
    "up:1: The link leads out of the folder.",
  ]);
});

test("folders that all link to one another are not followed in every order", async () => {
  const names = Array.from({ length: 12 }, (_, index) => `f${index}`);
  const { refused } = await found(
    "knot",
    names.map((name) => `${name}/a.md`),
    async (root) => {
      for (const from of names)
        for (const to of names) if (from !== to) await symlink(join(root, to), join(root, from, `to-${to}`));
    },
  );
  expect(refused).toContain("f1/to-f0:1: This is one of more than 100 links to folders.");
});

test("names that would change what a terminal shows, pipes and folders without posts are refused", async () => {
  const { refused } = await found("names", ["a\u001b[31m.md", "b\n.md"], async (root) => {
    execFileSync("sh", ["-c", "mkfifo pipe.md"], { cwd: root });
    await writeFile(
      Buffer.concat([Buffer.from(join(root, "c")), Buffer.from([0xff]), Buffer.from(".md")]),
      "",
    );
  });
  expect(refused).toEqual([
    "a\\u001b[31m.md:1: The name has characters that cannot be printed; rename the file.",
    "b\\u000a.md:1: The name has characters that cannot be printed; rename the file.",
    "c\\ufffd.md:1: The name has characters that cannot be printed; rename the file.",
    "pipe.md:1: This is no ordinary file.",
  ]);
  expect((await found("empty", ["a.txt"])).refused).toEqual([
    ":1: There is no Markdown file in this folder.",
  ]);
});

test("a file that is too large is refused without being read, and YAML that would grow or is deep at its line", async () => {
  const { posts } = await found("bombs", ["large.md"], async (root) => {
    await truncate(join(root, "large.md"), 1_000_000_000);
    await writeFile(join(root, "alias.md"), "---\ntitle: a\ntags: &a [x, x]\nauthors: [*a, *a]\n---\n");
    await writeFile(join(root, "deep.md"), `---\ntitle: ${"[".repeat(100_000)}\n---\n`);
  });
  const { problems } = await readPostFiles(posts);
  expect([...problems.values()].flat().map(({ line, message }) => `${line}: ${message}`)).toEqual([
    "4: authors: Expected a list.",
    "2: Front matter is nested too deeply.",
    expect.stringMatching(/^1: The file is larger than \d+ bytes/),
  ]);
});

test("a file in two of the folders that are named is told to be so", async () => {
  await found("twice", ["in/a.md"]);
  const root = join(folder, "twice");
  const { files } = await findPostFiles([root, join(root, "in")], undefined);
  const { problems } = await readPostFiles(files);
  const message = "This file lies in two of the folders that were named.";
  expect([...problems]).toEqual([[join(root, "in/a.md"), [{ line: 1, message }]]]);
});
