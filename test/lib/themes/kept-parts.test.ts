import { describe, expect, test } from "vitest";
import type { SafeHtml } from "#lib/richtext/safe-html.ts";
import { composeTheme } from "#lib/themes/compose-theme.ts";
import { h } from "#lib/themes/element.ts";
import { essay } from "#lib/themes/essay-theme.ts";
import type { Parts } from "#lib/themes/parts/composition.ts";
import { usualParts } from "#lib/themes/parts/usual-parts.ts";
import { plain } from "#lib/themes/plain-theme.ts";
import { podcast } from "#lib/themes/podcast-theme.ts";
import type { BlogPage, KeptHtml, PostPage } from "#lib/themes/theme.ts";
import { fieldNotes, named, readingOf, shortPost } from "./reading.ts";

const body: PostPage["body"] = [
  {
    type: "overview",
    value: [{ type: "paragraph", value: "<p>Reeds &amp; rushes < ice — “thin”.</p>" }],
  },
  {
    type: "detail",
    value: ["One", "Two", "Three"].map((text) => ({ type: "paragraph", value: `<h2>${text}</h2>` })),
  },
];

const post: PostPage = { ...shortPost, tags: named("ice & <snow>"), body };

const marsh: BlogPage = {
  site: fieldNotes,
  url: "https://notes.example/marsh/",
  isIndexed: true,
  feeds: [],
  share: null,
  title: "Marsh",
  seoTitle: "",
  description: "",
  introduction: "",
  podcast: null,
  address: "/marsh/",
  form: null,
  archive: null,
  problems: [],
  chosen: [],
  facets: [
    { kind: "tag", options: [{ name: "ice & snow", count: 1, url: "?tag_facets=ice", isChosen: false }] },
  ],
  count: 2,
  posts: ["/marsh/one/", "/marsh/two/"].map((url) => ({ ...post, url, overview: body, hasMore: true })),
  pageNumber: 1,
  pageCount: 1,
  previousUrl: null,
  nextUrl: null,
};

const reading = readingOf([]);

const keptParts = (): KeptHtml => {
  const htmlByPart = new Map<object, SafeHtml>();
  return (shown, write) => {
    const html = htmlByPart.get(shown) ?? write();
    htmlByPart.set(shown, html);
    return html;
  };
};

describe.each([
  ["plain", plain],
  ["essay", essay],
  ["podcast", podcast],
])("pages in the theme %s", (_, theme) => {
  test("are the same with kept parts as without, the first time and again", () => {
    const kept = keptParts();
    for (const _ of [1, 2]) {
      expect(theme.blogPage(marsh, { ...reading, kept })).toBe(theme.blogPage(marsh, reading));
      expect(theme.postPage(post, { ...reading, kept })).toBe(theme.postPage(post, reading));
    }
  });
});

describe("a kept part", () => {
  const themeWith = (entries: Parts["entries"]) => {
    let written = 0;
    const entry: Parts["entry"] = (shown, given) => {
      written++;
      return h("p", null, shown.title, given.locale);
    };
    const theme = composeTheme({ light: plainColours, dark: plainColours, parts: { entry, entries } });
    return { theme, written: () => written };
  };

  test("is written once for each post", () => {
    const { theme, written } = themeWith(usualParts.entries);
    const kept = keptParts();
    theme.blogPage(marsh, { ...reading, kept });
    theme.blogPage({ ...marsh, pageNumber: 2 }, { ...reading, kept });
    expect(written()).toBe(2);
  });

  test("is written again for a theme that shows another post or reader there", () => {
    const { theme } = themeWith(({ posts }, given, entry) => [
      posts.map((each) => entry(each, given)),
      posts.map((each) => entry({ ...each, title: "Shorter" }, given)),
      posts.map((each) => entry(each, { ...given, locale: "de" })),
    ]);
    const html = theme.blogPage(marsh, { ...reading, kept: keptParts() });
    expect(html).toContain(
      "<p>First iceen-GB</p><p>First iceen-GB</p><p>Shorteren-GB</p><p>Shorteren-GB</p>",
    );
    expect(html).toContain("<p>First icede</p><p>First icede</p>");
  });
});

const plainColours = {
  paper: "#fff",
  ink: "#000",
  quiet: "#555",
  line: "#ddd",
  tint: "#eee",
  link: "#00c",
  control: "#777",
  wrong: "#c00",
};
