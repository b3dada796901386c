// Proves contract rules: placeholders, custom-blocks.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { createPost, publishPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { readEditorSite } from "#lib/routes/editor-site.ts";
import { readLivePage } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { rehearseCalls } from "#test/support/rehearsals.ts";
import { createDraft, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();
rehearseCalls();

const setting = {
  sections: { overview: ["callout"], detail: ["fact_list", "mixed", "picture", "raw_html"] },
  blocks: {
    callout: { type: "char", max_length: 40 },
    fact_list: {
      type: "list",
      item: {
        type: "struct",
        fields: {
          label: { type: "char" },
          text: { type: "richtext", features: ["bold", "italic", "link"] },
          more: { type: "richtext", required: false },
        },
      },
    },
    mixed: {
      type: "stream",
      required: false,
      blocks: { words: { type: "richtext" }, line: { type: "char" }, raw: { type: "rawhtml" } },
    },
    picture: { type: "struct", fields: { image: { type: "image" } } },
    raw_html: { type: "rawhtml" },
  },
};

const set = (value: unknown) => {
  process.env.SITE_POST_BODY_BLOCKS = JSON.stringify(value);
};

beforeAll(() => set(setting));

afterAll(() => {
  delete process.env.SITE_POST_BODY_BLOCKS;
});

const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

const facts = { type: "fact_list", value: [{ label: "Legs", text: "<p><strong>two</strong></p>" }] };
const shownFacts = { type: "fact_list", value: [{ label: "Legs", text: "<p><b>two</b></p>", more: "" }] };

const create = (fields: object) => {
  const body = { parent: { id: world.notes }, title: "A heron", slug: freshSlug(), overview: [], ...fields };
  return call(createPost, { as: "ada", body });
};

const read = async (id: number) => (await call(readPost, { as: "ada", params: { id } })).body;

const update = async (id: number, fields: object) => {
  const base_revision_id = (await read(id)).latest_revision_id;
  return call(updatePost, { as: "ada", params: { id }, body: { base_revision_id, ...fields } });
};

const refusedWith = async (fields: object) => {
  const { status, body } = await create(fields);
  expect(status).toBe(400);
  return body.errors;
};

describe("a post with custom blocks", () => {
  test("shows authors plain values, and its public page the stored ones", async () => {
    const callout = { type: "callout", value: "Look!" };
    const mixed = { type: "mixed", value: [{ type: "line", value: "a" }] };
    const { status, body } = await create({ overview: [callout], detail: [facts, mixed] });
    expect(status).toBe(201);
    expect(body.overview).toEqual([callout]);
    const shownMixed = { type: "mixed", value: [{ type: "line", value: "a", id: uuid }] };
    expect(body.detail).toEqual([shownFacts, shownMixed]);
    expect(await read(body.id)).toEqual(body);

    const published = await call(publishPost, { as: "ada", params: { id: body.id } });
    expect(published.body.detail).toEqual(body.detail);
    const page = await call(readLivePage, { params: { id: body.id } });
    expect(page.body.body[1].value).toMatchObject([
      { type: "fact_list", value: [{ type: "item", id: uuid, value: shownFacts.value[0] }] },
      { type: "mixed", value: [{ type: "line", id: uuid, value: "a" }] },
    ]);
  });

  test("may refer to media that its author may not choose", async () => {
    const detail = [{ type: "picture", value: { image: 999_999 } }];
    const { status, body } = await create({ detail });
    expect([status, body.detail]).toEqual([201, detail]);
  });

  test("takes what it shows back without a change", async () => {
    const { id, detail } = await createDraft(world.notes, { detail: [facts] });
    const { status, body } = await update(id, { detail });
    expect([status, body.detail]).toEqual([200, detail]);
  });
});

test("authors can read how the custom blocks of each section are built", async () => {
  const { body } = await call(readEditorSite, { as: "di" });
  expect(body.custom_blocks.overview).toEqual({ callout: { type: "char", required: true, max_length: 40 } });
  expect(Object.keys(body.custom_blocks.detail)).toEqual(setting.sections.detail);
  expect(body.custom_blocks.detail.fact_list).toMatchObject({
    type: "list",
    item: { type: "struct", fields: { more: { type: "richtext", required: false } } },
  });
});

describe("refused", () => {
  const problem = (code: string) => [{ code, message: expect.any(String) }];

  test("are all bad leaves of rich text and raw HTML together", async () => {
    const detail = [
      { type: "fact_list", value: [{ label: "", text: "<embed>", more: "<EMBED/>" }] },
      { type: "mixed", value: [{ type: "raw", value: "<b>" }] },
      { type: "raw_html", value: "" },
    ];
    expect(await refusedWith({ detail })).toEqual({
      "detail.0.value.0.text": problem("inline_embed"),
      "detail.0.value.0.more": problem("inline_embed"),
      "detail.1.value.0.value": problem("invalid"),
      "detail.2.value": problem("invalid"),
    });
  });

  test("are members that are missing, at their paths", async () => {
    expect(await refusedWith({ detail: [{ type: "fact_list", value: [{}] }] })).toEqual({
      "detail.0.value.0.label": problem("required"),
      "detail.0.value.0.text": problem("required"),
    });
  });

  test("is a block that another section offers", async () => {
    expect(await refusedWith({ detail: [{ type: "callout", value: "Look!" }] })).toEqual({
      "detail.0.type": problem("unsupported_block_type"),
    });
  });
});

describe("a stored custom block that cannot be edited", () => {
  test("is a placeholder once its setting is gone, which keeps it as it was stored", async () => {
    const { id, detail } = await createDraft(world.notes, { detail: [facts] });
    set({ ...setting, sections: {} });
    try {
      const kept = [{ type: "unsupported", value: { stored_type: "fact_list", position: "detail.0" } }];
      expect((await read(id)).detail).toEqual(kept);
      const { status, body } = await update(id, { detail: kept });
      expect([status, body.detail]).toEqual([200, kept]);
    } finally {
      set(setting);
    }
    expect((await read(id)).detail).toEqual(detail);
  });
});

test("a wrong setting leaves a site without custom blocks, and is logged once", async () => {
  const { id } = await createDraft(world.notes, { detail: [facts] });
  using log = captureLog();
  set({ sections: { detail: ["nothing"] }, blocks: {} });
  try {
    expect((await read(id)).detail).toMatchObject([{ type: "unsupported" }]);
    expect(Object.keys(await refusedWith({ detail: [facts] }))).toEqual(["detail.0.type"]);
    const error =
      'The setting SITE_POST_BODY_BLOCKS is wrong at sections.detail: there is no block "nothing" under blocks.';
    expect(log.lines).toEqual([{ level: "error", error }]);
  } finally {
    set(setting);
  }
});

describe("a manifest with custom blocks", () => {
  const manifest = (detail: readonly unknown[]) => ({
    version: 1,
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
            children: [{ type: "site.Post", key: "facts", slug: "facts", title: "Facts", detail }],
          },
        ],
      },
    ],
  });

  test("makes the same posts as the API, and changes nothing when it is applied again", async () => {
    const { ids } = await applyManifest(manifest([facts]));
    expect((await read(ids.pages.facts!)).detail).toEqual([shownFacts]);
    const again = await applyManifest(manifest([facts]));
    expect([again.created, again.updated]).toEqual([0, 0]);
  });

  test("is refused where the API refuses a block", async () => {
    await expect(applyManifest(manifest([{ type: "fact_list", value: "" }]))).rejects.toThrow(
      "A list is expected",
    );
  });
});
