import { readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { listPages } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import { useWorld } from "#test/support/world.ts";
import type { CommandResult } from "./lectern.ts";
import { usePublishing } from "./publish-service.ts";

useWorld();
const service = usePublishing();

let folders = 0;

const folderOf = async (parent = "/home/notes") => {
  const source = `pages-${++folders}`;
  const folder = dirname(await service.write(join(source, ".keep"), ""));
  const write = (name: string, ...lines: string[]) =>
    service.write(join(source, `${name}.md`), ["---", ...lines, "---", "", "Who *we* are.", ""].join("\n"));
  const command =
    (name: string) =>
    (...options: string[]) =>
      service.run(name, folder, "--parent", parent, ...options);
  return { source, folder, write, publish: command("publish"), plan: command("plan"), pull: command("pull") };
};

const resultsOf = ({ stdout, stderr }: CommandResult) => {
  expect(stdout, stderr).toMatch(/^\{/);
  return JSON.parse(stdout).results;
};

const outcomesOf = (run: CommandResult): string[] =>
  resultsOf(run).map(({ outcome, action }: { outcome: string; action: string }) => outcome ?? action);

const page = async (id: number) => (await call(readPost, { as: "ada", params: { id } })).body;

test("a file of `type: page` is a page that is no post, and stays one", async () => {
  const { write, plan, publish, source } = await folderOf();
  await write("about", "type: Page", "title: About us", "menu: main", "summary: We.", "date: 2020-01-02");
  await write("ice", "title: Ice", "tags: [winter]", "menu: main", "type: post");
  expect(outcomesOf(await plan("--json"))).toEqual(["create", "create"]);
  const run = await publish("--json", "--strict");
  expect(outcomesOf(run)).toEqual(["published", "published"]);
  const { id } = resultsOf(run).find(({ file }: { file: string }) => file.endsWith("about.md"));
  expect(await page(id)).toMatchObject({
    ...{
      type: "site.Page",
      title: "About us",
      slug: "about",
      show_in_menus: true,
      search_description: "We.",
    },
    ...{ live: true, detail: [{ type: "paragraph", value: "<p>Who <i>we</i> are.</p>" }] },
    source: { name: source, path: "about.md" },
  });
  const { body } = await call(listPages, { query: { type: "site.Page", exact_type: "true" } });
  expect(body.results.map((each: { id: number }) => each.id)).toEqual([id]);
  expect(outcomesOf(await publish("--json"))).toEqual(["unchanged", "unchanged"]);
  await write("about", "type: page", "title: About us", "summary: We.");
  expect(outcomesOf(await publish("--json"))).toEqual(["updated", "unchanged"]);
  expect(await page(id)).toMatchObject({ show_in_menus: false });
});

test("keys that only posts have are warnings, and with --strict faults", async () => {
  const { write, publish } = await folderOf();
  await write("imprint", "type: page", "title: Imprint", "tags: [law]", "author: Ada", "guid: x");
  const run = await publish("--draft");
  expect(run.stderr).toMatch(/imprint\.md:4: tags: only posts have this/);
  expect(run.stderr).toMatch(/imprint\.md:5: authors: only posts have this/);
  expect(run.stderr).toMatch(/imprint\.md:6: guid: only posts have this/);
  expect(run.status).toBe(0);
  expect((await publish("--draft", "--strict")).status).toBe(2);
});

test("neither becomes the other", async () => {
  const { write, publish, folder } = await folderOf();
  await write("one", "title: One");
  await write("two", "type: page", "title: Two");
  await publish();
  await write("one", "type: page", "title: One");
  await write("two", "title: Two");
  const run = await publish();
  expect(run.status).toBe(1);
  expect(run.stderr).toMatch(/is a post, and posts do not become such pages/);
  expect(run.stderr).toMatch(/is a page that is no post, and such pages do not become posts/);
  await rm(folder, { recursive: true });
});

test("below the home page a folder has pages only, and its addresses begin the site's", async () => {
  const { write, plan, publish } = await folderOf("/");
  await write("contact", "type: page", "title: Contact", "menu: true");
  const run = await publish("--json");
  expect(outcomesOf(run)).toEqual(["published"]);
  expect(resultsOf(run)[0]).toMatchObject({ url: expect.stringMatching(/\/contact\/$/) });
  const { id } = resultsOf(run)[0];
  expect((await call(listPages, { query: { slug: "contact" } })).body.results).toEqual([
    expect.objectContaining({
      id,
      meta: expect.objectContaining({ html_url: expect.stringMatching(/e\/contact\/$/) }),
    }),
  ]);
  expect(outcomesOf(await plan("--json"))).toEqual(["unchanged"]);
  await write("post", "title: Post");
  const faulty = await publish();
  expect([faulty.status, faulty.stderr]).toEqual([2, expect.stringMatching(/post\.md:1: Below a home page/)]);
});

test("pull writes edits of a page into its file, and new pages into files that publish takes", async () => {
  const { write, publish, pull, folder } = await folderOf();
  const file = await write("help", "type: page", "title: Help", "menu: true");
  const { id } = resultsOf(await publish("--json"))[0];
  const { latest_revision_id: base_revision_id } = await page(id);
  const body = { base_revision_id, title: "Help us", show_in_menus: false, search_description: "Please." };
  await call(updatePost, { as: "ada", params: { id }, body });
  expect(outcomesOf(await pull("--json"))).toEqual(["pulled"]);
  const text = await readFile(file, "utf8");
  expect(text).toContain("type: page\ntitle: Help us\n");
  expect(text).toContain("summary: Please.");
  expect(text).not.toContain("menu");
  await call(updatePost, {
    as: "ada",
    params: { id },
    body: { base_revision_id: (await page(id)).latest_revision_id, source: null, show_in_menus: true },
  });
  await rm(file);
  await write("other", "title: Other");
  await publish();
  const pulled = resultsOf(await pull("--new", "--json"));
  expect(pulled).toContainEqual(expect.objectContaining({ id, outcome: "added" }));
  const made = await readFile(join(folder, "help.md"), "utf8");
  expect(made).toMatch(/^---\ntype: page\ntitle: Help us\nslug: help\nid: \d+\n/);
  expect(made).toContain("menu: true");
  expect(made).not.toMatch(/date:|tags:/);
  expect(outcomesOf(await publish("--json"))).not.toContain("failed");
});

test("a file says its language and what it translates, in any writing, and is unchanged afterwards", async () => {
  const { write, publish, pull } = await folderOf();
  await write("frost", "title: Frost");
  const { id: original } = resultsOf(await publish("--json"))[0];
  const file = await write("gelo", "title: Gelo", "language: pt_br", `translation_of: ${original}`);
  const run = await publish("--json", "--strict");
  const { id } = resultsOf(run).find((each: { file: string }) => each.file.endsWith("gelo.md"));
  expect(await page(id)).toMatchObject({ language: "pt-BR", translation_of: original });
  expect(outcomesOf(await publish("--json"))).toEqual(["unchanged", "unchanged"]);
  const { latest_revision_id: base_revision_id } = await page(id);
  await call(updatePost, { as: "ada", params: { id }, body: { base_revision_id, language: "es" } });
  expect(outcomesOf(await pull("--json")).sort()).toEqual(["pulled", "unchanged"]);
  expect(await readFile(file, "utf8")).toContain("language: es\n");
  await write("gelo", "title: Gelo", `translation_of: ${original}`);
  await publish("--force");
  expect(await page(id)).not.toHaveProperty("language");
});
