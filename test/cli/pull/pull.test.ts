import { lstat, mkdir, readdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { listEditablePages } from "#lib/routes/editor-pages.ts";
import { createPost, publishPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { deletePost, unpublishPost } from "#lib/routes/editor-state.ts";
import { call } from "#test/support/call.ts";
import { useWorld } from "#test/support/world.ts";
import { usePublishing } from "../publish-service.ts";

const world = useWorld();
const service = usePublishing();

/** A folder with these files, which is published. */
const folderOf = async (name: string, files: Readonly<Record<string, string>>) => {
  let folder = "";
  const own = (file: string): string => file.replace(/[^/]*$/, (base) => `${name}-${base}`);
  for (const [file, text] of Object.entries(files)) {
    const path = await service.write(join(name, own(file)), text);
    folder = path.slice(0, path.length - own(file).length - 1);
  }
  const run = async (command: string, ...options: string[]) => {
    const to = ["--parent", "/home/notes", "--json", ...options];
    const { status, stdout, stderr } = await service.run(command, folder, ...to);
    const document = JSON.parse(stdout);
    const counts = Object.fromEntries(Object.entries(document.counts).filter(([, each]) => each !== 0));
    return { status, stderr, ...document, counts };
  };
  const published = await run("publish");
  expect(published.results.flatMap(({ errors }: { errors: unknown[] }) => errors)).toEqual([]);
  const page = async (file: string) => {
    const query = { source: name };
    const { results } = (await call(listEditablePages, { as: "ada", query })).body;
    const { id } = results.find(
      (each: { source: { path: string } | null }) => each.source?.path === own(file),
    );
    return (await call(readPost, { as: "ada", params: { id } })).body;
  };
  /** An editor's change, which stays a draft. */
  const draft = async (file: string, change: (post: Awaited<ReturnType<typeof page>>) => object) => {
    const post = await page(file);
    const params = { id: post.id };
    const body = { ...change(post), base_revision_id: String(post.latest_revision_id) };
    const saved = await call(updatePost, { as: "su", params, body });
    expect([saved.status, JSON.stringify(saved.body).slice(0, 300)]).toEqual([200, expect.anything()]);
    return params;
  };
  /** One which is published. */
  const edit = async (...[file, change]: Parameters<typeof draft>) => {
    await call(publishPost, { as: "su", params: await draft(file, change) });
  };
  const read = (file: string) => readFile(join(folder, own(file)), "utf8");
  const write = (file: string, text: string) => writeFile(join(folder, own(file)), text);
  return { folder, own, write, run, page, draft, edit, read, publish: () => run("publish") };
};

type Blocks = readonly { readonly type: string; readonly value: unknown }[];

const inText = (blocks: Blocks, from: string, to: string) =>
  blocks.map(({ type, value }) => ({
    type,
    value: typeof value === "string" ? value.replace(from, to) : value,
  }));

const ice = `---
title: "First ice"   # as printed
tags: [winter, 'ice']
summary: Three hard nights.
---

Both pools have *borne* since
Sunday, and a [heron][1] came.

<!-- ask Bo for a picture -->

* one
* two

[1]: https://birds.example/heron
`;

test("what an editor has changed comes into the file, and all else stays byte for byte", async () => {
  const folder = await folderOf("edited", { "ice.md": ice, "thaw.md": "---\ntitle: Thaw\n---\n\nMud.\n" });
  await folder.edit("ice.md", ({ detail }) => ({
    title: "The first ice",
    tags: ["winter", "pools"],
    detail: inText(inText(detail, "Sunday", "Monday"), "<li>two</li>", "<li>two</li><li>three</li>"),
  }));
  expect((await folder.run("plan")).results[0].errors[0].message).toMatch(/lectern pull/);
  const pulled = await folder.run("pull");
  expect(pulled).toMatchObject({ status: 0, counts: { pulled: 1, unchanged: 1 } });
  const expected = ice
    .replace("First ice", "The first ice")
    .replace("[winter, 'ice']", "[winter, pools]")
    .replace("Sunday", "Monday")
    .replace("* two", "* two\n* three");
  expect(await folder.read("ice.md")).toBe(expected);
  expect((await folder.run("plan")).counts).toEqual({ unchanged: 2 });
  expect((await folder.run("pull")).counts).toEqual({ unchanged: 2 });
  expect((await folder.publish()).counts).toEqual({ unchanged: 2 });
});

test("a dry run prints the difference and writes nothing", async () => {
  const folder = await folderOf("dry", { "ice.md": ice });
  await folder.edit("ice.md", () => ({ title: "The first ice" }));
  const { status, stdout } = await service.run("pull", folder.folder, "--parent", "/home/notes", "--dry-run");
  expect(status).toBe(0);
  expect(stdout).toContain('\n-title: "First ice"   # as printed\n+title: "The first ice"   # as printed\n');
  expect(stdout).toMatch(/^--- .*dry-ice\.md\n\+\+\+ .*dry-ice\.md\n@@ -1,5 \+1,5 @@\n/m);
  expect(await folder.read("ice.md")).toBe(ice);
  expect(await readdir(folder.folder)).toEqual(["dry-ice.md"]);
});

test("a file that has changed since it was published is not overwritten, but for --force", async () => {
  const folder = await folderOf("both", { "ice.md": ice });
  await folder.edit("ice.md", () => ({ title: "The first ice" }));
  const own = ice.replace("Three", "Four");
  await folder.write("ice.md", own);
  const refused = await folder.run("pull");
  expect(refused).toMatchObject({ status: 1, counts: { conflict: 1 } });
  expect(refused.results[0].error).toMatch(/su has edited its page; --force/);
  expect(refused.results[0].diff).toContain("-summary: Four hard nights.\n+summary: Three hard nights.\n");
  expect(await folder.read("ice.md")).toBe(own);
  expect(await folder.run("pull", "--force")).toMatchObject({ status: 0, counts: { pulled: 1 } });
  expect(await folder.read("ice.md")).toBe(ice.replace("First ice", "The first ice"));
  expect((await folder.run("plan")).counts).toEqual({ unchanged: 1 });
});

test("a file that alone has changed stays, and so does one that the service does not have", async () => {
  const folder = await folderOf("newer", { "ice.md": ice });
  await folder.write("ice.md", ice.replace("Three", "Four"));
  await folder.write("spring.md", "---\ntitle: Spring\n---\n");
  expect(await folder.run("pull")).toMatchObject({ status: 0, counts: { changed_here: 1, new_here: 1 } });
  expect(await folder.read("ice.md")).toBe(ice.replace("Three", "Four"));
  expect(await folder.run("pull", "--force")).toMatchObject({ counts: { pulled: 1, new_here: 1 } });
  expect(await folder.read("ice.md")).toBe(ice);
});

test("a second edit is pulled, too, before anybody has published the first", async () => {
  const folder = await folderOf("twice", { "ice.md": ice });
  for (const title of ["One", "Two", "Three"]) {
    await folder.edit("ice.md", () => ({ title }));
    expect(await folder.run("pull")).toMatchObject({ status: 0, counts: { pulled: 1 } });
    expect(await folder.read("ice.md")).toBe(ice.replace("First ice", title));
  }
});

test("what the file left out comes with its key, and an overview above its line", async () => {
  const folder = await folderOf("left-out", {
    "toml.md": "+++\ntitle = 'Mud'\n\n[params]\nx = 1\n+++\n\nWet.\n",
  });
  await folder.edit("toml.md", () => ({
    slug: "much-mud",
    seo_title: "Mud and more",
    aliases: ["/2019/mud/"],
    visible_date: "2026-03-01T10:30:00Z",
    overview: [{ type: "paragraph", value: "<p>In short.</p>" }],
  }));
  expect((await folder.run("pull")).counts).toEqual({ pulled: 1 });
  expect(await folder.read("toml.md")).toBe(
    [
      '+++\ntitle = \'Mud\'\nslug = "much-mud"\nseo_title = "Mud and more"\naliases = ["/2019/mud/"]\n',
      "\n[params]\nx = 1\n+++\n\nIn short.\n\n<!--more-->\n\nWet.\n",
    ].join(""),
  );
  expect((await folder.run("plan")).counts).toEqual({ unchanged: 1 });
});

test("a date stays in the form in which the file has it", async () => {
  const folder = await folderOf("dates", {
    "day.md": "---\ntitle: Day\ndate: 2026-01-12\n---\n",
    "zone.md": '---\ntitle: Zone\ndate: "2026-01-12 10:00:00 +0200"\n---\n',
  });
  await folder.edit("day.md", () => ({ visible_date: "2026-01-13T00:00:00Z" }));
  await folder.edit("zone.md", () => ({ visible_date: "2026-01-12T23:15:00Z" }));
  expect((await folder.run("pull")).counts).toEqual({ pulled: 2 });
  expect(await folder.read("day.md")).toBe("---\ntitle: Day\ndate: 2026-01-13\n---\n");
  expect(await folder.read("zone.md")).toBe('---\ntitle: Zone\ndate: "2026-01-13 01:15:00 +0200"\n---\n');
  expect((await folder.run("plan")).counts).toEqual({ unchanged: 2 });
});

test("what somebody has taken off the site or deleted is told, and the file stays", async () => {
  const folder = await folderOf("off", {
    "ice.md": ice,
    "gone.md": "---\ntitle: Gone\n---\n",
    "hidden.md": "---\ntitle: Hidden\ndraft: true\n---\n",
  });
  const off = await folder.page("ice.md");
  await call(unpublishPost, { as: "su", params: { id: off.id } });
  const gone = await folder.page("gone.md");
  await call(deletePost, { as: "ada", params: { id: gone.id } });
  const hidden = await folder.page("hidden.md");
  await call(publishPost, { as: "su", params: { id: hidden.id } });
  const pulled = await folder.run("pull");
  expect(pulled).toMatchObject({ status: 0, counts: { unchanged: 2, new_here: 1 } });
  const notes = pulled.results.map(({ notes: [note] }: { notes: string[] }) => note);
  expect(notes).toEqual([
    undefined,
    expect.stringContaining("the file hides it"),
    expect.stringContaining("was taken off the site"),
  ]);
  expect(await folder.read("ice.md")).toBe(ice);
  expect(await folder.read("gone.md")).toBe("---\ntitle: Gone\n---\n");
});

test("an edit that is not public yet is pulled, said to be one, and published with its file", async () => {
  const folder = await folderOf("draft-edit", { "ice.md": ice });
  await folder.draft("ice.md", ({ detail }) => ({ detail: inText(detail, "Sunday", "Monday") }));
  const pulled = await folder.run("pull");
  expect(pulled.results).toMatchObject([
    {
      outcome: "pulled",
      notes: [expect.stringContaining("changes are not public yet: the next publish")],
    },
  ]);
  expect(await folder.page("ice.md")).toMatchObject({ status: "draft", live: true });
  expect((await folder.run("plan")).counts).toEqual({ publish: 1 });
  expect((await folder.publish()).counts).toEqual({ published: 1 });
  expect(await folder.page("ice.md")).toMatchObject({ status: "live" });
  expect((await folder.publish()).counts).toEqual({ unchanged: 1 });
});

test.each(["../out.md", "/tmp/lectern-pull-out.md", "a/../../out.md", "posts.sh", "C:\\out.md"])(
  "a page whose source is %s is a fault, and nothing is written there",
  async (path) => {
    const name = `hostile-${path.replace(/\W+/g, "-")}`;
    const folder = await folderOf(name, { "ice.md": ice });
    const source = { name, path, digest: "x" };
    const body = { parent: { id: world.notes }, title: "Out", slug: name, source, overview: [], detail: [] };
    await call(createPost, { as: "ada", body });
    const pulled = await folder.run("pull", "--force", "--new");
    expect(pulled.status).toBe(1);
    const [fault] = pulled.results.filter(({ file }: { file: string }) => file === path);
    expect(fault).toMatchObject({ outcome: "failed", error: expect.stringMatching(/nothing is written/) });
    expect(await readdir(dirname(folder.folder))).not.toContain("out.md");
    expect(await lstat("/tmp/lectern-pull-out.md").catch(() => undefined)).toBeUndefined();
  },
);

test("nothing is written through a symbolic link, and other files are", async () => {
  const folder = await folderOf("links", { "real/ice.md": ice, "thaw.md": "---\ntitle: Thaw\n---\n" });
  await rename(join(folder.folder, "real"), join(folder.folder, "hid"));
  await rename(join(folder.folder, "hid"), join(folder.folder, ".hid"));
  await symlink(".hid", join(folder.folder, "real"));
  await folder.edit("real/ice.md", () => ({ title: "Other" }));
  await folder.edit("thaw.md", () => ({ title: "Mud" }));
  const pulled = await folder.run("pull");
  expect(pulled).toMatchObject({ status: 1, counts: { pulled: 1, failed: 1 } });
  const [failed] = pulled.results.filter(({ outcome }: { outcome: string }) => outcome === "failed");
  expect(failed.error).toMatch(/is a symbolic link; nothing is written/);
  expect(await folder.read(".hid/ice.md")).toBe(ice);
});

test("--new writes what no folder keeps, at a path of its slug, and overwrites no file", async () => {
  const folder = await folderOf("fresh", {
    "ice.md": ice,
    "Taken.md": "---\ntitle: T\nslug: fresh-other\n---\n",
  });
  const make = async (slug: string, fields: object = {}) => {
    const detail = [{ type: "paragraph", value: `<p>About ${slug}.</p>` }];
    const body = {
      parent: { id: world.notes },
      title: `About ${slug}`,
      slug,
      overview: [],
      detail,
      ...fields,
    };
    const { body: made } = await call(createPost, { as: "su", body });
    return made.id as number;
  };
  const id = await make("fresh-made");
  const other = await make("fresh-taken", { tags: ["a"] });
  await call(publishPost, { as: "su", params: { id: other } });
  const pulled = await folder.run("pull", "--new");
  const added = pulled.results.filter(({ outcome }: { outcome: string }) => outcome === "added");
  expect(added.map(({ id: each }: { id: number }) => each)).toEqual(expect.arrayContaining([id, other]));
  const draft = await readFile(join(folder.folder, "fresh-made.md"), "utf8");
  expect(draft).toContain(`id: ${id}`);
  expect(draft).toContain("draft: true");
  expect(draft).toContain("About fresh-made.");
  expect(await folder.read("Taken.md")).toContain("fresh-other");
  expect(await readFile(join(folder.folder, `fresh-taken-${other}.md`), "utf8")).toContain("tags:");
  const plan = await folder.run("plan");
  expect(Object.keys(plan.counts)).toEqual(["unchanged"]);
  expect((await folder.run("pull", "--new")).counts).toEqual(plan.counts);
});

test("pull takes folders, and says so", async () => {
  const folder = await folderOf("single", { "ice.md": ice });
  const single = await service.run(
    "pull",
    join(folder.folder, folder.own("ice.md")),
    "--parent",
    "/home/notes",
  );
  expect(single).toMatchObject({ status: 2, stderr: expect.stringContaining("ull takes folders") });
  expect(await service.run("pull")).toMatchObject({ status: 2 });
  await mkdir(join(folder.folder, "b"));
  const two = await service.run("pull", folder.folder, join(folder.folder, "b"), "--new");
  expect(two).toMatchObject({ status: 2, stderr: expect.stringContaining("--new writes into one folder") });
});

test("a file with a fault is left alone, and the others are pulled", async () => {
  const folder = await folderOf("faulty", { "ice.md": ice, "thaw.md": "---\ntitle: Thaw\n---\n" });
  await folder.edit("ice.md", () => ({ title: "Other" }));
  await folder.write("thaw.md", "---\ntitle: Thaw\ndraft: perhaps\n---\n");
  const pulled = await folder.run("pull");
  expect(pulled).toMatchObject({ status: 1, counts: { pulled: 1, failed: 1 }, without_file: [] });
  expect(await folder.read("ice.md")).toBe(ice.replace("First ice", "Other"));
});

test("who pulls an edit and writes on can publish; who lacks a part of it cannot", async () => {
  const folder = await folderOf("written-on", { "ice.md": ice });
  await folder.edit("ice.md", ({ detail }) => ({
    title: "The first ice",
    detail: inText(detail, "<li>two</li>", "<li>two</li><li>three</li>"),
  }));
  expect((await folder.run("pull")).counts).toEqual({ pulled: 1 });
  const pulled = await folder.read("ice.md");
  const lacking = { title: pulled.replace("The first", "My first"), item: pulled.replace("* three\n", "") };
  for (const text of [ice.replace("Three", "Four"), ...Object.values(lacking)]) {
    await folder.write("ice.md", text);
    expect((await folder.publish()).counts).toEqual({ conflict: 1 });
  }
  await folder.write("ice.md", `${pulled.replace("Both", "All")}\nMore words.\n`);
  expect((await folder.run("plan")).counts).toEqual({ update: 1 });
  expect((await folder.publish()).counts).toEqual({ updated: 1 });
  expect((await folder.page("ice.md")).title).toBe("The first ice");
  expect((await folder.publish()).counts).toEqual({ unchanged: 1 });
});

test("front matter in JSON is edited, too", async () => {
  const own = '{\n  "title": "Json",\n  "tags": ["a",  "b"]\n}\n\nWords.\n';
  const folder = await folderOf("json", { "json.md": own });
  await folder.edit("json.md", () => ({ title: "JSON", seo_title: "For searches" }));
  expect((await folder.run("pull")).counts).toEqual({ pulled: 1 });
  expect(await folder.read("json.md")).toBe(
    own.replace('"Json"', '"JSON"').replace('"b"]', '"b"],\n  "seo_title": "For searches"'),
  );
  expect((await folder.run("plan")).counts).toEqual({ unchanged: 1 });
});
