// Proves contract rules: blog-pages, archives, related-posts.

import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { listPages } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import {
  hiddenFieldsIn,
  linksIn,
  textIn,
  visit,
  withoutData,
  withoutThemes,
} from "#test/support/site-pages.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();

interface Post {
  readonly title: string;
  readonly day: string;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
}

const post = (title: string, day: string, categories: readonly string[], tags: readonly string[]): Post => ({
  title,
  day,
  categories,
  tags,
});

const posts: readonly Post[] = [
  post("Heron", "2025-01-10", ["birds"], ["dawn", "Reed"]),
  post("Wren", "2025-01-20", ["birds"], ["dawn"]),
  post("Ice", "2025-02-01", ["weather"], ["Reed", "Café"]),
  post("Flood", "2025-02-02", ["weather", "birds"], []),
  post("Hut", "2025-03-03", [], ["<b>bold</b>"]),
];

let marsh: number;

beforeAll(async () => {
  const children = posts.map(({ title, day, ...others }) => ({
    type: "site.Post",
    slug: title.toLowerCase(),
    title,
    visible_date: `${day}T12:00:00Z`,
    overview_markdown: `Words of ${title}, with water.`,
    ...others,
  }));
  const many = Array.from({ length: 25 }, (_, index) => ({
    type: "site.Post",
    slug: `note-${index}`,
    title: `Note ${index}`,
    visible_date: new Date(Date.UTC(2025, 4, index + 1)).toISOString(),
    tags: ["short", ...Array.from({ length: index % 13 }, (_, tag) => `tag ${tag}`)],
  }));
  const { ids } = await applyManifest({
    version: 1,
    pages: [
      {
        type: "site.HomePage",
        slug: "home",
        title: "Home",
        children: [
          { type: "site.Blog", slug: "marsh", title: "Marsh", children },
          { type: "site.Blog", slug: "pool", title: "Pool", children: many },
        ],
      },
    ],
  });
  marsh = ids.pages["/home/marsh"] ?? 0;
});

const pageAt = async (address: string): Promise<string> => {
  const { status, body } = await visit(address);
  expect(status).toBe(200);
  return body;
};

const titlesIn = (html: string): string[] =>
  Array.from(html.matchAll(/<h2><a href="[^"]+">([^<]*)<\/a>/g), ([, title]) => String(title));

/** The selection that the page shows. */
const chosenIn = (html: string): string =>
  textIn(/<div class="chosen">.*?<\/div>/.exec(html)?.[0] ?? "").replaceAll(" ×", "");

/** The facet options by heading, such as `dawn 2`. */
const facetsIn = (html: string): Record<string, string[]> =>
  Object.fromEntries(
    Array.from(
      html.matchAll(/<h2 class="label">([^<]+)<\/h2>(.*?)<\/section>/g),
      ([, heading, list = ""]) => [
        heading,
        Array.from(list.matchAll(/<li>(.*?)<\/li>/g), ([, option = ""]) => textIn(option)),
      ],
    ),
  );

const queries: readonly (readonly [string, readonly string[], string])[] = [
  ["", ["Hut", "Flood", "Ice", "Wren", "Heron"], ""],
  ["category_facets=birds", ["Flood", "Wren", "Heron"], "3 posts Birds"],
  ["tag_facets=reed", ["Ice", "Heron"], "2 posts #Reed"],
  ["tag_facets=café", ["Ice"], "1 post #Café"],
  ["date_facets=2025-2", ["Flood", "Ice"], "2 posts February 2025"],
  [
    "date_after=2025-01-20&date_before=2025-02-01",
    ["Ice", "Wren"],
    "2 posts From January 20, 2025 To February 1, 2025 Remove all",
  ],
  [
    "category_facets=birds&tag_facets=dawn&date_facets=2025-01",
    ["Wren", "Heron"],
    "2 posts January 2025 Birds #dawn Remove all",
  ],
  ["o=visible_date", ["Heron", "Wren", "Ice", "Flood", "Hut"], ""],
  ["search=heron", ["Heron"], "1 post “heron”"],
  [
    "search=WATER&category_facets=weather&o=visible_date",
    ["Ice", "Flood"],
    "2 posts “WATER” Weather Remove all",
  ],
  ["tag_facets=nothing", [], "0 posts #nothing"],
  ["search=---", ["Hut", "Flood", "Ice", "Wren", "Heron"], ""],
  ["search=...", [], "0 posts “...”"],
  ["category_facets=not a slug&date_facets=soon&o=title&page=", ["Hut", "Flood", "Ice", "Wren", "Heron"], ""],
];

describe("a blog", () => {
  test.each(queries)("asked for ?%s shows %j", async (query, titles, chosen) => {
    const html = await pageAt(`/marsh/?${query}`);
    expect(titlesIn(html)).toEqual(titles);
    expect(chosenIn(html)).toBe(chosen);
  });

  test.each(queries.filter(([query]) => !query.includes("page=")))(
    "asked for ?%s shows what the API lists",
    async (query, titles) => {
      const { body } = await call(listPages, {
        query: `type=site.Post&child_of=${marsh}&use_post_filter=true&${query}`,
      });
      expect(body.results.map(({ title }: { title: string }) => title).sort()).toEqual([...titles].sort());
    },
  );

  test("says so kindly when there is nothing", async () => {
    expect(textIn(await pageAt("/marsh/?tag_facets=nothing"))).toContain("No posts match.");
  });

  test("is for search engines as a whole and in archives only", async () => {
    for (const [query, ,] of queries.slice(5, 13)) {
      const html = await pageAt(`/marsh/?${query}`);
      expect(html).toContain('<meta name="robots" content="noindex"/>');
      expect(html).toContain('<link rel="canonical" href="https://notes.example/marsh/"/>');
    }
    const themed = await pageAt("/pool/?theme=plain&page=2");
    expect(themed).not.toContain("noindex");
    expect(themed).toContain('<link rel="canonical" href="https://notes.example/pool/?page=2"/>');
  });

  test("keeps what it is narrowed down to from page to page, and nothing that it does not know", async () => {
    const next = (html: string) => /rel="next" href="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
    const first = await pageAt("/pool/?utm_source=x&tag_facets=short&o=visible_date&theme=plain&search=");
    expect(next(first)).toBe("/pool/?tag_facets=short&o=visible_date&theme=plain&page=2");
    expect(titlesIn(first)[0]).toBe("Note 0");
    expect(titlesIn(await pageAt(next(first)!))).toHaveLength(5);
  });
});

describe("an archive", () => {
  test.each([
    ["category_facets=birds", "Posts in Birds", "3 posts", "category_facets=birds"],
    ["tag_facets=reed&theme=plain", "Posts tagged Reed", "2 posts", "tag_facets=reed"],
    ["date_facets=2025-3", "March 2025", "1 post", "date_facets=2025-03"],
  ])(
    "?%s has a heading, a description and an address of its own",
    async (query, heading, count, canonical) => {
      const html = await pageAt(`/marsh/?${query}`);
      expect(html).toContain(`<h1>${heading}</h1>`);
      expect(html).toContain(`<title>${heading} — Marsh — Test site</title>`);
      expect(html).toContain(`<meta name="description" content="${heading}: ${count} in Marsh."/>`);
      expect(html).toContain(`<link rel="canonical" href="https://notes.example/marsh/?${canonical}"/>`);
      expect(html).not.toContain("noindex");
      expect(linksIn(html)).toContain("/marsh/");
    },
  );

  test("keeps its address from page to page", async () => {
    const html = await pageAt("/pool/?tag_facets=short&page=2");
    expect(html).toContain('href="https://notes.example/pool/?tag_facets=short&amp;page=2"');
    expect(html).toContain("<title>Posts tagged short — Pool, page 2 — Test site</title>");
  });

  test.each([
    "tag_facets=nothing",
    "date_facets=2020-01",
    "tag_facets=reed&o=visible_date",
    "tag_facets=reed&o=x",
  ])("?%s is none for search engines, because it is empty, in another order, or wrong", async (query) => {
    expect(await pageAt(`/marsh/?${query}`)).toContain('<meta name="robots" content="noindex"/>');
  });
});

test("wrong filters are named, the list is shown without them", async () => {
  const html = await pageAt("/marsh/?date_after=abc&o=title");
  expect(titlesIn(html)).toHaveLength(5);
  expect(textIn(html)).toContain(
    "“abc” is not a day, such as 2025-02-01. This filter was left out. “title” is not",
  );
  expect(textIn(await pageAt("/marsh/?tag_facets=nothing"))).toContain("No post has the tag “nothing”.");
  expect(textIn(await pageAt("/marsh/?category_facets=none"))).toContain("There is no category “none”");
  expect(await pageAt("/marsh/?tag_facets=reed")).not.toContain('class="problems"');
});

describe("the facets of a blog", () => {
  test("count what each of them would leave", async () => {
    expect(facetsIn(await pageAt("/marsh/"))).toEqual({
      Categories: ["Birds 3", "Weather 2"],
      Tags: ["dawn 2", "Reed 2", "&lt;b>bold&lt;/b> 1", "Café 1"],
      Months: ["March 2025 1", "February 2025 2", "January 2025 2"],
    });
  });

  test("count the others as if each were not chosen, and leave out what would leave nothing", async () => {
    expect(facetsIn(await pageAt("/marsh/?category_facets=weather&tag_facets=reed"))).toEqual({
      Categories: ["Birds 1", "Weather 1"],
      Tags: ["Café 1", "Reed 1"],
      Months: ["February 2025 1"],
    });
  });

  test("add themselves to what is chosen, and take themselves away", async () => {
    const html = await pageAt("/marsh/?search=water&category_facets=birds&page=1");
    const links = linksIn(html);
    expect(links).toContain("/marsh/?search=water&category_facets=birds&tag_facets=dawn");
    expect(links).toContain("/marsh/?search=water");
    expect(links).toContain("/marsh/?category_facets=birds");
    expect(html).toMatch(/<a href="\/marsh\/\?search=water" aria-current="true">/);
  });

  test("all lead to posts", async () => {
    const addresses = linksIn(await pageAt("/marsh/?category_facets=birds")).filter((link) =>
      link.includes("?"),
    );
    expect(addresses.length).toBeGreaterThan(5);
    for (const address of addresses) expect(titlesIn(await pageAt(address))).not.toEqual([]);
  });

  test("show the first ten at once, and open where another one is chosen", async () => {
    const html = await pageAt("/pool/");
    expect(html).toContain("<details><summary>3 more</summary>");
    expect(await pageAt("/pool/?tag_facets=tag-11")).toMatch(/<details open><summary>\d+ more<\/summary>/);
  });
});

test("a blog with hundreds of tags shows the hundred that most posts have, and the one that is chosen", async () => {
  const children = Array.from({ length: 3 }, (_, index) => ({
    type: "site.Post",
    slug: `list-${index}`,
    title: `List ${index}`,
    tags: Array.from({ length: index === 0 ? 40 : 90 }, (_, tag) => `${index === 0 ? 1 : index} bird ${tag}`),
  }));
  const lists = { type: "site.Blog", slug: "lists", title: "Lists", children };
  await applyManifest({
    version: 1,
    pages: [{ type: "site.HomePage", slug: "home", title: "Home", children: [lists] }],
  });
  const tagsAt = async (address: string) => facetsIn(await pageAt(address)).Tags ?? [];
  const shown = await tagsAt("/lists/");
  expect(shown).toHaveLength(100);
  expect(shown.slice(38, 42)).toEqual(["1 bird 38 2", "1 bird 39 2", "1 bird 40 1", "1 bird 41 1"]);
  const chosen = await tagsAt("/lists/?tag_facets=2-bird-89");
  expect(chosen).toContain("2 bird 89 1");
  expect(chosen.length).toBeLessThanOrEqual(101);
});

describe("the form of a blog", () => {
  test("asks again what it was asked, and keeps what is chosen", async () => {
    const html = await pageAt(
      "/marsh/?search=a%26%22b&date_after=2025-01-01&o=visible_date&tag_facets=reed&page=1&theme=plain",
    );
    expect(html).toContain('<form class="narrowing" method="get" action="/marsh/" role="search"');
    expect(html).toContain('name="search" value="a&amp;&quot;b"');
    expect(html).toContain('name="date_after" value="2025-01-01"');
    expect(html).toContain('<option value="visible_date" selected>');
    expect(hiddenFieldsIn(html)).toEqual({ tag_facets: "reed", theme: "plain" });
  });

  test("may be sent to the site, and nowhere else", async () => {
    const { headers } = await visit("/marsh/");
    expect(headers["content-security-policy"]).toContain("form-action 'self';");
  });
});

describe("posts", () => {
  test("lead from their categories and tags to others of the blog", async () => {
    const html = await pageAt("/marsh/ice/");
    expect(linksIn(html)).toEqual(
      expect.arrayContaining([
        "/marsh/?category_facets=weather",
        "/marsh/?tag_facets=reed",
        `/marsh/?tag_facets=${encodeURIComponent("café")}`,
      ]),
    );
    expect(titlesIn(await pageAt("/marsh/?category_facets=weather"))).toContain("Ice");
  });

  test("lead to others with the same tags", async () => {
    const relatedTo = async (address: string) =>
      linksIn(/<nav class="related".*?<\/nav>/.exec(await pageAt(address))?.[0] ?? "");
    expect(await relatedTo("/marsh/heron/")).toEqual(["/marsh/ice/", "/marsh/wren/"]);
    expect(await relatedTo("/marsh/hut/")).toEqual([]);
    expect(await relatedTo("/pool/note-24/")).toHaveLength(5);
  });

  test("lead to those before and after them", async () => {
    expect(textIn(await pageAt("/marsh/ice/"))).toContain("Previous Wren Next Flood");
    expect(textIn(await pageAt("/marsh/heron/"))).toMatch(/Next Wren/);
    expect(await pageAt("/marsh/heron/")).not.toContain("Previous");
  });
});

describe("a site without filters", () => {
  afterEach(() => {
    delete process.env.SITE_FILTERSET_FACETS;
  });

  test("has neither form nor facets, and links to none", async () => {
    process.env.SITE_FILTERSET_FACETS = "[]";
    // The cached answers were made with the filters.
    const html = (await visit("/marsh/?tag_facets=reed&search=heron&x=1", { as: "ed" })).body;
    expect(titlesIn(html)).toHaveLength(5);
    expect(withoutThemes(html)).not.toMatch(/<form|class="facets"|_facets=/);
  });

  test.each([
    ["search", "search"],
    ["date", "date_after"],
    ["o", "o"],
  ])("but %s has a form for that alone", async (filter, field) => {
    process.env.SITE_FILTERSET_FACETS = JSON.stringify([filter]);
    const html = (await visit("/marsh/", { as: "ed" })).body;
    const form = /<form class="narrowing".*?<\/form>/.exec(html)?.[0] ?? "";
    const fields = Array.from(form.matchAll(/<(?:input|select)[^>]* name="([^"]*)"/g), ([, name]) => name);
    expect(fields).toContain(field);
    expect(fields.length).toBe(filter === "date" ? 2 : 1);
  });
});

test.each([
  ["search", '"><script>alert(1)</script>'],
  ["search", "javascript:alert(1)"],
  ["tag_facets", '"><img src=x onerror=alert(1)>'],
  ["theme", '"><script>alert(1)</script>'],
  ["date_after", "'><svg onload=alert(1)>"],
  ["date_facets", "2025-01<script>"],
])("%s=%s stays text wherever the page repeats it", async (name, value) => {
  const html = await pageAt(`/marsh/?${new URLSearchParams({ [name]: value })}`);
  expect(withoutData(html)).not.toMatch(
    /<script(?! type="module" src="\/_scripts\/)|<img src=x|<svg|href="javascript:/,
  );
  for (const link of linksIn(html)) expect(link).toMatch(/^\//);
});
