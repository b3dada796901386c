// Proves contract rules: etags.

import { describe, expect, test } from "vitest";
import { unpublishPage } from "#lib/actions/pages/unpublish-page.ts";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { publishPost, updatePost } from "#lib/routes/editor-posts.ts";
import { listPages, readLivePage } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import { createDraft, createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();

const paragraph = (text: string) => ({ detail: [{ type: "paragraph", value: `<p>${text}</p>` }] });

const readWith = (id: number, tag: string) =>
  call(readLivePage, { params: { id }, headers: { "if-none-match": tag } });

const etagOf = async (id: number): Promise<string> =>
  (await call(readLivePage, { params: { id } })).headers.etag ?? "";

describe("what strangers are answered", () => {
  test("has a strong ETag, and may be kept by anybody who asks again each time", async () => {
    const { headers } = await call(listPages);
    expect(headers.etag).toMatch(/^"[\w-]{22}"$/);
    expect(headers["cache-control"]).toBe("public, no-cache");
    expect(headers.vary).toBe("Accept, Cookie");
  });

  test.each<[string, (tag: string) => string]>([
    ["the tag", (tag) => tag],
    ["the tag among others", (tag) => `"another", ${tag}`],
    ["the tag as a proxy that compresses writes it", (tag) => `W/${tag}`],
    ["any tag", () => "*"],
  ])("is 304 without a body for %s", async (_, wanted) => {
    const { id } = await createLivePost(world.notes, paragraph("Reeds."));
    const tag = await etagOf(id);
    const { status, headers, body } = await readWith(id, wanted(tag));
    expect({ status, tag: headers.etag, body }).toEqual({ status: 304, tag, body: "" });
    expect(headers["cache-control"]).toBe("public, no-cache");
  });

  test("is sent to whoever has something else", async () => {
    const { id } = await createLivePost(world.notes, paragraph("Reeds."));
    const { status, body } = await readWith(id, '"another"');
    expect({ status, id: body.id }).toEqual({ status: 200, id });
  });

  test("keeps its tag while other pages change, and not when its own page does", async () => {
    const { id, latest_revision_id } = await createLivePost(world.notes, paragraph("Reeds."));
    const tag = await etagOf(id);
    await createLivePost(world.notes, paragraph("Sedge."));
    expect((await readWith(id, tag)).status).toBe(304);
    const body = { base_revision_id: latest_revision_id, ...paragraph("Rushes.") };
    await call(updatePost, { as: "ada", params: { id }, body });
    expect((await readWith(id, tag)).status).toBe(304);
    await call(publishPost, { as: "ada", params: { id } });
    expect((await readWith(id, tag)).status).toBe(200);
  });

  test("is another for each origin, where there is no base URL", async () => {
    const { id } = await createLivePost(world.notes);
    await changeSite(async ({ settings }) => ({ settings: { ...settings, baseUrl: null } }));
    const urlAt = async (host: string) =>
      (await call(readLivePage, { params: { id }, headers: { host } })).body.meta.detail_url;
    expect([await urlAt("one.test"), await urlAt("two.test")]).toEqual([
      expect.stringContaining("one.test"),
      expect.stringContaining("two.test"),
    ]);
    await changeSite(async ({ settings }) => ({
      settings: { ...settings, baseUrl: "https://notes.example" },
    }));
  });

  test("is drawn anew each time where it is at random", async () => {
    for (const title of ["Reed", "Sedge", "Rush", "Moss"]) await createLivePost(world.notes, { title });
    const draw = async () => {
      const { body } = await call(listPages, { query: "order=random&type=site.Post&fields=_,id" });
      return JSON.stringify(body.results);
    };
    const drawn = await Promise.all(Array.from({ length: 12 }, draw));
    expect(new Set(drawn).size).toBeGreaterThan(1);
  });

  test("is refused without a tag when it is no more", async () => {
    const { id } = await createLivePost(world.notes);
    const tag = await etagOf(id);
    await unpublishPage(id, { permit: () => undefined });
    const { status, headers } = await readWith(id, tag);
    expect({ status, tag: headers.etag }).toEqual({ status: 404, tag: undefined });
  });
});

test.each(["", "order=random"])(
  "what callers with credentials are answered to '%s' is theirs alone",
  async (query) => {
    const { headers } = await call(listPages, { as: "ada", query });
    expect(headers["cache-control"]).toBe("private, no-cache");
    expect(headers.vary).toContain("Authorization");
  },
);

/** Each says what has changed of all that lists show. */
const changes: readonly [string, () => Promise<unknown>][] = [
  ["a publication", () => createLivePost(world.notes, paragraph("New."))],
  ["a draft, which shows nothing", () => createDraft(world.notes)],
  [
    "a change of the site",
    () => changeSite(async ({ settings }) => ({ settings: { ...settings, locale: "de" } })),
  ],
];

test.each(changes)("after %s the next answer is as if none had been kept", async (_, change) => {
  const asked = "type=site.Post&limit=5&order=-id&fields=locale";
  await call(listPages, { query: asked });
  await change();
  const [kept, fresh] = [
    await call(listPages, { query: asked }),
    await call(listPages, { query: `${asked}&_=1` }),
  ];
  expect(kept.body.results).toEqual(fresh.body.results);
  expect(kept.body.count).toBe(fresh.body.count);
});
