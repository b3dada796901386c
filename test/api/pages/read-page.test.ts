// Proves contract rules: item-fields, page-fields, body, themed-html, rich-text-format, restricted,
// read-page.

import { describe, expect, test } from "vitest";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { changeSite } from "#lib/actions/people/change-site.ts";
import type { Restriction } from "#lib/pages/restriction.ts";
import { readLivePage } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import { makeAudio, makeImage } from "#test/support/media.ts";
import { createDraft, createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();

const read = (id: number | string, query = "", as?: string) =>
  call(readLivePage, { params: { id }, query, ...(as ? { as } : {}) });

describe("a page", () => {
  test("is shown with every field of its type, in the order of the representation", async () => {
    const { id } = await createLivePost(world.notes, {
      title: "A heron",
      visible_date: "2026-01-02",
      overview: [{ type: "paragraph", value: `See <a linktype="page" id="${world.calls}">calls</a>` }],
      detail: [{ type: "code", value: { language: "sh", source: "a < b" } }],
    });
    const { body } = await read(id);
    const overview = `<p>See <a linktype="page" id="${world.calls}">calls</a></p>`;
    const shown = overview.replace(/linktype="page" id="\d+"/, 'href="https://notes.example/calls/"');
    expect(body).toEqual({
      id,
      meta: {
        type: "site.Post",
        detail_url: `https://notes.example/api/cms/pages/${id}/`,
        html_url: expect.stringMatching(/^https:\/\/notes\.example\/notes\//),
        slug: expect.any(String),
        first_published_at: expect.any(String),
        show_in_menus: false,
        seo_title: "",
        search_description: "",
        alias_of: null,
        parent: {
          id: world.notes,
          meta: {
            type: "site.Blog",
            detail_url: `https://notes.example/api/cms/pages/${world.notes}/`,
            html_url: "https://notes.example/notes/",
          },
          title: "Notes",
        },
      },
      title: "A heron",
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      visible_date: "2026-01-02T00:00:00.000Z",
      comments_are_enabled: false,
      cover_image: null,
      cover_alt_text: "",
      cover_image_poster_url: "",
      body: [
        { type: "overview", value: [{ type: "paragraph", value: overview, id: null }], id: null },
        {
          type: "detail",
          value: [{ type: "code", value: { language: "sh", source: "a < b" }, id: null }],
          id: null,
        },
      ],
      html_overview: expect.stringContaining(shown),
      html_detail: expect.stringContaining("a &lt; b"),
      comments: [],
      comments_security_data: {},
      webplayer_players: [],
    });
    expect(body.html_detail).toContain(shown);
    expect(Object.keys(body)).toEqual([
      ...[
        "id",
        "meta",
        "title",
        "uuid",
        "visible_date",
        "comments_are_enabled",
        "cover_image",
        "cover_alt_text",
      ],
      ...[
        "cover_image_poster_url",
        "body",
        "html_overview",
        "html_detail",
        "comments",
        "comments_security_data",
      ],
      "webplayer_players",
    ]);
    const relative = await read(id, "render_for_feed=false");
    expect(relative.body.html_overview).toContain('href="/calls/"');
  });

  test("has HTML with its media, whose addresses are absolute for feeds only", async () => {
    const [image, audio] = await Promise.all([makeImage(), makeAudio()]);
    const { id } = await createLivePost(world.notes, {
      overview: [{ type: "image", value: { id: image.id } }],
      detail: [{ type: "audio", value: { id: audio.id } }],
    });
    const { html_overview, html_detail } = (await read(id)).body;
    expect(html_overview).toContain(`src="https://notes.example/media/${image.display.key}"`);
    expect(html_overview).not.toContain("<audio");
    expect(html_detail).toContain(`<source src="https://notes.example/media/${audio.files.mp3?.key}"`);
    const relative = await read(id, "render_for_feed=no&theme=plain");
    expect(relative.body.html_overview).toContain(`src="/media/${image.display.key}"`);
  });

  test("shows media of a restricted collection only to those who pass", async () => {
    const image = await makeImage({ collectionId: world.shows });
    const { id } = await createLivePost(world.notes, {
      cover_image: { id: image.id },
      overview: [{ type: "image", value: { id: image.id } }],
    });
    const restrict = (restriction: Restriction | null) =>
      changeSite(async ({ collections }) => ({
        collections: collections.flatMap((each) => (each.id === world.shows ? { ...each, restriction } : [])),
      }));
    const seenBy = async (as?: string) => {
      const { body } = await read(id, "", as);
      return [body.cover_image?.id, body.body[0].value.length, body.html_overview.includes("<img")];
    };
    expect(await seenBy()).toEqual([image.id, 1, true]);
    await restrict({ type: "login" });
    expect(await seenBy()).toEqual([undefined, 0, false]);
    expect(await seenBy("ed")).toEqual([image.id, 1, true]);
    await restrict(null);
  });

  test.each([
    ["db_html", "<p>Of the marsh.</p>"],
    ["html", "<p>Of the marsh.</p>"],
    ["db_markdown", "Of the marsh."],
    ["markdown", "Of the marsh."],
  ])("of a blog has a description, as %s if so wanted", async (format, description) => {
    const { body } = await read(world.notes, `rich_text_format=${format}&fields=description`);
    expect(body.description).toBe(description);
  });

  test("of a blog has a description", async () => {
    const { body } = await read(world.notes);
    expect(body).toMatchObject({ title: "Notes", description: "<p>Of the marsh.</p>" });
  });

  test("shows only what is asked for, and ignores parameters that it does not know", async () => {
    expect((await read(world.notes, "fields=_,title&zebra=1")).body).toEqual({ title: "Notes" });
    expect((await read(world.notes, "fields=_")).body).toEqual({});
    expect((await read(world.notes, "fields=_,locale")).body).toEqual({ meta: { locale: "en" } });
  });

  test.each([["fields=zebra"], ["fields=title(a)"], ["order=zebra"], ["type=site.Nope"]])(
    "refuses %s",
    async (query) => {
      expect((await read(world.notes, query)).status).toBe(400);
    },
  );

  test("that is a draft, restricted, unknown, of another type or elsewhere is not found", async () => {
    const draft = await createDraft(world.notes);
    const hidden = await createLivePost(world.notes);
    await setPageProperties(hidden.id, { restriction: { type: "login" } });
    const message = "No Page matches the given query.";
    const answers = await Promise.all([
      read(draft.id),
      read(hidden.id),
      read(999_999),
      read("99999999999999999999"),
      read(1),
      read(world.notes, "type=site.Post"),
      read(world.notes, "site=other.example"),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(404));
    expect(answers.slice(0, 6).map(({ body }) => body)).toEqual(Array(6).fill({ message, detail: message }));
    expect((await read(hidden.id, "", "ed")).status).toBe(200);
  });

  test("whose parent is hidden shows no parent", async () => {
    const { id } = await createLivePost(world.calls);
    await setPageProperties(world.home, { restriction: { type: "password", passwordHash: "x" } });
    expect((await read(id)).status).toBe(404);
    await setPageProperties(world.home, { restriction: null });
    expect((await read(id)).status).toBe(200);
  });
});
