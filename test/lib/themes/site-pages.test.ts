// Proves contract rules: site-pages.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plain } from "#lib/themes/plain-theme.ts";
import type { BlogPage, HomePage, MessagePage, SitePage } from "#lib/themes/theme.ts";
import { hostileText, skeletonOf } from "./hostile-text.ts";
import { dawn, fieldNotes, heron, named, readingOf, shortPost } from "./reading.ts";

const reading = readingOf([heron, dawn]);

const front: SitePage = {
  site: fieldNotes,
  url: "https://notes.example/",
  isIndexed: true,
  feeds: [],
  share: null,
  title: "Field Notes",
  seoTitle: "",
  description: "",
};

const home = (more: Partial<HomePage> = {}): string =>
  plain.homePage({ ...front, blogs: [], newest: [], ...more }, reading);

const marsh: BlogPage = {
  ...front,
  url: "https://notes.example/marsh/",
  title: "Marsh",
  introduction: "",
  podcast: null,
  address: "/marsh/",
  form: null,
  archive: null,
  problems: [],
  chosen: [],
  facets: [],
  count: 0,
  posts: [],
  pageNumber: 1,
  pageCount: 1,
  previousUrl: null,
  nextUrl: null,
};

const blog = (more: Partial<BlogPage> = {}, locale = "en-GB"): string =>
  plain.blogPage({ ...marsh, ...more }, { ...reading, locale });

const entry = { ...shortPost, url: "/marsh/first-ice/", overview: shortPost.body, hasMore: false };

const closed: MessagePage = {
  ...front,
  url: null,
  isIndexed: false,
  feeds: [],
  text: "Not here.",
  passwordForm: null,
  links: [],
};

const bodyOf = (html: string): string => html.slice(html.indexOf("<body>"));

describe("a front page", () => {
  test("has a description for search engines and for shared links", () => {
    const html = home({ seoTitle: "Notes from the field", description: "Of marshes." });
    for (const part of [
      "<title>Notes from the field</title>",
      '<meta name="description" content="Of marshes."/>',
      '<link rel="canonical" href="https://notes.example/"/>',
      '<meta property="og:type" content="website"/>',
      "<h1>Field Notes</h1>",
    ])
      expect(html).toContain(part);
  });

  test("of a site without blogs says that there are none yet", () => {
    expect(home()).toContain("There are no blogs yet.");
    expect(home()).not.toContain("Newest");
  });
});

describe("the page of a blog", () => {
  test("names the page of its list in its title", () => {
    expect(blog()).toContain("<title>Marsh — Field Notes</title>");
    expect(blog({ pageNumber: 2, pageCount: 3 })).toContain("<title>Marsh, page 2 — Field Notes</title>");
  });

  test("leaves out the parts that a post does not have", () => {
    const html = bodyOf(blog({ posts: [entry] }));
    expect(html).toContain('<h2><a href="/marsh/first-ice/">First ice</a></h2>');
    for (const absent of ["<img", "<ul", "Read more", "Episode", "<nav", "<form"])
      expect(html).not.toContain(absent);
  });

  test("shows the overview of a post, or its description", () => {
    const overview = [{ type: "overview", value: [{ type: "paragraph", value: "<p>It stood still.</p>" }] }];
    const description = "A bird & a pond.";
    const said = '<p class="text">A bird &amp; a pond.</p>';
    expect(blog({ posts: [{ ...entry, description, overview }] })).not.toContain(said);
    expect(blog({ posts: [{ ...entry, description, overview: [] }] })).toContain(said);
    expect(blog({ posts: [{ ...entry, description: "", overview: [] }] })).not.toContain('class="text"');
  });

  test("shows the season, number and length of an episode", () => {
    const episode = { audio: dawn, number: 5, season: { number: 2, name: "" }, persons: [] };
    const html = blog({ posts: [{ ...entry, episode }] });
    expect(html).toContain('<p class="place">Season 2 · Episode 5</p>');
    expect(html).toContain('<span class="duration">1:02:05</span>');
    expect(html).not.toContain("<audio");
  });

  test("has one link for the keyboard to each post, although its picture is a link too", () => {
    const html = blog({ posts: [{ ...entry, cover: { image: heron, altText: "A heron" } }] });
    expect(html).toContain('<a class="thumbnail" href="/marsh/first-ice/" tabindex="-1" aria-hidden="true">');
    expect(html).toContain('src="/media/images/17/0a1b2c3d4e5f/heron-cover.webp"');
  });

  test.each([
    ["en-GB", "March 2026", "From 2 March 2026"],
    ["de", "März 2026", "From 2. März 2026"],
    ["no such language", "March 2026", "From 2 March 2026"],
  ])("writes dates in the language %j", (locale, month, day) => {
    const html = blog(
      {
        facets: [{ kind: "date", options: [{ name: "2026-03", count: 1, url: "/x", isChosen: false }] }],
        chosen: [{ kind: "after", name: "2026-03-02", url: "/y" }],
      },
      locale,
    );
    expect(html).toContain(`<span>${month}</span>`);
    expect(html).toContain(day);
  });

  test.each([
    ["", "", ["Newest first", "Oldest first"]],
    ["ice", "", ["Best match", "Newest first", "Oldest first"]],
  ])("searched for %j can be ordered", (search, order, names) => {
    const html = blog({ form: { search, days: null, order, kept: {} } });
    expect(Array.from(html.matchAll(/<option[^>]*>([^<]*)</g), ([, name]) => name)).toEqual(names);
  });
});

describe("a message", () => {
  test("is not for search engines, and has no address of its own", () => {
    const html = plain.messagePage(closed, reading);
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).not.toMatch(/canonical|og:url/);
  });

  test("asks for a password where one would help, and says when it was wrong", () => {
    const form = { address: "/accounts/password/", kept: { page: "3" }, wasWrong: false, button: "Show it" };
    const asking = plain.messagePage({ ...closed, passwordForm: form }, reading);
    expect(asking).toMatch(/<input type="password" name="password"[^>]*"current-password"[^>]* required/);
    expect(bodyOf(asking)).not.toContain('role="alert"');
    const wrong = plain.messagePage({ ...closed, passwordForm: { ...form, wasWrong: true } }, reading);
    expect(wrong).toContain('<p id="problem-1" role="alert">Wrong password. Please try again.</p>');
    expect(wrong).toContain('aria-invalid="true" aria-describedby="problem-1"');
  });
});

test("pages have the same elements and attributes whatever their texts say", () => {
  const pages = (text: string): string[] => {
    const site = {
      ...fieldNotes,
      name: text,
      logo: { ...heron, title: text, description: text },
      navigation: [{ title: text, url: "/marsh/", isCurrent: true }],
      socialLinks: [{ title: text, url: "https://social.example/" }],
    };
    const said = { ...front, site, title: text, seoTitle: text, description: text };
    const link = { title: text, url: `/?${new URLSearchParams({ search: text })}` };
    const post = {
      ...entry,
      title: text,
      categories: named(text),
      tags: [{ name: text, url: link.url }],
      cover: { image: heron, altText: text },
      episode: { audio: dawn, number: 1, season: { number: 1, name: text }, persons: [] },
    };
    const options = [{ name: text, count: 1, url: link.url, isChosen: true }];
    return [
      plain.homePage(
        {
          ...said,
          blogs: [{ ...link, description: "", artwork: null }],
          newest: [{ ...link, visibleDate: text, blog: link }],
        },
        reading,
      ),
      plain.blogPage(
        {
          ...marsh,
          ...said,
          form: { search: text, days: { after: text, before: text }, order: "", kept: { tag_facets: text } },
          chosen: (["search", "after", "before", "date", "category", "tag"] as const).map((kind) => ({
            kind,
            name: text,
            url: link.url,
          })),
          facets: (["date", "category", "tag"] as const).map((kind) => ({ kind, options })),
          posts: [post],
          pageNumber: 2,
          pageCount: 3,
          previousUrl: link.url,
          nextUrl: link.url,
        },
        reading,
      ),
      plain.messagePage(
        {
          ...said,
          text,
          links: [link],
          passwordForm: { address: "/", kept: { next: text }, wasWrong: true, button: text },
        },
        reading,
      ),
      plain.postPage({ ...shortPost, ...post, ...said, blog: link, older: link, newer: link }, reading),
    ];
  };
  const shape = (text: string) => pages(text).map(skeletonOf);
  const harmless = shape("plain words");
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(shape(text)).toEqual(harmless);
    }),
    { numRuns: 300 },
  );
});
