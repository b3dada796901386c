import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { listEditablePages } from "#lib/routes/editor-pages.ts";
import { publishPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { listPages } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import { createDraft, useWorld } from "#test/support/world.ts";
import { aroundRequests, countRequests, killedAt } from "./around-requests.ts";
import type { CommandResult } from "./lectern.ts";
import { usePublishing } from "./publish-service.ts";

const world = useWorld();
const service = usePublishing();

afterEach(() => {
  vi.restoreAllMocks();
});

let folders = 0;

/** A new folder of posts, by their names without `.md`; each has a slug that the test file has once. */
const folderOf = async (...names: string[]) => {
  const source = `folder-${++folders}`;
  const write = (name: string, body = "Ice.", ...keys: string[]) =>
    service.write(
      join(source, `${name}.md`),
      ["---", `title: About ${source} ${name}`, ...keys, "---", "", body, ""].join("\n"),
    );
  for (const name of names) await write(name, `Ice of ${name}.`, `slug: ${source}-${name.replace("/", "-")}`);
  const folder = join(dirname(await service.write(join(source, ".hidden"), "")));
  const run = (...options: string[]) => service.publish(folder, "--parent", "/home/notes", ...options);
  const path = (name: string) => join(folder, `${name}.md`);
  const pages = async () =>
    (await call(listEditablePages, { as: "ada", query: { source, order: "title" } })).body.results;
  return { source, folder, write, run, path, pages };
};

const resultsOf = ({ stdout }: CommandResult) => JSON.parse(stdout).results;

const outcomesOf = (run: CommandResult): Record<string, string> =>
  Object.fromEntries(
    resultsOf(run).map(({ file, outcome }: Record<string, string>) => [
      file!.replace(/^.*\/(?=\w+\.md$)/, ""),
      outcome,
    ]),
  );

const editorPost = async (id: number) => (await call(readPost, { as: "ada", params: { id } })).body;

const isPublic = async (slug: string): Promise<boolean> =>
  (await call(listPages, { query: { type: "site.Post", slug } })).body.results.length > 0;

/** Edits a page as somebody else does. */
const edit = async (id: number, fields: object, as = "su") => {
  const { latest_revision_id: base_revision_id } = await editorPost(id);
  await call(updatePost, { as, params: { id }, body: { ...fields, base_revision_id } });
};

describe("a folder", () => {
  test("is published with its subfolders, and is known: the next run writes nothing in three requests", async () => {
    const posts = await folderOf("b", "sub/c", "a");
    await service.write(join(posts.source, ".git/config.md"), "no post");
    await service.write(join(posts.source, "picture.png"), "no post");
    const first = await posts.run("--json");
    expect(resultsOf(first).map(({ file }: { file: string }) => file)).toEqual(
      ["a", "b", "sub/c"].map(posts.path),
    );
    expect((await posts.pages()).map(({ source }: { source: { path: string } }) => source.path)).toEqual([
      "a.md",
      "b.md",
      "sub/c.md",
    ]);
    const counts = countRequests();
    const second = await posts.run("--json");
    expect(counts).toEqual({ GET: 3 });
    const asBefore = resultsOf(first).map((result: object) => ({ ...result, outcome: "unchanged" }));
    expect(resultsOf(second)).toEqual(asBefore);
    await posts.write("b", "Thaw.", `slug: ${posts.source}-b`);
    expect(outcomesOf(await posts.run("--json"))).toEqual({
      "a.md": "unchanged",
      "b.md": "updated",
      "c.md": "unchanged",
    });
    expect(outcomesOf(await posts.run("--json"))).toMatchObject({ "b.md": "unchanged" });
  });

  test("takes over a page with the same content, and refuses another one unless it is told to", async () => {
    const posts = await folderOf("a", "b");
    await service.publish(posts.path("a"), posts.path("b"), "--parent", "/home/notes");
    await posts.write("b", "Thaw.", `slug: ${posts.source}-b`);
    expect(await posts.pages()).toEqual([]);
    const run = await posts.run("--json");
    expect(outcomesOf(run)).toEqual({ "a.md": "updated", "b.md": "conflict" });
    expect(run.status).toBe(1);
    expect(resultsOf(run)[1].errors[0].message).toMatch(/^No folder keeps this page/);
    expect(outcomesOf(await posts.run("--json", "--force"))).toEqual({
      "a.md": "unchanged",
      "b.md": "updated",
    });
    expect(await posts.pages()).toHaveLength(2);
  });

  test("keeps a page of another folder as it is, unless it is told to take it over", async () => {
    const [one, other] = [await folderOf("a"), await folderOf()];
    await one.run();
    await other.write("a", "Theirs.", `slug: ${one.source}-a`);
    const run = await other.run();
    expect(run).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`belongs to the source ${one.source}`),
    });
    expect(outcomesOf(await other.run("--json", "--force"))).toEqual({ "a.md": "updated" });
    expect(await one.pages()).toEqual([]);
  });

  test("in a repository is known by its path there, so that another of its name is another source", async () => {
    const repository = `repository-${++folders}`;
    const publish = async (folder: string, name: string, ...options: string[]) => {
      const text = `---\ntitle: ${folder} ${name}\nslug: ${repository}-${folder.replace("/", "-")}-${name}\n---\n`;
      const path = await service.write(join(repository, folder, `${name}.md`), text);
      const run = await service.publish(dirname(path), "--parent", "/home/notes", ...options);
      return { ...run, folder: dirname(path) };
    };
    await service.write(join(repository, ".git/HEAD"), "ref: refs/heads/main");
    expect((await publish("demo/posts", "a")).status).toBe(0);
    expect(await publish("posts", "b", "--prune")).toMatchObject({ status: 0, stderr: "" });
    const sourceOf = async (slug: string) =>
      (await call(listEditablePages, { as: "ada", query: { slug } })).body.results[0].source.name;
    expect(await sourceOf(`${repository}-demo-posts-a`)).toBe("demo/posts");
    expect(await sourceOf(`${repository}-posts-b`)).toBe("posts");
    expect(await isPublic(`${repository}-demo-posts-a`)).toBe(true);

    const { folder } = await publish(`old/${repository}`, "c", "--source", repository);
    const counts = countRequests();
    const again = await service.publish(folder, "--parent", "/home/notes");
    expect(again).toMatchObject({ status: 0, stdout: expect.stringMatching(/\n1 file: 1 unchanged\n$/) });
    expect(counts).toEqual({ GET: 4 });
    expect(await sourceOf(`${repository}-old-${repository}-c`)).toBe(repository);

    await publish(`old/${repository}`, "d", "--source", repository);
    await publish(`old/${repository}`, "e", "--source", repository);
    for (const name of ["c", "d"]) await rm(join(folder, `${name}.md`));
    expect(await service.publish(folder, "--parent", "/home/notes", "--prune=all")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`(e.md); give --source ${repository} if it is this folder's`),
    });
    expect(
      await service.publish(folder, "--parent", "/home/notes", "--prune=all", "--source", repository),
    ).toMatchObject({ status: 0, stdout: expect.stringMatching(/\n3 files: 2 unpublished, 1 unchanged\n$/) });
  });

  test("has no file at the path that a file of another one with its name has in the same run", async () => {
    const text = "---\ntitle: Twin\n---\n";
    const paths = ["one", "two"].map((name) => service.write(join(`twins-${name}`, "posts/a.md"), text));
    const [one, two] = (await Promise.all(paths)).map((path) => dirname(path));
    expect(await service.publish(one!, two!, "--parent", "/home/notes")).toMatchObject({
      ...{
        status: 2,
        stderr: expect.stringContaining("Another folder has a file a.md, and is called posts, too"),
      },
    });
  });

  test("has the name that --source gives it", async () => {
    const posts = await folderOf("a");
    await posts.run("--source", `${posts.source} on main`);
    const found = await call(listEditablePages, { as: "ada", query: { source: `${posts.source} on main` } });
    expect(found.body.count).toBe(1);
  });
});

describe("what somebody else has edited", () => {
  test("is a conflict that names them, until --force overwrites it", async () => {
    const posts = await folderOf("a", "b");
    const [{ id }] = resultsOf(await posts.run("--json"));
    await edit(id, { detail_markdown: "Theirs." });
    const run = await posts.run("--json");
    expect(run.status).toBe(1);
    expect(outcomesOf(run)).toEqual({ "a.md": "conflict", "b.md": "unchanged" });
    expect(resultsOf(run)[0].errors).toEqual([
      {
        line: 1,
        message: expect.stringMatching(/^su has edited this page since it was published from here/),
      },
    ]);
    expect((await editorPost(id)).detail[0].value).toBe("<p>Theirs.</p>");
    expect(outcomesOf(await posts.run("--json", "--force"))).toMatchObject({ "a.md": "updated" });
    expect((await editorPost(id)).detail[0].value).toBe("<p>Ice of a.</p>");
    expect(outcomesOf(await posts.run("--json"))).toMatchObject({ "a.md": "unchanged" });
  });

  test("is no conflict where the file says nothing about it, and a draft of theirs is left alone", async () => {
    const posts = await folderOf("a");
    const [{ id }] = resultsOf(await posts.run("--json"));
    await edit(id, { seo_title: "Theirs" }, "ada");
    const counts = countRequests();
    expect(outcomesOf(await posts.run("--json"))).toEqual({ "a.md": "unchanged" });
    expect(counts).toEqual({ GET: 4 });
    await posts.write("a", "Thaw.", `slug: ${posts.source}-a`);
    expect(outcomesOf(await posts.run("--json"))).toEqual({ "a.md": "updated" });
    expect(await editorPost(id)).toMatchObject({ seo_title: "Theirs", status: "live" });
  });

  test("between our look and our write is kept, and they are named", async () => {
    const posts = await folderOf("a");
    const [{ id }] = resultsOf(await posts.run("--json"));
    await posts.write("a", "New.", `slug: ${posts.source}-a`);
    aroundRequests(async (send, method) => {
      if (method === "PATCH") await edit(id, { title: "Theirs" });
      return send();
    });
    const run = await posts.run("--json");
    expect(resultsOf(run)[0]).toMatchObject({
      outcome: "conflict",
      errors: [{ message: "su changed this post meanwhile; their version is kept." }],
    });
  });
});

describe("a file that was renamed", () => {
  test("keeps its page, which is found by its content, or by its id if that has changed too", async () => {
    const posts = await folderOf();
    await posts.write(`${posts.source}-a`);
    await posts.write("b", "Ice of b.", `slug: ${posts.source}-b`);
    const [{ id: a }, { id: b }] = resultsOf(await posts.run("--json")).sort(
      (one: { id: number }, other: { id: number }) => other.id - one.id,
    );
    const names = resultsOf(await posts.run("--json")).map(({ id }: { id: number }) => id);
    expect(new Set(names)).toEqual(new Set([a, b]));
    const idOf = async (slug: string) =>
      (await posts.pages()).find((page: { slug: string }) => page.slug === slug)?.id;
    const [first, second] = [await idOf(`${posts.source}-a`), await idOf(`${posts.source}-b`)];
    await rename(posts.path(`${posts.source}-a`), posts.path(`${posts.source}-new`));
    await rm(posts.path("b"));
    await posts.write("new-b", "Thaw.", `id: ${second}`, `slug: ${posts.source}-new-b`);
    const run = await posts.run("--json");
    expect(resultsOf(run).map(({ outcome }: { outcome: string }) => outcome)).toEqual(["renamed", "renamed"]);
    expect([await idOf(`${posts.source}-new`), await idOf(`${posts.source}-new-b`)]).toEqual([first, second]);
    expect(await posts.pages()).toHaveLength(2);
    const counts = countRequests();
    expect(Object.values(outcomesOf(await posts.run("--json")))).toEqual(["unchanged", "unchanged"]);
    expect(counts).toEqual({ GET: 3 });
  });

  test("is refused if it names the id of no post there", async () => {
    const posts = await folderOf();
    await posts.write("a", "Ice.", `id: ${world.calls}`);
    const run = await posts.run();
    expect(run).toMatchObject({
      status: 1,
      stderr: `${posts.path("a")}:3: id: There is no post ${world.calls} in /home/notes.\n`,
    });
  });
});

describe("a file that is gone", () => {
  test("leaves its page, which --prune takes off the site and a file of that name brings back", async () => {
    const [posts, others] = [await folderOf("a", "b"), await folderOf("a")];
    const [, { id }] = resultsOf(await posts.run("--json"));
    await others.run();
    const elsewhere = await createDraft(world.notes);
    await call(publishPost, { as: "ada", params: { id: elsewhere.id } });
    await rm(posts.path("b"));
    expect(await posts.run()).toMatchObject({ status: 0, stderr: expect.stringContaining("b.md; --prune") });
    expect(await isPublic(`${posts.source}-b`)).toBe(true);
    const run = await posts.run("--json", "--prune");
    expect(resultsOf(run)[1]).toMatchObject({ file: "b.md", outcome: "unpublished", id, url: null });
    expect(await isPublic(`${posts.source}-b`)).toBe(false);
    expect(await isPublic(`${others.source}-a`)).toBe(true);
    expect(await isPublic(elsewhere.slug)).toBe(true);
    expect(await posts.run("--prune")).toMatchObject({
      ...{ status: 0, stderr: "" },
      stdout: expect.stringMatching(/1 file: 1 unchanged\n$/),
    });
    await posts.write("b", "Back.", `slug: ${posts.source}-b`);
    expect(resultsOf(await posts.run("--json"))[1]).toMatchObject({ outcome: "updated", id });
  });

  test("does not take the edit of somebody else off the site, unless it is told to", async () => {
    const posts = await folderOf("a", "b");
    const [, { id }] = resultsOf(await posts.run("--json"));
    await edit(id, { title: "Theirs" });
    await rm(posts.path("b"));
    const run = await posts.run("--json", "--prune");
    expect(resultsOf(run)[1]).toMatchObject({
      outcome: "conflict",
      errors: [{ message: expect.stringMatching(/^su has edited/) }],
    });
    expect(resultsOf(await posts.run("--json", "--prune", "--force"))[1].outcome).toBe("unpublished");
  });
});

describe("a folder of which no page has a file", () => {
  /** A folder of one post, and another one with the same name elsewhere. */
  const twins = async () => {
    const one = await folderOf("a", "b");
    await one.run();
    const other = await service.write(
      join("elsewhere", one.source, "c.md"),
      `---\ntitle: Their post\nslug: ${one.source}-c\n---\n\nTheirs.\n`,
    );
    const folder = dirname(other);
    const run = (command: "plan" | "publish", ...options: string[]) =>
      service.run(command, folder, "--parent", "/home/notes", ...options);
    return { one, file: other, folder, run };
  };
  const message = (source: string) =>
    `The source ${source} has 2 pages on the site, and none of them has a file here. ` +
    `If another folder is published as ${source}, give this one another name with --source; ` +
    "to take these pages off the site, use --prune=all.";

  test("is refused with --prune before anything is written, by plan too, and warned of without", async () => {
    const { one, file, folder, run } = await twins();
    const counts = countRequests();
    for (const command of ["plan", "publish"] as const) {
      const refused = await run(command, "--prune", "--json");
      expect(refused.status).toBe(2);
      expect(resultsOf(refused)).toMatchObject([
        { file: folder, outcome: "failed", errors: [{ line: 1, message: message(one.source) }] },
        { file, outcome: "skipped" },
      ]);
    }
    expect(counts).toEqual({ GET: 6 });
    const renamed = await run("publish", "--prune", "--source", `${one.source} elsewhere`);
    expect(renamed).toMatchObject({ status: 0, stderr: "" });
    expect(await one.pages()).toHaveLength(2);
    const others = await twins();
    expect(await others.run("publish")).toMatchObject({
      status: 0,
      stderr: `${others.folder}:1: ${message(others.one.source)}\n`,
    });
  });

  test("is refused where a large share of its pages has no file, unless all are to be taken off", async () => {
    const names = Array.from({ length: 9 }, (_, index) => `p${index}`);
    const posts = await folderOf(...names);
    await posts.run();
    const gone = names.slice(3);
    for (const name of gone) await rm(posts.path(name));
    const counts = countRequests();
    for (const command of ["plan", "publish"] as const) {
      const refused = await service.run(command, posts.folder, "--parent", "/home/notes", "--prune");
      expect(refused.status).toBe(2);
      expect(refused.stderr).toMatch(
        /:1: 6 of the 9 pages that the source folder-\d+ has on the site have no file here\. .*--prune=all\.\n/,
      );
      expect(refused.stdout).toBe("3 files: 3 skipped\n");
      const { counts } = JSON.parse(
        (await service.run(command, posts.folder, "--parent", "/home/notes", "--prune", "--json")).stdout,
      );
      expect([counts.failed, counts.skipped]).toEqual([0, 3]);
    }
    expect(counts).toEqual({ GET: 12 });
    vi.restoreAllMocks();
    expect((await posts.run()).stderr).toContain("Without a file, and still on the site: p3.md, p4.md,");
    const all = await posts.run("--prune=all");
    expect(all).toMatchObject({ status: 0, stderr: "" });
    expect(all.stdout).toMatch(/\n9 files: 6 unpublished, 3 unchanged\n$/);
    expect(await posts.run("--prune=most")).toMatchObject({ status: 2 });
  });

  test("is refused where more than half of a few pages have no file, and loses half of them without a question", async () => {
    const few = await folderOf("a", "b", "c", "d", "e", "f");
    await few.run();
    for (const name of ["a", "b", "c"]) await rm(few.path(name));
    expect(await few.run("--prune")).toMatchObject({ status: 0, stderr: "" });
    for (const name of ["d", "e"]) await rm(few.path(name));
    const refused = await few.run("--prune");
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain("2 of the 3 pages that the source ");
  });

  test("loses a handful of pages, and a small share of many, without a question", async () => {
    const handful = await folderOf(..."abcdefghij");
    await handful.run();
    for (const name of "abcde") await rm(handful.path(name));
    expect(await handful.run("--prune")).toMatchObject({ status: 0, stderr: "" });
    const names = Array.from({ length: 24 }, (_, index) => `p${index}`);
    const many = await folderOf(...names);
    await many.run();
    for (const name of names.slice(0, 6)) await rm(many.path(name));
    expect(await many.run("--prune")).toMatchObject({ status: 0, stderr: "" });
  });

  test("is taken off the site with --force, and so is one that has become empty", async () => {
    const { one, file, run } = await twins();
    const forced = resultsOf(await run("publish", "--prune", "--force", "--json"));
    expect(forced.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      ...["published", "unpublished", "unpublished"],
    ]);
    expect(await run("publish", "--prune")).toMatchObject({ status: 0, stderr: "" });
    await rm(file);
    expect(await run("publish", "--prune")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("There is no Markdown file in this folder."),
    });
    const plan = await run("plan", "--prune", "--force");
    expect(plan).toMatchObject({ status: 0, stdout: expect.stringMatching(/^unpublish .* c\.md\n1 file: /) });
    expect((await run("publish", "--prune", "--force")).stdout).toMatch(/\n1 file: 1 unpublished\n$/);
    expect((await run("publish", "--prune", "--force")).stdout).toBe("0 files\n");
    expect((await one.pages()).every(({ live }: { live: boolean }) => !live)).toBe(true);
  });
});

describe("a file's state", () => {
  const later = "2999-01-02T03:04:05.000Z";

  test("with a date to come is scheduled, once, and moves with the date", async () => {
    const posts = await folderOf();
    await posts.write(`${posts.source}-a`, "Ice.", `date: ${later}`);
    expect(Object.values(outcomesOf(await posts.run("--json")))).toEqual(["scheduled"]);
    const [page] = await posts.pages();
    expect(page).toMatchObject({ status: "scheduled", scheduled_for: later, live: false });
    const counts = countRequests();
    expect(Object.values(outcomesOf(await posts.run("--json")))).toEqual(["unchanged"]);
    expect(counts).toEqual({ GET: 3 });
    await posts.write(`${posts.source}-a`, "Thaw.", "date: 2999-05-05");
    expect(Object.values(outcomesOf(await posts.run("--json")))).toEqual(["scheduled"]);
    expect(await posts.pages()).toMatchObject([{ id: page.id, scheduled_for: "2999-05-05T00:00:00.000Z" }]);
    await posts.write(`${posts.source}-a`, "Thaw.", "date: 2025-05-05");
    expect(Object.values(outcomesOf(await posts.run("--json")))).toEqual(["updated"]);
    expect(await posts.pages()).toMatchObject([{ id: page.id, status: "live", scheduled_for: null }]);
  });

  test("follows --future, and draft: true takes it off the site", async () => {
    const posts = await folderOf();
    await posts.write(`${posts.source}-a`, "Ice.", `date: ${later}`);
    const states = async (...options: string[]) =>
      Object.values(outcomesOf(await posts.run("--json", ...options)));
    expect(await states("--future", "draft")).toEqual(["draft_saved"]);
    expect(await states("--future", "draft")).toEqual(["unchanged"]);
    expect(await states("--future", "publish")).toEqual(["published"]);
    expect(await states()).toEqual(["unchanged"]);
    await posts.write(`${posts.source}-a`, "Ice.", `date: ${later}`, "draft: true");
    expect(await states()).toEqual(["unpublished"]);
    expect(await isPublic(`${posts.source}-a`)).toBe(false);
    expect(await states()).toEqual(["unchanged"]);
    expect((await posts.run("--future", "never")).status).toBe(2);
  });
});

test("keys that mean nothing are warnings, or faults with --strict, and aliases are kept as they are", async () => {
  const posts = await folderOf();
  await posts.write(
    "a",
    "Ice.",
    `slug: ${posts.source}-a`,
    "titel: b",
    `aliases: /old-${posts.source}, /older-${posts.source}/`,
  );
  const warning = `${posts.path("a")}:4: titel: unknown key; is it title?`;
  expect(await posts.run("--strict")).toMatchObject({ status: 2, stderr: expect.stringContaining(warning) });
  expect(await posts.run()).toMatchObject({ status: 0, stderr: expect.stringContaining(warning) });
  const counts = countRequests();
  expect(Object.values(outcomesOf(await posts.run("--json")))).toEqual(["unchanged"]);
  expect(counts).toEqual({ GET: 3 });
  const [{ id }] = await posts.pages();
  await edit(id, { seo_title: "Theirs" });
  expect(Object.values(outcomesOf(await posts.run("--json")))).toEqual(["unchanged"]);
});

test("a key that means nothing is one line for people, however many files have it", async () => {
  const posts = await folderOf();
  for (const name of ["a", "b", "c"])
    await posts.write(name, "Ice.", `slug: ${posts.source}-${name}`, "date: 2026-01-02", "moood: calm");
  await posts.write("d", "Ice.", `slug: ${posts.source}-d`, "date: 2026-01-03", "wether: mist");
  const told = [
    `${posts.path("a")}:5: moood: unknown key. (In 3 files; this is the first.)`,
    `${posts.path("d")}:5: wether: unknown key.`,
  ];
  const planned = await service.run("plan", posts.folder, "--parent", "/home/notes");
  expect(planned.stderr.trim().split("\n")).toEqual(told);
  expect((await posts.run()).stderr.trim().split("\n")).toEqual(told);
  const machine = await service.run("plan", posts.folder, "--parent", "/home/notes", "--json");
  expect(resultsOf(machine).map(({ warnings }: { warnings: object[] }) => warnings.length)).toEqual([
    1, 1, 1, 1,
  ]);
});

describe("nothing is lost or doubled", () => {
  // A run that is killed before its next request leaves what one leaves that does not hear its last answer.
  test("when a run is killed at any point and run again", async () => {
    for (let n = 1, end: "killed" | CommandResult = "killed"; end === "killed"; n++) {
      const posts = await folderOf("gone");
      await posts.write(`${posts.source}-moved`, "Moved.");
      await posts.run();
      const before = await posts.pages();
      await rm(posts.path("gone"));
      await rename(posts.path(`${posts.source}-moved`), posts.path(`${posts.source}-there`));
      await posts.write("new", "New.", `slug: ${posts.source}-new`);
      end = await killedAt(n, true, () => posts.run("--prune"));
      expect(await posts.run("--prune")).toMatchObject({ status: 0 });
      const after = await posts.pages();
      expect(after).toHaveLength(3);
      const ids = new Map(after.map(({ id, slug }: { id: number; slug: string }) => [slug, id]));
      for (const { id, slug } of before) expect(ids.get(slug.replace(/-moved$/, "-there"))).toBe(id);
      expect(after.filter(({ live }: { live: boolean }) => !live)).toMatchObject([
        { slug: `${posts.source}-gone` },
      ]);
      expect((await posts.run("--prune")).stdout).toMatch(/2 files: 2 unchanged\n$/);
    }
  });

  test("when two pipelines publish a folder at once", async () => {
    const posts = await folderOf("a", "b");
    await posts.run();
    await posts.write("a", "New.", `slug: ${posts.source}-a`);
    await posts.write("c", "New.", `slug: ${posts.source}-c`);
    const runs = await Promise.all([posts.run(), posts.run(), posts.run()]);
    expect(runs.map(({ status, stderr }) => ({ status, stderr }))).toEqual(
      runs.map(() => ({ status: 0, stderr: "" })),
    );
    expect(await posts.pages()).toHaveLength(3);
    expect((await posts.run()).stdout).toMatch(/3 files: 3 unchanged\n$/);
  });

  test("when two pipelines publish different contents at once: one wins, the other names the conflict", async () => {
    const [posts, other] = [await folderOf("a"), await folderOf()];
    await posts.run();
    await posts.write("a", "One.", `slug: ${posts.source}-a`);
    await other.write("a", "Other.", `slug: ${posts.source}-a`);
    const both = Promise.withResolvers<void>();
    let waiting = 0;
    aroundRequests(async (send, method) => {
      if (method === "PATCH" && ++waiting === 2) both.resolve();
      if (method === "PATCH") await both.promise;
      return send();
    });
    const runs = await Promise.all([posts.run("--json"), other.run("--json", "--source", posts.source)]);
    const [page, ...doubles] = await posts.pages();
    expect(doubles).toEqual([]);
    expect(runs.map((run) => outcomesOf(run)["a.md"]).sort()).toEqual(["conflict", "updated"]);
    const isFirst = outcomesOf(runs[0]!)["a.md"] === "updated";
    expect((await editorPost(page.id)).detail[0].value).toBe(isFirst ? "<p>One.</p>" : "<p>Other.</p>");
    const message = "ada changed this post meanwhile; their version is kept.";
    expect(resultsOf(runs[isFirst ? 1 : 0]!)[0].errors).toEqual([{ line: 1, message }]);
  });

  test.each([
    { is: "created", names: [], method: "POST" },
    { is: "changed", names: ["a"], method: "GET" },
  ])("when a post is $is by another run after this one has listed them", async ({ names, method }) => {
    const [posts, other] = [await folderOf(...names), await folderOf()];
    if (names.length > 0) await posts.run();
    await posts.write("a", "One.", `slug: ${posts.source}-a`);
    await other.write("a", "Other.", `slug: ${posts.source}-a`);
    let isFirst = true;
    aroundRequests(async (send, sent, url) => {
      if (isFirst && sent === method && /\/editor\/posts\/(?:\d+\/)?(?:\?|$)/.test(url)) {
        isFirst = false;
        expect(await other.run("--source", posts.source)).toMatchObject({ status: 0 });
      }
      return send();
    });
    const run = await posts.run();
    expect(isFirst).toBe(false);
    expect(run.status).toBe(1);
    expect(run.stderr).toMatch(/a\.md:1: Another run has saved this page meanwhile/);
    const [{ id }] = await posts.pages();
    expect((await editorPost(id)).detail[0].value).toBe("<p>Other.</p>");
    expect((await posts.run()).status).toBe(0);
    expect((await editorPost(id)).detail[0].value).toBe("<p>One.</p>");
  });
});
