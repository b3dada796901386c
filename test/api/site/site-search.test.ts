// Proves contract rules: site-search.

import { afterEach, beforeAll, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { linksIn, textIn, visit } from "#test/support/site-pages.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();

beforeAll(async () => {
  const post = (title: string, day: number, more: object = {}) => ({
    type: "site.Post",
    slug: title.toLowerCase().replaceAll(" ", "-"),
    title,
    visible_date: new Date(Date.UTC(2025, 0, day)).toISOString(),
    overview_markdown: "A heron was there.",
    ...more,
  });
  const many = Array.from({ length: 22 }, (_, index) => post(`Otter ${index}`, index + 1));
  await applyManifest({
    version: 1,
    pages: [
      {
        type: "site.HomePage",
        slug: "home",
        title: "Home",
        children: [
          {
            type: "site.Blog",
            slug: "marsh",
            title: "Marsh <b>",
            children: [
              post("Ice and fire", 3, { search_description: "What the frost left." }),
              post("Secret", 4, { restriction: { type: "login" } }),
            ],
          },
          { type: "site.Blog", slug: "pool", title: "Pool", children: many },
          {
            ...{ type: "site.Page", slug: "imprint", title: "Imprint", live: true },
            overview_markdown: "By the warden of the reed.",
          },
        ],
      },
    ],
  });
});

afterEach(() => {
  delete process.env.SITE_FILTERSET_FACETS;
});

const found = async (query: string) => {
  const { status, body } = await visit(`/?${query}`);
  const titles = Array.from(body.matchAll(/<h2><a href="[^"]+">([^<]*)<\/a>/g), ([, title]) => title);
  return { status, titles, html: body, text: textIn(body.slice(body.indexOf("<main"))) };
};

test("a search on the front page finds posts of all blogs, with their day, blog and description", async () => {
  const { titles, html, text } = await found("search=HERON%20fire");
  expect(titles).toEqual(["Ice and fire"]);
  expect(text).toContain("Search for “HERON fire” 1 post Ice and fire");
  expect(text).toContain("Marsh &lt;b> What the frost left.");
  expect(linksIn(html)).toEqual(expect.arrayContaining(["/marsh/ice-and-fire/", "/marsh/"]));
  expect(html).toContain('value="HERON fire"');
  expect(html).toContain('<meta name="robots" content="noindex"/>');
});

test("a page that is no post has neither day nor blog there", async () => {
  const { titles, html } = await found("search=warden");
  expect(titles).toEqual(["Imprint"]);
  expect(html.slice(html.indexOf('class="found"'))).not.toContain("byline");
});

test("it has pages, shows what the visitor may see, and says how many that is", async () => {
  const first = await found("search=heron");
  expect(first.text).toContain("23 posts");
  expect(first.titles).toHaveLength(20);
  expect(linksIn(first.html)).toContain("/?search=heron&page=2");
  const second = await found("search=heron&page=2");
  expect(second.titles).toHaveLength(3);
  expect([...first.titles, ...second.titles]).not.toContain("Secret");
  const member = await visit("/?search=heron", { as: "ed" });
  expect(textIn(member.body)).toContain("24 posts");
});

test("a search that finds nothing, a page that is not there and words that are none say so", async () => {
  expect((await found("search=zebra")).text).toContain("No posts match.");
  const missing = await found("search=heron&page=9");
  expect([missing.status, missing.titles.length]).toEqual([404, 3]);
  expect(missing.text).toContain("There is no page “9”. This is page 2 of 2.");
  for (const words of ["...", "---"])
    expect((await found(`search=${words}`)).text).toContain(`“${words}” has no words to search for`);
  expect((await found("search=%20")).text).toContain("Newest");
});

test("every page has the box, or that of its blog, and the policy lets it be sent, unless the site has no search", async () => {
  const box = '<form class="search" method="get" action="/" role="search" aria-label="Site">';
  for (const address of ["/", "/pool/", "/pool/otter-3/", "/nothing/"]) {
    const { body, headers } = await visit(address);
    if (address === "/pool/")
      expect(body).toContain('<form class="narrowing" method="get" action="/pool/" role="search"');
    else expect(body).toContain(box);
    expect(headers["content-security-policy"]).toContain("form-action 'self';");
  }
  process.env.SITE_FILTERSET_FACETS = "[]";
  // The cached answers were made with the search.
  for (const address of ["/", "/pool/", "/?search=heron"]) {
    const { body } = await visit(address, { as: "ed" });
    expect(body).not.toContain('class="search"');
    expect(body).not.toContain("Search for");
  }
});
