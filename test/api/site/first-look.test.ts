import { describe, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { openingOf } from "#lib/pages/opening.ts";
import { listThemes } from "#lib/routes/themes.ts";
import { call } from "#test/support/call.ts";
import { visit } from "#test/support/site-pages.ts";
import { createLivePost, freshSlug, useWorld } from "#test/support/world.ts";

const world = useWorld();

const textOfCount = (html: string, pattern: RegExp): number => [...html.matchAll(pattern)].length;
const described = /<meta name="description" content="([^"]*)"/;

describe("a page", () => {
  test("has one search field, in every theme: blogs have their own", async () => {
    const { slug } = await createLivePost(world.notes);
    for (const path of ["/", "/notes/", "/notes/?search=reed", "/calls/", `/notes/${slug}/`, "/?search=reed"])
      for (const theme of ["plain", "essay", "podcast"]) {
        const { body } = await visit(`${path}${path.includes("?") ? "&" : "?"}theme=${theme}`);
        expect([path, theme, textOfCount(body, /<input type="search"/g)]).toEqual([path, theme, 1]);
      }
    expect((await visit("/notes/")).body).not.toContain("Search the site");
  });

  test("shows visitors a choice of themes only where the site wants it, and the API has them in any case", async () => {
    const site = (more: object) => ({
      version: 1,
      site: { name: "Test site", base_url: "https://notes.example", ...more },
    });
    const hasForm = async (path: string) => (await visit(path)).body.includes('name="theme_slug"');
    expect(await hasForm("/")).toBe(true);
    await applyManifest(site({}));
    for (const path of ["/", "/notes/", "/no-such-page/"])
      expect([path, await hasForm(path)]).toEqual([path, false]);
    expect((await call(listThemes)).body.items.length).toBeGreaterThanOrEqual(3);
    expect((await visit("/?theme=essay")).body).toContain("--link");
    await applyManifest(site({ theme_switch: true }));
    expect(await hasForm("/")).toBe(true);
  });
});

describe("a post without a summary", () => {
  const long = "The <b>water</b> came up &amp; over the boards. ".repeat(12);

  test("is described by its first words, in the list too, and one with an overview is shown by that", async () => {
    const detail = [
      { type: "code", value: { language: "text", source: "ebb" } },
      { type: "paragraph", value: `<p>${long}</p>` },
    ];
    const bare = await createLivePost(world.notes, { title: freshSlug(), detail });
    const start = "The water came up &amp; over the boards. The water came up";
    const { body } = await visit(`/notes/${bare.slug}/`);
    expect(described.exec(body)?.[1]).toMatch(new RegExp(`^${start}.*…$`));
    const list = (await visit("/notes/")).body;
    expect(list).toContain(`<p class="text">${start}`);
    const said = await createLivePost(world.notes, {
      title: freshSlug(),
      detail,
      search_description: "High water.",
    });
    expect(described.exec((await visit(`/notes/${said.slug}/`)).body)?.[1]).toBe("High water.");
  });
});

describe("the opening of a body", () => {
  const paragraphs = (...values: string[]) => [
    { type: "detail" as const, value: values.map((value) => ({ type: "paragraph", value })) },
  ];
  const rows: readonly [string, readonly string[], string][] = [
    ["a short text", ["<p>Low <i>water</i>.</p>", "<p>Again.</p>"], "Low water. Again."],
    ["no text", [], ""],
    ["a text that is cut between words", [`<p>${"reed ".repeat(80)}</p>`], `${"reed ".repeat(39)}reed…`],
    ["a text without blanks", [`<p>${"潮".repeat(300)}</p>`], `${"潮".repeat(200)}…`],
    ["a text whose characters take two units", [`<p>a${"🦆".repeat(200)}</p>`], `a${"🦆".repeat(99)}…`],
  ];
  test.each(rows)("%s", (_, values, expected) => {
    expect(openingOf(paragraphs(...values) as never)).toBe(expected);
  });
});
