import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readPostFiles } from "#cli/publish/files.ts";
import { findPostFiles } from "#cli/publish/walk.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-cascades-"));
});
afterEach(() => rm(folder, { recursive: true }));

const write = async (name: string, content: string) => {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), content);
};

const yaml = (...lines: string[]) => ["---", ...lines, "---", ""].join("\n");

const post = (...lines: string[]) => yaml("title: A", ...lines);

/** By the paths of the files below the folder: whether each is public, a draft, or a draft with a warning. */
const outcomes = async (published: string): Promise<Record<string, string>> => {
  const { files } = await findPostFiles([join(folder, published)], "s");
  const { posts, problems } = await readPostFiles(files);
  expect(problems).toEqual(new Map());
  return Object.fromEntries(
    posts.map(({ origin, isDraft, warnings }) => [
      origin?.path,
      (isDraft ? "draft" : "public") + (warnings.length > 0 ? ", told" : ""),
    ]),
  );
};

describe("the cascade of a folder of Hugo", () => {
  test.each([
    { form: "list in blocks", lines: ["cascade:", "- draft: true", "  _target: {kind: page}"], is: "draft" },
    {
      form: "list, target first",
      lines: ["cascade:", "- target:", "    kind: page", "  draft: true"],
      is: "draft",
    },
    { form: "list in brackets", lines: ["cascade: [{draft: true, target: {kind: page}}]"], is: "draft" },
    { form: "map", lines: ["cascade: {_target: {path: '/posts/ice/**'}, draft: true}"], is: "draft" },
    {
      form: "path in capitals",
      lines: ["cascade: {target: {path: '/Posts/Ice/*'}, draft: true}"],
      is: "draft",
    },
    { form: "build", lines: ["cascade: {build: {render: never}}"], is: "draft, told" },
    { form: "list of builds", lines: ["cascade:", "- _build: {list: never}"], is: "draft, told" },
    { form: "merged map", lines: ["x: &x {draft: true}", "cascade:", "  <<: *x"], is: "draft" },
    {
      form: "several kinds",
      lines: ["cascade: {target: {kind: '{page,section}'}, draft: true}"],
      is: "draft",
    },
    { form: "language", lines: ["cascade: {target: {lang: en}, draft: true}"], is: "draft, told" },
    { form: "environment", lines: ["cascade: {target: {environment: x}, draft: true}"], is: "draft, told" },
    { form: "list of paths", lines: ["cascade: {target: {path: [/x]}, draft: true}"], is: "draft, told" },
    {
      form: "glob of classes",
      lines: ["cascade: {target: {path: '/[x]/**'}, draft: true}"],
      is: "draft, told",
    },
    { form: "target as a text", lines: ["cascade: {target: page, draft: true}"], is: "draft, told" },
    { form: "other kind", lines: ["cascade: {target: {kind: section}, draft: true}"], is: "public" },
    { form: "other path", lines: ["cascade: {target: {path: '/posts/snow/**'}, draft: true}"], is: "public" },
    { form: "other key", lines: ["cascade: {params: {draft: true}, weight: 3}"], is: "public" },
    {
      form: "list that hides first",
      lines: ["cascade:", "- {draft: true}", "- {draft: false, target: {kind: page}}"],
      is: "draft",
    },
  ])("hides its posts as a $form says: $is", async ({ lines, is }) => {
    await write("content/posts/ice/_index.md", yaml("title: Ice", ...lines));
    await write("content/posts/ice/a.md", post());
    await write("content/posts/ice/own.md", post("draft: false", "build: {render: always, list: always}"));
    const own = lines.some((line) => /build|list|render/.test(line)) ? {} : { "ice/own.md": "public" };
    expect(await outcomes("content/posts")).toMatchObject({ "ice/a.md": is, ...own });
  });

  test.each([
    { name: "_index.markdown", text: yaml("cascade: [{draft: true, target: {kind: page}}]") },
    { name: "_index.html", text: yaml("cascade: [{draft: true, target: {kind: page}}]") },
    { name: "_index.md", text: "+++\n[[cascade]]\ndraft = true\n[cascade.target]\nkind = 'page'\n+++\n" },
    { name: "_index.md", text: '{\n"cascade": {"draft": true, "target": {"kind": "page"}}\n}\n' },
    { name: "_index.md", text: "\uFEFF---\r\nCascade:\r\n  draft: true\r\n---\r\n" },
  ])("counts in $name that begins $text", async ({ name, text }) => {
    await write(`posts/${name}`, text);
    await write("posts/a.md", post());
    expect(await outcomes("posts")).toMatchObject({ "a.md": "draft" });
  });

  test("in a language hides posts in it, and with a warning those whose language is in the settings", async () => {
    await write("posts/_index.fr.md", yaml("cascade: {draft: true}"));
    await write("posts/a.fr.md", post("slug: a-fr"));
    await write("posts/b.de.md", post("slug: b-de"));
    await write("posts/c.md", post());
    expect(await outcomes("posts")).toEqual({
      "a.fr.md": "draft",
      "b.de.md": "public",
      "c.md": "draft, told",
    });
  });

  test("never shows with an unclear target what a folder above hides", async () => {
    await write("posts/_index.md", yaml("cascade: {draft: true}"));
    await write("posts/in/_index.md", yaml("cascade: {draft: false, target: {lang: en}}"));
    await write("posts/open/_index.md", yaml("cascade: {draft: false, target: {kind: page}}"));
    await write("posts/in/a.md", post());
    await write("posts/open/b.md", post());
    expect(await outcomes("posts")).toEqual({ "in/a.md": "draft", "open/b.md": "public" });
  });

  test("counts above the folder that is published, in a site of Hugo", async () => {
    await write("hugo.toml", "[languages.de]\n[[languages.de.cascade]]\nprivate = true\n");
    await write("content/_index.md", yaml("cascade: {target: {path: /notes/ice/*}, draft: true}"));
    await write("content/notes/ice/a.md", post());
    await write("content/notes/ice/deep/b.md", post());
    await write("content/notes/ice/deep/c.de.md", post("slug: c-de"));
    expect(await outcomes("content/notes/ice")).toEqual({
      "a.md": "draft",
      "deep/b.md": "draft, told",
      "deep/c.de.md": "draft",
    });
  });

  test("that cannot be read ends the run", async () => {
    await write("posts/_index.md", yaml("cascade: [{draft: true}"));
    await write("posts/a.md", post());
    await expect(outcomes("posts")).rejects.toThrow("_index.md cannot be read");
  });
});
