import { rename, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { listEditablePages } from "#lib/routes/editor-pages.ts";
import { readPost } from "#lib/routes/editor-posts.ts";
import { call } from "#test/support/call.ts";
import { useWorld } from "#test/support/world.ts";
import type { CommandResult } from "./lectern.ts";
import { usePublishing } from "./publish-service.ts";

useWorld();
const service = usePublishing();

let folders = 0;

/** A folder of posts whose slugs are its own; `run` publishes it. */
const newFolder = async () => {
  const source = `held-${++folders}`;
  const write = (name: string, body = "Ice.", ...keys: string[]) =>
    service.write(
      join(source, `${name}.md`),
      [
        "---",
        `title: ${source} ${name}`,
        `slug: ${source}-${name.replace("/", "-")}`,
        ...keys,
        "---",
        "",
        body,
        "",
      ].join("\n"),
    );
  const folder = dirname(await service.write(join(source, ".hidden"), ""));
  const run = (...options: string[]) => service.publish(folder, "--parent", "/home/notes", ...options);
  const plan = (...options: string[]) => service.run("plan", folder, "--parent", "/home/notes", ...options);
  const pages = async () => {
    const { body } = await call(listEditablePages, { as: "ada", query: { source, order: "title" } });
    const byPath: Record<string, (typeof body.results)[number]> = {};
    for (const page of body.results) byPath[page.source!.path] = page;
    return byPath;
  };
  return { source, folder, write, run, plan, pages, path: (name: string) => join(folder, `${name}.md`) };
};

const byFile = ({ stdout }: CommandResult, member: "outcome" | "action"): Record<string, string> =>
  Object.fromEntries(
    JSON.parse(stdout).results.map((result: Record<string, string>) => [
      result.file!.replace(/^.*\//, ""),
      result[member],
    ]),
  );

const fault = "cover: gone.png";

describe("a file with a fault", () => {
  test("holds back no other, unless --all-or-nothing says so; the status and the plan say that it is held back", async () => {
    const posts = await newFolder();
    for (const name of ["a", "c"]) await posts.write(name);
    await posts.write("b", "Ice.", fault);
    const strict = await posts.run("--all-or-nothing", "--json");
    expect([strict.status, byFile(strict, "outcome")]).toEqual([
      2,
      { "a.md": "skipped", "b.md": "failed", "c.md": "skipped" },
    ]);
    const planned = await posts.plan("--json");
    expect([planned.status, byFile(planned, "action")]).toEqual([
      2,
      { "a.md": "create", "b.md": "held_back", "c.md": "create" },
    ]);
    expect((await posts.plan()).stdout).toMatch(/^held back .*b\.md$/m);
    expect(await posts.pages()).toEqual({});
    const run = await posts.run();
    expect(run.status).toBe(2);
    expect(run.stderr).toBe(`${posts.path("b")}:4: cover: There is no file gone.png.\n`);
    expect(run.stdout).toMatch(/3 files: 2 published, 1 failed\n$/);
    expect(Object.keys(await posts.pages())).toEqual(["a.md", "c.md"]);
    await posts.write("b");
    expect(await posts.run()).toMatchObject({ status: 0, stderr: "" });
  });

  test.each([
    { name: "in its keys", spoil: fault },
    { name: "in its settings, such as a category that there is not", spoil: "categories: [nowhere]" },
  ])("$name leaves its page as it is, whatever is taken off the site", async ({ spoil }) => {
    const posts = await newFolder();
    for (const name of ["a", "b", "c"]) await posts.write(name);
    await posts.run();
    const { id } = (await posts.pages())["b.md"]!;
    const before = (await call(readPost, { as: "ada", params: { id } })).body;
    await posts.write("b", "Other ice.", spoil);
    await rm(posts.path("c"));
    for (const options of [["--prune"], ["--prune=all"], ["--prune", "--force"], ["--force"], []])
      expect((await posts.run(...options)).status).toBe(2);
    expect((await call(readPost, { as: "ada", params: { id } })).body).toEqual(before);
    const pages = await posts.pages();
    expect([pages["b.md"]!.live, pages["c.md"]!.live]).toEqual([true, false]);
  });

  test("that has lost its front matter or become something else leaves its page as it is, too", async () => {
    const posts = await newFolder();
    for (const name of ["a", "b", "sub/c"]) await posts.write(name);
    await posts.run();
    await writeFile(posts.path("b"), "No front matter.");
    await rm(join(posts.folder, "sub"), { recursive: true });
    await symlink("/tmp", join(posts.folder, "sub"));
    expect((await posts.run("--prune=all")).status).toBe(2);
    const pages = await posts.pages();
    expect(Object.values(pages).map(({ live }) => live)).toEqual([true, true, true]);
  });

  test("and another name might be one whose page has no file: nothing is taken off until it is known", async () => {
    const posts = await newFolder();
    for (const name of ["a", "b", "c"]) await posts.write(name);
    await posts.run();
    await rename(posts.path("b"), posts.path("moved"));
    await posts.write("moved", "Other ice.", fault);
    await rm(posts.path("b"), { force: true });
    await rm(posts.path("c"));
    const planned = await posts.plan("--prune=all", "--json");
    expect(byFile(planned, "action")).toEqual({ "a.md": "unchanged", "moved.md": "held_back" });
    const run = await posts.run("--prune=all");
    expect(run.status).toBe(2);
    expect(run.stderr).toMatch(/^Nothing is taken off the site while .*: b\.md, c\.md$/m);
    expect(Object.values(await posts.pages()).map(({ live }) => live)).toEqual([true, true, true]);
    await posts.write("moved", "Other ice.");
    expect((await posts.run("--prune=all")).status).toBe(0);
    const { "b.md": b, "c.md": c } = await posts.pages();
    expect([b!.live, c!.live]).toEqual([false, false]);
  });

  test("does not lose its page to a copy of what it said before", async () => {
    const posts = await newFolder();
    await posts.write("a");
    await posts.run();
    const { id } = (await posts.pages())["a.md"]!;
    await writeFile(
      posts.path("copy"),
      ["---", `title: ${posts.source} a`, `slug: ${posts.source}-copy`, "---", "", "Ice.", ""].join("\n"),
    );
    await posts.write("a", "Ice.", fault);
    expect(byFile(await posts.run("--json"), "outcome")).toEqual({
      "copy.md": "published",
      "a.md": "failed",
    });
    expect((await posts.pages())["a.md"]!.id).toBe(id);
  });

  test("is told where another file links to it; with --strict, that one is held back, too", async () => {
    const posts = await newFolder();
    const from = await posts.write("from", "See [it](faulty.md#part) and [that](late.md).");
    await posts.write("faulty", "Ice.", fault);
    await posts.write("late", "Ice.", "categories: [nowhere]");
    const run = await posts.run("--json");
    expect(byFile(run, "outcome")).toEqual({
      "from.md": "published",
      "faulty.md": "failed",
      "late.md": "failed",
    });
    const told = (await posts.run("--force")).stderr;
    for (const name of ["faulty", "late"])
      expect(told).toContain(`${from}:6: ${name}.md has a fault, and this run leaves it alone`);
    const { id } = (await posts.pages())["from.md"]!;
    const { detail } = (await call(readPost, { as: "ada", params: { id } })).body;
    expect(detail[0]!.value).toContain(`/notes/${posts.source}-faulty/#part`);
    const strict = await posts.run("--strict", "--json");
    expect(byFile(strict, "outcome")).toEqual({
      "from.md": "failed",
      "faulty.md": "failed",
      "late.md": "failed",
    });
  });

  test("may be two with one slug or id: both are held back, and others are not", async () => {
    const posts = await newFolder();
    for (const name of ["a", "b"]) await posts.write(name);
    await writeFile(posts.path("c"), `---\ntitle: C\nslug: ${posts.source}-b\n---\n`);
    expect(byFile(await posts.run("--json"), "outcome")).toEqual({
      ...{ "a.md": "published", "b.md": "failed", "c.md": "failed" },
    });
  });
});
