// Proves contract rules: agent-markdown.

import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { defaultFeatures } from "#lib/richtext/features.ts";
import { sanitizeRichText } from "#lib/richtext/sanitize.ts";
import { readPost } from "#lib/routes/editor-posts.ts";
import { connectedAgent, useTool } from "#test/support/agents.ts";
import { call } from "#test/support/call.ts";
import { makeImage } from "#test/support/media.ts";
import { useServedFiles } from "#test/support/served-files.ts";
import { useSetting } from "#test/support/settings.ts";
import { useWorld } from "#test/support/world.ts";
import { textSchema } from "../../../browser/admin/editor/text/schema.ts";
import { TextCodec } from "../../../browser/admin/editor/text/texts.ts";
import { richNode } from "../../admin/text/documents.ts";

const world = useWorld();
const service = useServedFiles();
const setBlocks = useSetting("SITE_POST_BODY_BLOCKS");

type Agent = Awaited<ReturnType<typeof connectedAgent>>;
interface Block {
  readonly type: string;
  readonly value: unknown;
}

let image = 0;
let agent: Agent;
beforeAll(async () => {
  image = (await makeImage({ collectionId: world.shows })).id;
});
beforeEach(async () => {
  const callout = { type: "char", max_length: 40 } as const;
  await setBlocks({ sections: { overview: ["callout"], detail: ["callout"] }, blocks: { callout } });
  agent = await connectedAgent(service.url, "ada");
});

const paragraph = (value: string): Block => ({ type: "paragraph", value });
const gallery = (): Block => ({ type: "gallery", value: [{ id: image, caption: "At [[1: dawn]]" }] });
const callout = (value: string): Block => ({ type: "callout", value });

let posts = 0;
const makePost = async (fields: object) => {
  const title = `With a text ${++posts}`;
  const made = await useTool(agent, "editor_posts_create", {
    ...{ parent: { id: world.notes }, title, overview: [] },
    ...fields,
  });
  expect(made).toMatchObject({ isError: false });
  return made.answer as { readonly id: number; readonly latest_revision_id: number };
};

const read = async (id: number, given: object = {}) =>
  (await useTool(agent, "editor_posts_read", { id, ...given })).answer;

const update = (given: Record<string, unknown>) => useTool(agent, "editor_posts_update", given);

/** What the API has, without the tools. */
const stored = async (id: number) => {
  const { body } = await call(readPost, { as: "ada", params: { id } });
  return { overview: body.overview, detail: body.detail, revision: body.latest_revision_id };
};

const schema = textSchema(defaultFeatures);
const anyBlock = fc.oneof(
  fc.array(richNode(schema), { minLength: 1, maxLength: 3 }).map((nodes) => {
    const codec = new TextCodec(schema, defaultFeatures, new Set());
    const html = codec.blocksOf(nodes).map(({ value }) => String(value));
    const clean = sanitizeRichText(html.join(""), defaultFeatures);
    return paragraph("html" in clean && clean.html !== "" ? clean.html : "<p>x</p>");
  }),
  fc
    .record({
      language: fc.constantFrom("text", "js", "c#"),
      source: fc.constantFrom("a\n\n```\nb", "  [[1: x]]"),
    })
    .map((value): Block => ({ type: "code", value })),
  fc.constantFrom("a", "[[2: Gallery]]", "<!--more-->").map(callout),
  fc.constant(0).map(gallery),
  fc.constant(0).map((): Block => ({ type: "image", value: { id: image } })),
);

describe("a text that is read as Markdown and saved as that", () => {
  test("is the same blocks, whatever they are", async () => {
    const sections = fc.record({
      overview: fc.array(anyBlock, { maxLength: 3 }),
      detail: fc.array(anyBlock, { maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(sections, async (given) => {
        const { id } = await makePost(given);
        const before = await stored(id);
        const { markdown, markdown_blocks, latest_revision_id } = await read(id);
        for (const { number } of markdown_blocks) expect(markdown).toContain(`[[${number}: `);
        const saved = await update({ id, base_revision_id: latest_revision_id, markdown, title: "Again" });
        expect(saved).toMatchObject({ isError: false, answer: { title: "Again" } });
        const after = await stored(id);
        expect([after.overview, after.detail]).toEqual([before.overview, before.detail]);
        expect(saved.answer.markdown).toBe(markdown);
      }),
      { numRuns: 40 },
    );
  });

  test("keeps what Markdown cannot hold where its line stands, and what is written around it", async () => {
    const made = await makePost({ detail: [paragraph("<p>before</p>"), gallery(), callout("Dawn")] });
    const text = await read(made.id);
    expect(text.markdown).toBe("before\n\n[[1: Gallery]]\n\n[[2: Callout]]\n");
    expect(text.markdown_blocks).toEqual([
      { number: 1, name: "Gallery", ...gallery() },
      { number: 2, name: "Callout", ...callout("Dawn") },
    ]);
    const saved = await update({
      ...{ id: made.id, base_revision_id: made.latest_revision_id },
      markdown: "[[2: whatever]]\n\n<!--more-->\n\n# After *that*\n\n[[1: Gallery]]\n\n- one\n- two\n",
    });
    const after = await stored(made.id);
    expect(after.overview).toEqual([callout("Dawn")]);
    expect(after.detail).toEqual([
      paragraph(expect.stringMatching(/^<(h1|p)>After <i>that<\/i><\/\1>$/) as never),
      gallery(),
      paragraph("<ul><li>one</li><li>two</li></ul>"),
    ]);
    expect(saved.answer).toMatchObject({ overview: after.overview, detail: after.detail });
    expect(saved.answer.markdown).toMatch(/^\[\[1: Callout\]\]\n\n<!--more-->/);
  });

  test("is in the answer as asked for, of a revision and of a look-up, too", async () => {
    const { id, latest_revision_id: revision } = await makePost({ detail: [paragraph("<p>reed</p>")] });
    const { slug, parent } = await read(id);
    for (const [name, given] of [
      ["editor_posts_read", { id }],
      ["editor_posts_read_revision", { id, revision }],
      ["editor_posts_lookup", { parent: parent.id, slug }],
    ] as const) {
      const members = async (more: object) => {
        const { answer } = await useTool(agent, name, { ...given, ...more });
        return [answer.markdown, answer.detail?.length];
      };
      expect(await members({})).toEqual(["reed\n", 1]);
      expect(await members({ text_as: "markdown" })).toEqual(["reed\n", undefined]);
      expect(await members({ text_as: "blocks" })).toEqual([undefined, 1]);
    }
    const wrong = await useTool(agent, "editor_posts_read", { id, text_as: "html" });
    expect(wrong).toMatchObject({ isError: true, answer: { errors: { text_as: [{ code: "invalid" }] } } });
  });
});

test("posts, episodes and pages are created of Markdown, tried first", async () => {
  const markdown = "Above.\n\n<!--more-->\n\n```js\nreed()\n```\n";
  const given = { title: "Of Markdown", markdown };
  for (const [name, parent] of [
    ["editor_posts_create", world.notes],
    ["editor_episodes_create", world.calls],
    ["editor_pages_create", world.home],
  ] as const) {
    const tried = await useTool(agent, name, { ...given, parent: { id: parent }, dry_run: true });
    expect(tried.answer).toMatchObject({ dry_run: true, status: 201, answer: { markdown } });
    const made = await useTool(agent, name, { ...given, parent: { id: parent } });
    expect(made.answer).toMatchObject({
      overview: [paragraph("<p>Above.</p>")],
      detail: [{ type: "code", value: { language: "js", source: "reed()" } }],
    });
  }
});

describe("Markdown is refused, and nothing is written,", () => {
  test.each([
    ["with a number that nothing has", "[[3: Gallery]]\n\n[[1: Gallery]]\n\n[[2: x]]", ["not_found"]],
    ["with a number twice", "[[1: Gallery]]\n\n[[1: Gallery]]\n\n[[2: x]]", ["duplicate"]],
    ["with a line in a list", "- a\n- [[1: Gallery]]\n\n[[2: x]]", ["invalid"]],
    [
      "with several of these",
      "[[2: a]]\n[[2: b]]\n[[7: c]]\n[[8: d]]",
      ["not_found", "not_found", "duplicate"],
    ],
    ["that the service does not read", `${"> ".repeat(200)}deep`, ["invalid"]],
  ])("%s", async (_, markdown, codes) => {
    const { id, latest_revision_id } = await makePost({ detail: [gallery(), callout("Dawn")] });
    const before = await stored(id);
    for (const dry_run of [true, false]) {
      const refused = await update({ id, base_revision_id: latest_revision_id, markdown, dry_run });
      expect(refused).toMatchObject({ isError: true, answer: { code: "validation_error" } });
      const found = refused.answer.errors.markdown.map(({ code }: { code: string }) => code);
      expect([found, refused.answer.status]).toEqual([codes, undefined]);
    }
    expect(await stored(id)).toEqual(before);
  });

  test.each([
    ["beside a section", { overview: [] }, { markdown: [{ code: "conflict" }] }],
    ["beside a section in Markdown", { detail_markdown: "" }, { markdown: [{ code: "conflict" }] }],
    ["that is no text", { markdown: ["a"] }, { markdown: [{ code: "invalid" }] }],
    [
      "without the revision that was read",
      { base_revision_id: undefined },
      { base_revision_id: [{ code: "required" }] },
    ],
  ])("%s", async (_, given, errors) => {
    const { id, latest_revision_id } = await makePost({ detail: [gallery()] });
    const before = await stored(id);
    const sent = { id, base_revision_id: latest_revision_id, markdown: "x", ...given };
    expect(await update(sent)).toMatchObject({ isError: true, answer: { code: "validation_error", errors } });
    expect(await stored(id)).toEqual(before);
  });

  test("with a numbered line in a post that is new", async () => {
    const given = { parent: { id: world.notes }, title: "New", markdown: "[[1: Gallery]]" };
    const refused = await useTool(agent, "editor_posts_create", given);
    expect(refused.answer.errors.markdown).toMatchObject([{ code: "not_found" }]);
  });

  test("by who may not read the post", async () => {
    const { id, latest_revision_id } = await makePost({ detail: [gallery()] });
    const other = await connectedAgent(service.url, "di");
    const given = { id, base_revision_id: latest_revision_id, markdown: "[[1: x]]" };
    const refused = await useTool(other, "editor_posts_update", given);
    expect(refused).toMatchObject({ isError: true, answer: { status: 403, code: "permission_denied" } });
  });
});

test("of two who save at once, one saves all, and the other is told of the conflict", async () => {
  const { id, latest_revision_id } = await makePost({ detail: [paragraph("<p>reed</p>"), gallery()] });
  const save = (words: string) =>
    update({ id, base_revision_id: latest_revision_id, markdown: `${words}\n\n[[1: Gallery]]` });
  const results = await Promise.all(["one", "two", "three"].map(save));
  const saved = results.filter(({ isError }) => !isError);
  expect(saved).toHaveLength(1);
  for (const { answer } of results.filter(({ isError }) => isError))
    expect(answer).toMatchObject({ status: 409, code: "revision_conflict" });
  const after = await stored(id);
  expect(after.detail).toEqual(saved[0]!.answer.detail);
  expect(after.detail[1]).toEqual(gallery());
  // Who has read an older revision cannot bring its blocks back over what was saved.
  const late = await save("late");
  expect(late.answer).toMatchObject({ status: 409, code: "revision_conflict" });
  expect(await stored(id)).toEqual(after);
});

test("the revision may be named by a header, and a call repeated by its key", async () => {
  const { id, latest_revision_id } = await makePost({ detail: [gallery()] });
  const given = {
    ...{ id, if_match: `"${latest_revision_id}"`, idempotency_key: `markdown-${id}` },
    markdown: "[[1: Gallery]]\n\nafter",
  };
  const first = await update(given);
  expect(first).toMatchObject({ isError: false });
  expect((await update(given)).answer.latest_revision_id).toBe(first.answer.latest_revision_id);
  expect((await stored(id)).detail).toEqual([gallery(), paragraph("<p>after</p>")]);
});

test("a save tells which blocks have no line any more, and what the site does not keep", async () => {
  const { id, latest_revision_id } = await makePost({ detail: [gallery(), callout("Dawn")] });
  const given = { id, base_revision_id: latest_revision_id, dry_run: true };
  const markdown = '[[2: Callout]]\n\n![a](b.png) [c](/d/ "title")';
  const told = await update({ ...given, markdown });
  expect(told.answer.report.warnings).toMatchObject([
    { code: "blocks_removed", path: "markdown", message: expect.stringContaining("1: Gallery") },
    { code: "formatting_left_out", path: "markdown" },
    { code: "pictures_are_text", path: "markdown" },
  ]);
  const untold = await update({ ...given, markdown, report: false, dry_run: false });
  expect([untold.isError, untold.answer.report]).toEqual([false, undefined]);
  expect((await stored(id)).detail[0]).toEqual(callout("Dawn"));
});
