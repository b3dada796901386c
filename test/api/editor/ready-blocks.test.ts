// Proves contract rules: ready-blocks, placeholders.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { createPost, publishPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { readEditorSite } from "#lib/routes/editor-site.ts";
import { listPages, readLivePage } from "#lib/routes/pages.ts";
import { readOpenApi } from "#lib/routes/root.ts";
import { call } from "#test/support/call.ts";
import { rehearseCalls } from "#test/support/rehearsals.ts";
import { createLivePost, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();
rehearseCalls();

const site = { name: "Test site", base_url: "https://notes.example" };

const enable = (ready_blocks: readonly string[]) =>
  applyManifest({ version: 1, site: { ...site, ready_blocks } });

const all = ["table", "callout", "footnotes"];

beforeEach(() => enable(all));

const table = {
  caption: "Counted at <strong>dawn</strong>",
  header: ["Bird", "Count"],
  align: ["", "right"],
  rows: [
    ["Bittern", "3"],
    ["<em>Teal</em>", ""],
  ],
};

const shownTable = {
  caption: "<p>Counted at <b>dawn</b></p>",
  header: ["<p>Bird</p>", "<p>Count</p>"],
  align: ["", "right"],
  rows: [
    ["<p>Bittern</p>", "<p>3</p>"],
    ["<p><i>Teal</i></p>", ""],
  ],
};

const create = (detail: readonly unknown[]) => {
  const body = { parent: { id: world.notes }, title: "A count", slug: freshSlug(), overview: [], detail };
  return call(createPost, { as: "ada", body });
};

const read = async (id: number) => (await call(readPost, { as: "ada", params: { id } })).body;

const problemsOf = async (value: unknown, type = "table") => {
  const { status, body } = await create([{ type, value }]);
  expect(status).toBe(400);
  return Object.entries(body.errors as object).map(([path, [error]]) => `${path} ${error.code}`);
};

describe("a site that enables tables", () => {
  test("takes them, with defaults for what an author leaves out, and shows them on pages and in answers", async () => {
    const { status, body } = await create([
      { type: "table", value: table },
      { type: "table", value: { rows: [["a"]] } },
    ]);
    expect(status).toBe(201);
    expect(body.detail).toEqual([
      { type: "table", value: shownTable },
      { type: "table", value: { caption: "", header: [], align: [], rows: [["<p>a</p>"]] } },
    ]);
    await call(publishPost, { as: "ada", params: { id: body.id } });
    const page = await call(readLivePage, { params: { id: body.id } });
    expect(page.body.html_detail).toContain("<caption>Counted at <b>dawn</b></caption>");
    expect(page.body.html_detail).toContain('<td class="align-right">3</td>');
    expect(await read(body.id)).toMatchObject({ detail: body.detail });
  });

  test("says so to authors and programs", async () => {
    const { body } = await call(readEditorSite, { as: "ada" });
    expect(body.ready_blocks).toEqual(all);
    expect(body.custom_blocks.overview.table).toMatchObject({
      type: "struct",
      fields: { rows: { type: "list" }, caption: { type: "richtext", required: false } },
    });
    const { components } = (await call(readOpenApi, {})).body as unknown as {
      components: { schemas: Record<string, { description?: string }> };
    };
    expect(components.schemas["DetailBlock.table"]?.description).toMatch(/^A table: /);
  });

  test.each([
    ["a table of nothing", {}, ["detail.0.value.rows invalid"]],
    [
      "rows of other lengths",
      { header: ["a", "b"], rows: [["1"], ["1", "2"], ["1", "2", "3"]] },
      ["detail.0.value.rows.0 invalid", "detail.0.value.rows.2 invalid"],
    ],
    [
      "more alignments than columns",
      { align: ["left", "left"], rows: [["1"]] },
      ["detail.0.value.align invalid"],
    ],
    ["an unknown alignment", { align: ["top"], rows: [["1"]] }, ["detail.0.value.align.0 invalid_choice"]],
    ["a cell that is no text", { rows: [[1]] }, ["detail.0.value.rows.0.0 invalid"]],
    ["51 columns", { header: Array.from({ length: 51 }, () => "x") }, ["detail.0.value.header max_length"]],
    ["1,001 rows", { rows: Array.from({ length: 1_001 }, () => ["x"]) }, ["detail.0.value.rows max_length"]],
    [
      "5,001 cells",
      { rows: Array.from({ length: 501 }, () => Array.from({ length: 10 }, () => "x")) },
      ["detail.0.value.rows max_length"],
    ],
    ["201 KB", { rows: [["x".repeat(201_000)]] }, ["detail.0.value.rows max_length"]],
  ])("refuses %s", async (_, value, problems) => {
    expect(await problemsOf(value)).toEqual(problems);
  });

  test("refuses callouts of an unknown kind, and without a text and a title", async () => {
    expect(await problemsOf({ kind: "gossip", text: "a" }, "callout")).toEqual([
      "detail.0.value.kind invalid_choice",
    ]);
    expect(await problemsOf({ kind: "note", text: "" }, "callout")).toEqual(["detail.0.value.text required"]);
    const { body } = await create([{ type: "callout", value: { kind: "note", text: "<h2>a</h2>" } }]);
    expect(body.detail).toEqual([{ type: "callout", value: { kind: "note", title: "", text: "<p>a</p>" } }]);
  });

  test("refuses notes without a text, with labels that marks cannot name, twice the same, and none", async () => {
    const note = (label: string, text = "a") => ({ label, text });
    expect(await problemsOf([note("a b"), note("c"), note("c"), note("[d")], "footnotes")).toEqual([
      "detail.0.value.0.label invalid",
      "detail.0.value.2.label duplicate",
      "detail.0.value.3.label invalid",
    ]);
    expect(await problemsOf([note("a", "")], "footnotes")).toEqual(["detail.0.value.0.text required"]);
    expect(await problemsOf([], "footnotes")).toEqual(["detail.0.value required"]);
    const many = Array.from({ length: 501 }, (_, index) => note(`n${index}`));
    expect(await problemsOf(many, "footnotes")).toEqual(["detail.0.value max_length"]);
  });

  test("finds posts by the words in them", async () => {
    await createLivePost(world.notes, { detail: [{ type: "table", value: { rows: [["Sanderling"]] } }] });
    const { body } = await call(listPages, { query: { search: "sanderling" } });
    expect(body.results).toHaveLength(1);
  });
});

describe("a site that disables a ready block", () => {
  test("refuses new ones, keeps stored ones as placeholders, and still shows them", async () => {
    const { id } = await createLivePost(world.notes, { detail: [{ type: "table", value: table }] });
    await enable([]);
    expect(Object.keys((await create([{ type: "table", value: table }])).body.errors)).toEqual([
      "detail.0.type",
    ]);
    const kept = [{ type: "unsupported", value: { stored_type: "table", position: "detail.0" } }];
    const { detail, latest_revision_id } = await read(id);
    expect(detail).toEqual(kept);
    const body = { base_revision_id: latest_revision_id, detail: kept };
    expect((await call(updatePost, { as: "ada", params: { id }, body })).status).toBe(200);
    const page = await call(readLivePage, { params: { id } });
    expect(page.body.html_detail).toContain('<th scope="col">Bird</th>');
    const { body: shown } = await call(readEditorSite, { as: "ada" });
    expect([shown.ready_blocks, shown.custom_blocks]).toEqual([undefined, undefined]);
  });
});

describe("a block of this name that a site declares itself", () => {
  beforeAll(() => {
    process.env.SITE_POST_BODY_BLOCKS = JSON.stringify({
      sections: { detail: ["table"] },
      blocks: { table: { type: "char" } },
    });
  });
  afterAll(() => {
    delete process.env.SITE_POST_BODY_BLOCKS;
  });

  test("takes the place of the ready one", async () => {
    expect((await create([{ type: "table", value: "words" }])).body.detail).toEqual([
      { type: "table", value: "words" },
    ]);
    expect((await call(readEditorSite, { as: "ada" })).body.ready_blocks).toEqual(["callout", "footnotes"]);
  });
});

describe("a manifest", () => {
  const manifest = (ready_blocks: readonly string[] | undefined, detail: readonly unknown[]) => ({
    version: 1,
    site: { ...site, ...(ready_blocks && { ready_blocks }) },
    pages: [
      {
        type: "site.HomePage",
        slug: "home",
        title: "Home",
        children: [
          {
            type: "site.Blog",
            slug: "notes",
            title: "Notes",
            description: "<p>Of the marsh.</p>",
            children: [{ type: "site.Post", key: "counts", slug: "counts", title: "Counts", detail }],
          },
        ],
      },
    ],
  });

  test("enables the blocks that its own posts have, and changes nothing when it is applied again", async () => {
    await enable([]);
    const said = manifest(["table"], [{ type: "table", value: table }]);
    const { ids } = await applyManifest(said);
    expect((await read(ids.pages.counts!)).detail).toEqual([{ type: "table", value: shownTable }]);
    const again = await applyManifest(said);
    expect([again.created, again.updated]).toEqual([0, 0]);
  });

  test("is refused for a table where it enables none, and for an unknown block", async () => {
    const blocks = [{ type: "table", value: table }];
    await expect(applyManifest(manifest(undefined, blocks))).rejects.toThrow("detail[0].type: ");
    await expect(applyManifest(manifest(["hologram"], []))).rejects.toThrow("site.ready_blocks[0]: ");
  });
});
