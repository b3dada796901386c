// Proves contract rules: rich-text, rich-text-invalid.

import { describe, expect, test } from "vitest";
import { createPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { call } from "#test/support/call.ts";
import { rehearseCalls } from "#test/support/rehearsals.ts";
import { createDraft, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();
rehearseCalls();

const paragraph = (value: string) => ({ type: "paragraph", value });

const create = (...paragraphs: string[]) => {
  const body = { parent: { id: world.notes }, title: "A heron", overview: paragraphs.map(paragraph) };
  return call(createPost, { as: "ada", body: { ...body, slug: freshSlug() } });
};

describe("a paragraph that is written", () => {
  test("is answered as it is stored: with the site's features, its own keys and its internal links", async () => {
    const { status, body } = await create(
      '<h2 data-block-key="k1" class="x">head</h2><p>a <em>b</em> <script>x()</script><u>c</u></p>',
      '<p><a linktype="page" id="999999">gone</a> <a href="javascript:x()">bad</a> <a href="/x">good</a></p>',
    );
    expect([status, body.overview]).toEqual([
      201,
      [
        paragraph('<p data-block-key="k1">head</p><p>a <i>b</i> c</p>'),
        paragraph('<p><a linktype="page" id="999999">gone</a> bad <a href="/x">good</a></p>'),
      ],
    ]);
    expect((await call(readPost, { as: "ada", params: { id: body.id } })).body).toEqual(body);
  });

  test("and cannot be converted, or has an embed tag, is refused at its place, and nothing is saved", async () => {
    const draft = await createDraft(world.notes, { overview: [paragraph("<p>kept</p>")] });
    const { status, body } = await call(updatePost, {
      as: "ada",
      params: { id: draft.id },
      body: {
        base_revision_id: draft.latest_revision_id,
        overview: [paragraph("fine"), paragraph('<p><a linktype="page">x</a></p>')],
        detail: [paragraph("<p>a<EMBED url='x'>b</p>")],
      },
    });
    expect([status, body.errors]).toEqual([
      400,
      {
        "overview.1.value": [{ code: "invalid", message: expect.any(String) }],
        "detail.0.value": [{ code: "inline_embed", message: expect.any(String) }],
      },
    ]);
    expect((await call(readPost, { as: "ada", params: { id: draft.id } })).body).toEqual(draft);
  });
});
