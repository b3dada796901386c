import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plain } from "#lib/themes/plain-theme.ts";
import type { PostPage } from "#lib/themes/theme.ts";
import { themeSlug } from "#lib/themes/theme-names.ts";
import { themeNamed } from "#lib/themes/themes.ts";
import { hostileText, skeletonOf } from "./hostile-text.ts";
import { dawn, fieldNotes, heron, named, readingOf, reeds, shortPost } from "./reading.ts";

const reading = readingOf([heron, reeds, dawn]);

const pageOf = (more: Partial<PostPage> = {}, locale = "en-GB"): string =>
  plain.postPage({ ...shortPost, ...more }, { ...reading, locale });

describe("the page of a post", () => {
  test("says what it is to people, to search engines and to whoever shares it", () => {
    const html = pageOf({
      seoTitle: "The first ice of the winter",
      description: 'Thin & "clear"',
      share: {
        url: "https://notes.example/media/heron-share.jpg",
        type: "image/jpeg",
        width: 1200,
        height: 630,
        altText: "Ice at dawn",
      },
      categories: named("Weather", "Birds"),
      tags: named("ice", "frost"),
    });
    expect(html).toMatch(/^<!doctype html><html lang="en-GB"><head><meta charset="utf-8"\/>/);
    for (const part of [
      "<title>The first ice of the winter — Marsh</title>",
      '<meta name="description" content="Thin &amp; &quot;clear&quot;"/>',
      '<link rel="canonical" href="https://notes.example/marsh/first-ice/"/>',
      '<meta property="og:title" content="The first ice of the winter"/>',
      '<meta property="og:image" content="https://notes.example/media/heron-share.jpg"/>',
      '<meta property="og:image:type" content="image/jpeg"/><meta property="og:image:width" content="1200"/>',
      '<meta property="og:image:height" content="630"/><meta property="og:image:alt" content="Ice at dawn"/>',
      '<meta name="twitter:card" content="summary_large_image"/>',
      '<a href="/">Field Notes</a><a href="/marsh/">Marsh</a>',
      "<h1>First ice</h1>",
      '<time datetime="2026-01-03T08:00:00.000Z">3 January 2026</time><span>Weather</span><span>Birds</span>',
      "<li>ice</li><li>frost</li>",
    ])
      expect(html).toContain(part);
    expect(html).not.toContain("noindex");
  });

  test("says nothing of what nobody has said", () => {
    const html = pageOf();
    expect(html).toContain("<title>First ice — Marsh</title>");
    for (const absent of [
      "description",
      "og:image",
      "twitter",
      "<figure",
      "<audio",
      "tags",
      "Episode",
      "Comments",
    ])
      expect(html.replace(/<style>.*<\/style>/s, "")).not.toContain(absent);
  });

  test("keeps search engines away from a preview", () => {
    expect(pageOf({ isIndexed: false })).toContain('<meta name="robots" content="noindex"/>');
  });

  test("shows the cover at once, in the author's words", () => {
    expect(pageOf({ cover: { image: heron, altText: "Ice at dawn" } })).toMatch(
      /<img src="[^"]+heron-display\.webp"[^>]+alt="Ice at dawn" loading="eager" fetchpriority="high"/,
    );
  });

  test("loads the picture that it begins with at once if it has no cover, and later ones lazily", () => {
    const image = (value: number) => ({ type: "image", value });
    const text = { type: "paragraph", value: "<p>Ice.</p>" };
    const body = [{ type: "detail", value: [text, image(17), image(18)] }];
    const loading = (html: string) =>
      Array.from(html.matchAll(/<img [^>]*loading="(\w+)"/g), ([, how]) => how);
    const cover = { image: heron, altText: "" };
    expect(loading(pageOf({ body }))).toEqual(["eager", "lazy"]);
    expect(loading(pageOf({ body, cover }))).toEqual(["eager", "lazy", "lazy"]);
    expect(loading(pageOf({ body: [{ type: "detail", value: [text, text, image(17)] }] }))).toEqual(["lazy"]);
  });

  test("of an episode says where it belongs, and plays it", () => {
    const episode = { audio: dawn, number: 5, season: { number: 2, name: "The fen" }, persons: [] };
    const html = pageOf({ episode });
    expect(html).toContain('<p class="place">Season 2, The fen · Episode 5</p>');
    expect(html).toContain('<audio controls preload="none" aria-label="Dawn chorus">');
    const bare = pageOf({ episode: { audio: null, number: null, season: null, persons: [] } });
    expect(bare).not.toMatch(/class="place"|<audio|class="persons"/);
  });

  test("of an episode names who takes part in it", () => {
    const persons = [
      { name: "Ada", role: "host", url: "https://ada.example/", image: heron },
      { name: "Bo", role: "", url: null, image: null },
    ];
    const html = pageOf({ episode: { audio: null, number: null, season: null, persons } });
    expect(html).toMatch(
      /<ul class="persons"[^>]*><li><img [^>]+ alt(="")? [^>]*\/><span><a href="https:\/\/ada.example\/">Ada<\/a><small>host<\/small><\/span><\/li><li><span>Bo<\/span><\/li><\/ul>/,
    );
  });

  test("shows comments below the article, answers as such", () => {
    const html = pageOf({
      comments: [
        {
          ...{ id: 4, author: "Bo", writtenAt: "2026-01-04T08:00:00.000Z", text: "Thin?\n<b>How</b> thin?" },
          ...{ level: 1, answerUrl: null },
        },
        {
          ...{ id: 5, author: "Ada", writtenAt: "2026-01-05T08:00:00.000Z", text: "A finger." },
          ...{ level: 2, answerUrl: null },
        },
      ],
    });
    expect(html).toMatch(/<\/article><section class="comments"[^>]*><h2 id="comments">Comments<\/h2>/);
    expect(html).toContain(
      '<li id="comment-4"><p class="byline"><strong>Bo</strong><time datetime="2026-01-04T08:00:00.000Z">4 January 2026</time></p>' +
        '<p class="text">Thin?\n&lt;b>How&lt;/b> thin?</p></li>',
    );
    expect(html).toContain('<li id="comment-5" class="answer"><p class="byline"><strong>Ada</strong>');
  });

  test.each([
    ...["ar", "he", "fa-IR", "ur", "ckb", "az-Arab", "dv"].map((locale) => [locale, true] as const),
    ...["de", "az", "ks-Deva", "no such language", ""].map((locale) => [locale, false] as const),
  ])("in the language %j is written from the right: %j", (locale, isRightToLeft) => {
    expect(/<html [^>]*dir="rtl"[^>]*>/.test(pageOf({}, locale))).toBe(isRightToLeft);
  });

  test.each([
    ["de", "3. Januar 2026"],
    ["fr-CA", "3 janvier 2026"],
    ["", "3 January 2026"],
    ["no such language", "3 January 2026"],
    ["zz", "3 January 2026"],
  ])("writes dates in the language %j", (locale, day) => {
    expect(pageOf({}, locale)).toContain(`>${day}</time>`);
  });

  test.each([
    ["America/New_York", "2 January 2026"],
    ["Asia/Kolkata", "3 January 2026"],
    ["Mars/Olympus", "3 January 2026"],
  ])("writes the days of instants as they are in %s", (timezone, day) => {
    const post = { ...shortPost, visibleDate: "2026-01-03T00:30:00.000Z" };
    expect(String(plain.postPage(post, readingOf([], { timezone })))).toContain(`>${day}</time>`);
  });

  test("shows no date that is none", () => {
    expect(pageOf({ visibleDate: "soon" })).not.toContain("<time");
  });

  test("has one style sheet and nothing that runs", () => {
    const html = pageOf({ cover: { image: heron, altText: "" } });
    expect(html.match(/<style>/g)).toHaveLength(1);
    expect(html).toContain(`<style>${plain.style}</style>`);
    expect(html).not.toMatch(/<script| on[a-z]+=| style=/);
    expect(Buffer.byteLength(plain.style)).toBeLessThanOrEqual(15.2 * 1024);
    expect(plain.style).not.toMatch(/<|@import|url\(/);
  });

  test("has the same elements and attributes whatever its texts say", () => {
    const withText = (text: string): PostPage => ({
      ...shortPost,
      site: { ...fieldNotes, name: text },
      blog: { title: text, url: "/marsh/" },
      title: text,
      seoTitle: text,
      description: text,
      structuredData: [{ "@type": "BlogPosting", headline: text }],
      categories: named(text),
      tags: named(text, text),
      cover: { image: heron, altText: text },
      episode: {
        audio: {
          ...dawn,
          title: text,
          subtitle: text,
          chapters: [{ startSeconds: 1, title: text, link: text, image: text }],
        },
        number: 1,
        season: { number: 1, name: text },
        persons: [{ name: text, role: text, url: text, image: heron }],
      },
      comments: [
        { id: 4, author: text, writtenAt: "2026-01-04T08:00:00.000Z", text, level: 2, answerUrl: text },
      ],
      commenting: {
        writeUrl: text,
        notice: null,
        form: {
          address: text,
          cancelUrl: text,
          answered: text,
          kept: { answers: text },
          values: { name: text, email: text, text },
          maxLengths: { name: 100, email: 254, text: 5_000 },
          problems: { name: text, form: text },
        },
      },
      body: [
        {
          type: "detail",
          value: [
            { type: "code", value: { language: text, source: text } },
            { type: "gallery", value: { gallery: [{ value: { image: 17, caption: text } }] } },
          ],
        },
      ],
    });
    const shape = (text: string) => skeletonOf(plain.postPage(withText(text), readingOf([heron])));
    const harmless = shape("plain words");
    fc.assert(
      fc.property(hostileText, (each) => {
        expect(shape(each)).toEqual(harmless);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("what search engines may know of a page", () => {
  const dataIn = (html: string): unknown[] =>
    Array.from(html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs), ([, json = ""]) =>
      JSON.parse(json),
    );

  test.each(["</script><script>alert(1)</script>", "<!--<script>", "]]>", "&lt;/script>", "a\u2028b"])(
    "is the same as before, and ends where it should, if a text is %j",
    (text) => {
      const html = pageOf({ structuredData: [{ "@type": "BlogPosting", headline: text }] });
      expect(dataIn(html)).toEqual([
        { "@context": "https://schema.org", "@graph": [{ "@type": "BlogPosting", headline: text }] },
      ]);
      expect(html.match(/<\/?script/g)).toHaveLength(2);
    },
  );
});

describe("the theme of a slug", () => {
  test("is the first that there is", () => {
    expect(themeSlug(["plain"], [])).toBe("plain");
    expect(themeSlug([null, "no-such-theme", "dusk", "plain"], [{ slug: "dusk", name: "Dusk" }])).toBe(
      "dusk",
    );
  });

  test("is the plain one when there is none", () => {
    expect(themeSlug(["no-such-theme", undefined, "toString"], [])).toBe("plain");
    expect(themeNamed("toString")).toBe(plain);
  });
});
