// Proves contract rules: post-language, translations, site-and-locale, tree-filters.

import { beforeAll, describe, expect, test } from "vitest";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { createStandalonePage, publishPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { previewPost } from "#lib/routes/editor-previews.ts";
import { listPages, readLivePage } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import { rehearseCalls } from "#test/support/rehearsals.ts";
import { visit } from "#test/support/site-pages.ts";
import { verifyCatalog } from "#test/support/verify-catalog.ts";
import { createDraft, createLivePost, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();
rehearseCalls();

const paragraph = (value: string) => ({ type: "paragraph", value });

const patch = ({ id, latest_revision_id }: { id: number; latest_revision_id: number }, fields: object) =>
  call(updatePost, { as: "ada", params: { id }, body: { base_revision_id: latest_revision_id, ...fields } });

const ids = async (query: Record<string, unknown>) =>
  (await call(listPages, { query: { order: "id", ...query } as never })).body.results.map(
    ({ id }: { id: number }) => id,
  );

const site = { english: 0, german: 0, hebrew: 0, about: 0 };

beforeAll(async () => {
  const english = await createLivePost(world.notes, { title: "The herons", slug: "herons", tags: ["x"] });
  const german = await createLivePost(world.notes, {
    ...{ title: "Die Häuser der Reiher", slug: "reiher", language: "DE-at", translation_of: english.id },
    detail: [paragraph("<p>Viele Nester.</p>")],
  });
  const hebrew = await createLivePost(world.notes, {
    ...{ title: "שלום עולם", slug: "shalom", language: "he", translation_of: german.id },
    detail: [paragraph("<ul><li>פריט ראשון</li></ul>")],
  });
  const { body: about } = await call(createStandalonePage, {
    as: "ada",
    body: { parent: { id: world.home }, title: "Über", slug: "ueber", language: "de", overview: [] },
  });
  await call(publishPost, { as: "ada", params: { id: about.id } });
  Object.assign(site, { english: english.id, german: german.id, hebrew: hebrew.id, about: about.id });
});

describe("the language of a post", () => {
  test("is a tag in its usual writing, shown where it is said, and cleared by null", async () => {
    const draft = await createDraft(world.notes, { language: "pt-br" });
    expect(draft).toMatchObject({ language: "pt-BR" });
    const { body: cleared } = await patch(draft, { language: null });
    expect(cleared).not.toHaveProperty("language");
    const { body } = await patch(cleared, { language: "not a tag" });
    expect(body.errors.language[0].code).toBe("invalid");
    expect((await patch(cleared, { language: "x".repeat(40) })).body.errors.language[0].code).toBe(
      "max_length",
    );
    expect((await call(readPost, { as: "ada", params: { id: site.german } })).body).toMatchObject({
      language: "de-AT",
      translation_of: site.english,
    });
  });

  test("is that of its page's element, with its direction, and the frame keeps that of the site", async () => {
    const { text } = await visit("/notes/shalom/");
    expect(text).toContain('<html lang="he" dir="rtl">');
    expect(text).toContain('<article lang="he" dir="rtl">');
    expect(text).toMatch(/<div lang="en" dir="ltr"><header class="site"/);
    const { text: english } = await visit("/notes/herons/");
    expect(english).toContain('<html lang="en">');
    expect(english).toContain("<article>");
    const { text: german } = await visit("/notes/reiher/");
    expect(german).toContain('<html lang="de-AT">');
    expect((await visit("/ueber/")).text).toContain('<html lang="de">');
    const preview = await call(previewPost, { as: "ada", params: { id: site.hebrew } });
    expect(preview.text).toContain('<html lang="he" dir="rtl">');
  });

  test.each([
    ["Hebrew", "שלום", "<p>פסקה עם <code>code</code> ו-English.</p>", '<html lang="he" dir="rtl">'],
    ["Arabic", "مرحبا", "<p>نص</p>", '<html lang="und-Arab" dir="rtl">'],
    ["Japanese", "まちづくり", "<p>町づくりのはなし</p>", '<html lang="ja">'],
    ["English about a Hebrew word", "The word שלום", "<p>It means peace.</p>", '<html lang="en">'],
    ["Russian, whose letters other languages have", "Привет", "<p>мир</p>", '<html lang="en">'],
  ])("is told by the script of a post that says none: %s", async (_, title, value, html) => {
    const slug = freshSlug();
    await createLivePost(world.calls, { title, slug, detail: [paragraph(value)] });
    expect((await visit(`/calls/${slug}/`)).text).toContain(html);
  });

  test("is that of its entry in lists", async () => {
    const { text } = await visit("/notes/");
    const entries = [...text.matchAll(/<article class="entry"([^>]*)>.*?<h2><a href="([^"]+)"/gs)].map(
      ([, said, href]) => `${href}${said}`,
    );
    expect(entries.sort()).toEqual([
      "/notes/herons/",
      '/notes/reiher/ lang="de-AT" dir="ltr"',
      '/notes/shalom/ lang="he" dir="rtl"',
    ]);
  });

  test("is in items as locale, and by its name", async () => {
    const params = { id: site.german };
    const { body } = await call(readLivePage, {
      params,
      query: { fields: "locale,language,translation_of" },
    });
    expect(body).toMatchObject({
      ...{ language: "de-AT", translation_of: site.english, meta: { locale: "de-AT" } },
    });
    const english = await call(readLivePage, {
      params: { id: site.english },
      query: { fields: "_,locale,language,translation_of" },
    });
    expect(english.body).toEqual({ meta: { locale: "en" }, language: null, translation_of: null });
  });

  test("narrows lists: what says none has that of the site", async () => {
    expect(await ids({ locale: "de-AT" })).toEqual([site.german]);
    expect(await ids({ locale: "DE-at" })).toEqual([site.german]);
    expect(await ids({ locale: "de" })).toEqual([site.about]);
    const english = await ids({ locale: "en" });
    expect(english).toEqual(expect.arrayContaining([site.english, world.notes]));
    expect(english).not.toContain(site.hebrew);
    expect((await call(listPages, { query: { locale: "fr" } })).status).toBe(404);
  });

  test("is none for who sees no page in it", async () => {
    const { id } = await createLivePost(world.calls, { language: "fi" });
    await setPageProperties(id, { restriction: { type: "login" } });
    expect((await call(listPages, { query: { locale: "fi" } })).status).toBe(404);
    const { body } = await call(listPages, { as: "ada", query: { locale: "fi" } });
    expect(body.results).toEqual([expect.objectContaining({ id })]);
  });

  test("lets searches find other forms of its words", async () => {
    expect(await ids({ search: "Haus" })).toEqual([site.german]);
    expect(await ids({ search: "heron" })).toEqual([site.english]);
  });
});

/** The languages and addresses of the translations that a page names, in the order of the alphabet. */
const alternatesIn = (html: string): readonly string[] =>
  [...html.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)]
    .map(([, language, href]) => `${language} ${href}`)
    .sort();

describe("translations", () => {
  test("name each other, and the page itself, in the head of each of them", async () => {
    for (const slug of ["herons", "reiher", "shalom"]) {
      const { text } = await visit(`/notes/${slug}/`);
      expect(alternatesIn(text)).toEqual([
        "de-AT https://notes.example/notes/reiher/",
        "en https://notes.example/notes/herons/",
        "he https://notes.example/notes/shalom/",
      ]);
    }
    expect((await visit("/ueber/")).text).not.toContain("hreflang");
  });

  test("of several in one language, each page names itself, and the others the first", async () => {
    const english = await createLivePost(world.notes, { slug: "tide" });
    for (const slug of ["ebbe", "flut"])
      await createLivePost(world.notes, { slug, language: "de", translation_of: english.id });
    const alternates = async (slug: string) => alternatesIn((await visit(`/notes/${slug}/`)).text);
    const [inEnglish, first, second] = ["en tide", "de ebbe", "de flut"].map((each) =>
      each.replace(/ (.*)/, " https://notes.example/notes/$1/"),
    );
    expect(await alternates("tide")).toEqual([first, inEnglish]);
    expect(await alternates("ebbe")).toEqual([first, inEnglish]);
    expect(await alternates("flut")).toEqual([second, inEnglish]);
  });

  test("are found by the id of any of them, without the page itself", async () => {
    expect(await ids({ translation_of: site.english })).toEqual([site.german, site.hebrew]);
    expect(await ids({ translation_of: site.german })).toEqual([site.english, site.hebrew]);
    expect(await ids({ translation_of: site.english, locale: "he" })).toEqual([site.hebrew]);
    expect(await ids({ translation_of: site.english, search: "Nester" })).toEqual([site.german]);
    expect(await ids({ translation_of: site.about })).toEqual([]);
    expect(await ids({ translation_of: "root" })).toEqual([]);
    expect((await call(listPages, { query: { translation_of: "99999" } })).status).toBe(400);
  });

  test("are all pages of a circle", async () => {
    const one = await createLivePost(world.calls);
    const two = await createLivePost(world.calls, { translation_of: one.id });
    const three = await createLivePost(world.calls, { translation_of: two.id });
    await patch(one, { translation_of: three.id });
    await call(publishPost, { as: "ada", params: { id: one.id } });
    expect(await ids({ translation_of: one.id })).toEqual([two.id, three.id]);
    expect(await ids({ translation_of: two.id })).toEqual([one.id, three.id]);
    expect(await ids({ translation_of: three.id })).toEqual([one.id, two.id]);
  });

  test("are of pages that are there for the caller, and not of the page itself", async () => {
    const draft = await createDraft(world.notes);
    const problem = async (translation_of: unknown) =>
      (await patch(draft, { translation_of })).body.errors?.translation_of[0].code;
    expect(await problem(draft.id)).toBe("invalid");
    expect(await problem(99_999)).toBe("not_found");
    expect(await problem(1)).toBe("not_found");
    expect(await problem("x")).toBe("invalid");
    const other = await createDraft(world.calls);
    const hidden = { parent: { id: world.notes }, title: "x", overview: [], translation_of: other.id };
    const { body } = await call(createStandalonePage, { as: "bo", body: hidden });
    expect(body.errors.translation_of[0].code).toBe("not_found");
    expect((await patch(draft, { translation_of: other.id })).body).toMatchObject({
      translation_of: other.id,
    });
    await verifyCatalog();
  });
});
