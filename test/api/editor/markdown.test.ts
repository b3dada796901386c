// Proves contract rules: markdown, markdown-html, markdown-images, markdown-conflict, markdown-paths,
// markdown-off.

import { afterEach, describe, expect, test } from "vitest";
import { createPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { readAudit } from "#lib/store/audit.ts";
import { call } from "#test/support/call.ts";
import { rehearseCalls } from "#test/support/rehearsals.ts";
import { createDraft, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();
rehearseCalls();

const create = (fields: object) =>
  call(createPost, {
    as: "ada",
    body: { parent: { id: world.notes }, title: "A heron", slug: freshSlug(), ...fields },
  });

const update = (post: { id: number; latest_revision_id: number }, fields: object) =>
  call(updatePost, {
    as: "ada",
    params: { id: post.id },
    body: { base_revision_id: post.latest_revision_id, ...fields },
  });

const paragraph = (value: string) => ({ type: "paragraph", value });

describe("a section that is written as Markdown", () => {
  test("is a list of blocks in every answer, and its source is nowhere", async () => {
    const { status, body } = await create({
      overview_markdown: "*a*",
      detail_markdown: "b\n\n```sh\nls\n```",
    });
    expect(status).toBe(201);
    const blocks = {
      overview: [paragraph("<p><i>a</i></p>")],
      detail: [paragraph("<p>b</p>"), { type: "code", value: { language: "sh", source: "ls" } }],
    };
    expect(body).toMatchObject(blocks);
    expect(Object.keys(body).filter((name) => name.includes("markdown"))).toEqual([]);
    const updated = await update(body, { detail_markdown: "c" });
    expect(updated.body).toMatchObject({ ...blocks, detail: [paragraph("<p>c</p>")] });
  });

  test("goes through the site's sanitizer", async () => {
    const { body } = await create({
      overview_markdown: "## head\n\n> quote\n\n<b>x</b> [l](javascript:x) [m](sms:1)",
    });
    expect(body.overview).toEqual([
      paragraph("<p>head</p><p>quote</p><p>&lt;b&gt;x&lt;/b&gt; [l](javascript:x) m</p>"),
    ]);
  });

  test.each([5, 12345678901234567891n, 1.5, true, false, [], {}])(
    "is a string: %s is invalid, on create and PATCH",
    async (value) => {
      const written = typeof value === "bigint" ? String(value) : JSON.stringify(value);
      const fields = `"overview_markdown": ${written}, "detail_markdown": ${written}`;
      const draft = await createDraft(world.notes);
      const created = await call(createPost, {
        as: "ada",
        body: `{"parent": {"id": ${world.notes}}, "title": "A heron", ${fields}}`,
      });
      const updated = await call(updatePost, {
        as: "ada",
        params: { id: draft.id },
        body: `{"base_revision_id": ${draft.latest_revision_id}, ${fields}}`,
      });
      const invalid = [{ code: "invalid", message: expect.any(String) }];
      for (const { status, body } of [created, updated])
        expect([status, body.errors]).toEqual([
          400,
          { overview_markdown: invalid, detail_markdown: invalid },
        ]);
    },
  );

  test("in both forms is a conflict at the Markdown field, whatever form the other section has", async () => {
    const { status, body } = await create({ overview: [], overview_markdown: "a", detail_markdown: "b" });
    expect([status, body.errors]).toEqual([
      400,
      { overview_markdown: [{ code: "conflict", message: expect.any(String) }] },
    ]);
    expect((await create({ overview: [], detail_markdown: "b" })).status).toBe(201);
    expect((await create({ overview_markdown: "a", detail: [] })).status).toBe(201);
  });

  test("with an image or an empty fence is refused with its lines and places, and nothing is saved", async () => {
    const draft = await createDraft(world.notes, { detail_markdown: "kept" });
    const image = await update(draft, { title: "New", overview_markdown: "a\n\n![b](c)\nd" });
    expect(image.body.errors).toMatchObject({
      overview_markdown: [{ code: "inline_image", message: expect.stringContaining("lines 3-4") }],
    });
    const fence = await update(draft, { title: "New", detail_markdown: "a\n\n```\n```" });
    expect(fence.body.errors).toMatchObject({ "detail_markdown.1.value.source": [{ code: "required" }] });
    expect((await call(readPost, { as: "ada", params: { id: draft.id } })).body).toEqual(draft);
    expect(await readAudit(draft.id)).toHaveLength(1);
  });
});

describe("a site that takes no Markdown", () => {
  afterEach(() => {
    delete process.env.SITE_EDITOR_MARKDOWN;
  });

  test("refuses it at its fields, and takes blocks", async () => {
    const draft = await createDraft(world.notes, { detail_markdown: "kept" });
    process.env.SITE_EDITOR_MARKDOWN = "false";
    const unavailable = [{ code: "markdown_unavailable", message: expect.any(String) }];
    const created = await create({ overview_markdown: "a", detail_markdown: "" });
    expect([created.status, created.body.errors]).toEqual([
      400,
      { overview_markdown: unavailable, detail_markdown: unavailable },
    ]);
    const updated = await update(draft, { overview: [], detail_markdown: "b" });
    expect([updated.status, updated.body.errors]).toEqual([400, { detail_markdown: unavailable }]);
    expect((await create({ overview: [paragraph("a")] })).status).toBe(201);
    expect((await update(draft, { overview: [paragraph("b")] })).body.detail).toEqual(draft.detail);
  });
});
