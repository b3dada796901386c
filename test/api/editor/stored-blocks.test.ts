// Proves contract rules: sections, placeholders, rich-text-invalid, markdown, sanitized-once.

import { beforeAll, describe, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import type { PostContent } from "#lib/pages/content.ts";
import { publishPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { readLivePage } from "#lib/routes/pages.ts";
import { readEditablePage } from "#lib/store/pages.ts";
import { call } from "#test/support/call.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();

const stored = [
  { type: "paragraph", value: '<h2 onclick="x()">kept as it is</h2>' },
  { type: "embed", value: "https://video.example/1" },
  { type: "code", value: { language: "", source: "" } },
  { type: "code", value: "malformed" },
  { type: "paragraph", value: ["malformed"] },
  { type: "code", value: { language: "sh", source: "ls", more: 1 } },
];

/** A section that the editor API does not know. */
const aside = [{ type: "paragraph", value: "<p>beside</p>" }];

const placeholder = (stored_type: string, index: number) => ({
  type: "unsupported",
  value: { stored_type, position: `detail.${index}` },
});

let id: number;

beforeAll(async () => {
  const post = {
    type: "site.Post",
    key: "imported",
    slug: "imported",
    title: "Imported",
    stored_body: {
      overview: [{ type: "paragraph", value: '<p>over</p><embed url="x"/>' }],
      detail: stored,
      aside,
    },
  };
  const blog = {
    type: "site.Blog",
    slug: "notes",
    title: "Notes",
    description: "<p>Of the marsh.</p>",
    children: [post],
  };
  const pages = [{ type: "site.HomePage", slug: "home", title: "Home", children: [blog] }];
  const { ids } = await applyManifest({ version: 1, pages });
  id = ids.pages.imported!;
});

const read = async () => (await call(readPost, { as: "ada", params: { id } })).body;

const update = async (fields: object) => {
  const base_revision_id = (await read()).latest_revision_id;
  return call(updatePost, { as: "ada", params: { id }, body: { base_revision_id, ...fields } });
};

describe("a stored paragraph", () => {
  test("with an embed tag can be read, and not be sent back", async () => {
    const [paragraph] = (await read()).overview;
    expect(paragraph.value).toBe('<p>over</p><embed url="x"/>');
    const { status, body } = await update({ overview: [paragraph] });
    expect([status, Object.keys(body.errors)]).toEqual([400, ["overview.0.value"]]);
    expect(body.errors["overview.0.value"]).toMatchObject([{ code: "inline_embed" }]);
  });
});

describe("stored blocks that the API cannot write", () => {
  test("read as placeholders, and stored HTML as it is", async () => {
    expect((await read()).detail).toEqual([
      stored[0],
      placeholder("embed", 1),
      placeholder("code", 2),
      placeholder("code", 3),
      placeholder("paragraph", 4),
      { type: "code", value: { language: "sh", source: "ls" } },
    ]);
  });

  test("are left out of the public page where they cannot be shown", async () => {
    const { body } = await call(readLivePage, { params: { id } });
    expect(body.body[1].value.map(({ value }: { value: unknown }) => value)).toEqual([
      stored[0]!.value,
      "https://video.example/1",
      { language: "", source: "" },
      { language: "sh", source: "ls" },
    ]);
    expect(body.html_detail).toContain("kept as it is");
    expect(body.html_detail).not.toContain("malformed");
  });

  test("stay when their section is not named", async () => {
    const before = (await read()).detail;
    const { body } = await update({ title: "Renamed", overview: [] });
    expect(body.detail).toEqual(before);
  });

  test("are kept, moved and left out by what is sent back; positions are numbered anew", async () => {
    const [html] = (await read()).detail;
    const { status, body } = await update({
      detail: [placeholder("paragraph", 4), html, placeholder("embed", 1)],
    });
    expect([status, body.detail]).toEqual([
      200,
      [
        placeholder("paragraph", 0),
        { type: "paragraph", value: "<p>kept as it is</p>" },
        placeholder("embed", 2),
      ],
    ]);
    await call(publishPost, { as: "ada", params: { id } });
    const page = await call(readLivePage, { params: { id } });
    expect(page.body.body[1].value.map(({ value }: { value: unknown }) => value)).toEqual([
      "<p>kept as it is</p>",
      "https://video.example/1",
    ]);
    const content = (await readEditablePage(id))?.latest?.content as PostContent;
    expect(content.body.at(-1)).toEqual({ type: "aside", value: aside });
  });

  test("go when their section is replaced by Markdown", async () => {
    const { body } = await update({ detail_markdown: "new" });
    expect(body.detail).toEqual([{ type: "paragraph", value: "<p>new</p>" }]);
  });
});
