// Proves contract rules: themed-html, chapter-links.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StoredBlock } from "#lib/blocks/sections.ts";
import type { Image } from "#lib/media/media.ts";
import { customBlocks } from "#lib/settings/blocks.ts";
import { articleHtml } from "#lib/themes/article-html.ts";
import { htmlOf } from "#lib/themes/element.ts";
import { boxedPicture } from "#lib/themes/parts/media.ts";
import type { Reading } from "#lib/themes/theme.ts";
import { anyText } from "#test/support/any-text.ts";
import { settingFrom } from "#test/support/settings.ts";
import { dawn, heron, readingOf, reeds, ripple } from "./reading.ts";

const everything = readingOf([heron, reeds, dawn, ripple]);

/** The HTML of the blocks, without the article around them. */
const shown = (blocks: readonly StoredBlock[], reading: Reading = everything): string =>
  articleHtml({ body: [{ type: "detail", value: blocks }], sections: ["detail"] }, reading).replace(
    /^<article>|<\/article>$/g,
    "",
  );

const shownBlock = (type: string, value: unknown, reading?: Reading): string =>
  shown([{ type, value }], reading);

describe("the blocks of an article", () => {
  test("are those of its sections, in the order of the sections", () => {
    const paragraphs = (text: string) => [{ type: "paragraph", value: `<p>${text}</p>` }];
    const body = [
      { type: "detail", value: paragraphs("two") },
      { type: "overview", value: paragraphs("one") },
      { type: "appendix", value: paragraphs("three") },
    ];
    const html = (...sections: ("overview" | "detail")[]) => articleHtml({ body, sections }, everything);
    expect(html("overview")).toBe('<article><div class="paragraph"><p>one</p></div></article>');
    expect(html("overview", "detail")).toBe(
      '<article><div class="paragraph"><p>one</p></div><div class="paragraph"><p>two</p></div></article>',
    );
  });

  test("paragraphs are rich text, with links to the addresses of pages", () => {
    const html = '<p onclick="x()"><a linktype="page" id="6">a</a> <a linktype="document" id="1">b</a></p>';
    expect(shownBlock("paragraph", html)).toBe(
      '<div class="paragraph"><p><a href="/notes/six/">a</a> <a>b</a></p></div>',
    );
  });

  test("code is shown as it is, under its language", () => {
    const html = shownBlock("code", { language: "html", source: "\n<b>\n\t</b>" });
    expect(html).toBe(
      '<figure class="code"><figcaption>html</figcaption>' +
        '<pre tabindex="0"><code class="language-html">\n&lt;b>\n\t&lt;/b></code></pre></figure>',
    );
    expect(shownBlock("code", { language: "text", source: "x" })).not.toContain("figcaption");
  });

  test("an image has its place, its renditions and its words", () => {
    const url = "/media/images/17/0a1b2c3d4e5f/heron";
    expect(shownBlock("image", 17)).toBe(
      `<figure class="image"><img src="${url}-display.webp" srcset="${url}-cover.webp 512w, ${url}-display.webp 1600w" ` +
        'sizes="min(1600px, 100vw - 45px, 1060px)" width="1600" height="1067" alt="A heron" loading="lazy" decoding="async"/></figure>',
    );
    expect(shownBlock("image", 18)).toContain('alt="Reeds in the morning"');
  });

  test("an image in more widths and formats offers all of them, AVIF first", () => {
    const url = "/media/images/17/0a1b2c3d4e5f/heron";
    const rendition = (width: number, format: string) => ({
      ...heron.display,
      key: `images/17/0a1b2c3d4e5f/heron-${width}.${format}`,
      contentType: `image/${format}`,
      width,
    });
    const renditions = [
      ...[rendition(800, "webp"), rendition(800, "avif")],
      ...[rendition(2400, "webp"), rendition(2400, "avif")],
    ];
    const sizes = 'sizes="min(2400px, 100vw - 45px, 1060px)"';
    expect(shownBlock("image", 17, readingOf([{ ...heron, renditions }]))).toBe(
      `<figure class="image"><picture><source type="image/avif" srcset="${url}-800.avif 800w, ${url}-2400.avif 2400w" ${sizes}/>` +
        `<img src="${url}-display.webp" srcset="${url}-cover.webp 512w, ${url}-800.webp 800w, ${url}-display.webp 1600w, ${url}-2400.webp 2400w" ` +
        `${sizes} width="1600" height="1067" alt="A heron" loading="lazy" decoding="async"/></picture></figure>`,
    );
  });

  test("a picture in a box has the files for three pixels of a screen, and the width at which it fills the box", () => {
    const box = { width: 100, ratio: 1 } as const;
    const shown = (image: Image, more = {}) =>
      String(htmlOf(boxedPicture(image, readingOf([]), { ...box, ...more })));
    expect(shown(heron)).toMatch(/ srcset="\S+-cover.webp 512w" sizes="150px" /);
    expect(shown(heron, { width: 200 })).toMatch(/-cover.webp 512w, \S+-display.webp 1600w" sizes="300px"/);
    const upright = { ...heron, cover: { ...heron.cover, width: 341, height: 512 } };
    expect(shown(upright)).toMatch(/ srcset="\S+-cover.webp 341w" sizes="100px" /);
    const fill = { sizes: (fill: (width: string) => string) => fill("50vw") };
    expect(shown(heron, fill)).toContain('sizes="calc(50vw * 1.5)"');
    const moving = { ...heron, display: { ...heron.file, key: "images/17/0a1b2c3d4e5f/heron-display.gif" } };
    expect(shown(moving, { width: 400 })).toMatch(/ srcset="\S+-cover.webp 512w" /);
  });

  test.each([
    [2, "(max-width: 383px) calc((100vw - 45px) * 1.12), calc(min(50vw - 30px, 522px) * 1.12)"],
    [3, /, calc\(343px \* 1\.12\)$/],
    [4, /, calc\(min\(50vw - 30px, 522px\) \* 1\.12\)$/],
  ])("a gallery of %i says how wide its pictures are", (count, said) => {
    const [, sizes] = /sizes="([^"]*)"/.exec(shownBlock("gallery", { gallery: Array(count).fill(17) })) ?? [];
    expect(sizes).toMatch(said);
  });

  test("an animation is its own file, and its first frame for readers who prefer less motion", () => {
    const url = "/media/images/17/0a1b2c3d4e5f/heron";
    const moving = { ...heron, display: { ...heron.file, key: "images/17/0a1b2c3d4e5f/heron-display.gif" } };
    expect(shownBlock("image", 17, readingOf([moving]))).toBe(
      `<figure class="image"><picture><source media="(prefers-reduced-motion: reduce)" srcset="${url}-cover.webp" ` +
        `type="image/webp"/><img src="${url}-display.gif" width="3000" height="2000" alt="A heron" loading="lazy" ` +
        'decoding="async"/></picture></figure>',
    );
  });

  test("a gallery of one picture is a figure with its caption as plain text, as wide as an image", () => {
    const single = (caption: string) =>
      shownBlock("gallery", { gallery: [{ type: "item", value: { image: 17, caption } }] });
    expect(single("")).toBe(shownBlock("image", 17));
    expect(single("At <b>dawn</b>")).toBe(
      shownBlock("image", 17).replace("</figure>", "<figcaption>At &lt;b>dawn&lt;/b></figcaption></figure>"),
    );
  });

  test("a gallery links its pictures to their files, has captions as plain text, and leaves out deleted images", () => {
    const html = shownBlock("gallery", {
      layout: "default",
      gallery: [
        { type: "item", id: "a", value: { image: 17, caption: 'Grey & "tall" <b>' } },
        { type: "item", id: "b", value: { image: 99, caption: "gone" } },
        18,
        { type: "item", id: "c", value: { image: 17, caption: "" } },
      ],
    });
    expect(html.match(/<li>/g)).toHaveLength(3);
    expect(html).toContain('<a href="/media/images/17/0a1b2c3d4e5f/heron.jpg">');
    expect(html.match(/<figcaption>.*?<\/figcaption>/g)).toEqual([
      "<figcaption>Grey &amp; &quot;tall&quot; &lt;b></figcaption>",
    ]);
  });

  test("an audio has a source per format, what is known of it, and its chapters", () => {
    const html = shownBlock("audio", 5);
    expect(html).toContain(
      '<source src="/media/audios/5/0a1b2c3d4e5f/dawn.mp3" type="audio/mpeg"/>' +
        '<source src="/media/audios/5/0a1b2c3d4e5f/dawn.opus" type="audio/opus"/></audio>',
    );
    expect(html).toContain("<strong>Dawn chorus</strong><span>Six birds</span>");
    expect(html).toContain(">1:02:05<");
    expect(html).toContain(
      "<li><span>0:00</span> Wren</li>" +
        '<li><span>1:05</span> <a href="https://birds.example/robin">Robin</a></li>' +
        "<li><span>1:10</span> Trap</li>",
    );
  });

  test("an audio of which nothing is known has a player all the same", () => {
    const untold = { ...dawn, title: null, subtitle: null, durationSeconds: null, chapters: [] };
    expect(shownBlock("audio", 5, readingOf([untold]))).toMatch(
      /^<figure class="audio" id="audio_\d+"><figcaption><\/figcaption><audio [^>]*aria-label="Audio">/,
    );
  });

  test("a video has its poster and its place", () => {
    expect(shownBlock("video", 9)).toBe(
      '<figure class="video"><video controls preload="none" playsinline aria-label="Ripples" ' +
        'src="/media/videos/9/0a1b2c3d4e5f/ripples.mp4" poster="/media/videos/9/0a1b2c3d4e5f/poster.jpg" width="640" height="360">' +
        '<a href="/media/videos/9/0a1b2c3d4e5f/ripples.mp4">Ripples</a></video></figure>',
    );
    const bare = shownBlock("video", 9, readingOf([{ ...ripple, poster: null }]));
    expect(bare).not.toMatch(/poster|width/);
  });

  test("a stored embed is a link to its address", () => {
    expect(shownBlock("embed", "https://video.example/1?a&b")).toBe(
      '<p class="embed"><a href="https://video.example/1?a&amp;b">https://video.example/1?a&amp;b</a></p>',
    );
  });

  test.each<[string, string, unknown]>([
    ["a paragraph that is no text", "paragraph", ["x"]],
    ["an empty paragraph", "paragraph", ""],
    ["code without a source", "code", { language: "sh" }],
    ["code that is no object", "code", "x"],
    ["an image that is gone", "image", 99],
    ["an image of another kind", "image", 5],
    ["an image id in quotes", "image", "17"],
    ["an empty gallery", "gallery", { layout: "default", gallery: [] }],
    ["a malformed gallery", "gallery", { gallery: [{ value: { image: "17" } }] }],
    ["a gallery whose images are gone", "gallery", { gallery: [99] }],
    ["an audio that is gone", "audio", 99],
    ["a video that is gone", "video", 99],
    ["an embed of a script", "embed", "javascript:alert(1)"],
    ["an embed that is no text", "embed", { url: "https://x.example" }],
    ["a type that nobody knows", "teaser", "x"],
    ["a type named like a property of every object", "constructor", "x"],
  ])("%s is left out", (_, type, value) => {
    expect(shownBlock(type, value)).toBe("");
  });

  test("the addresses of files and pages are the reader's", () => {
    const absolute = readingOf([heron], { fileUrl: ({ key }) => `https://cdn.example/${key}` });
    expect(shownBlock("image", 17, absolute)).toContain('src="https://cdn.example/images/17/');
  });
});

describe("custom blocks", () => {
  const declared = {
    sections: { overview: [], detail: ["card", "facts", "mix", "raw"] },
    blocks: {
      card: {
        type: "struct",
        fields: {
          heading: { type: "char" },
          text: { type: "richtext", required: false },
          note: { type: "text", required: false },
          picture: { type: "image", required: false },
          first_seen: { type: "date", required: false },
          ringed: { type: "boolean", required: false },
          wings: { type: "integer", required: false },
          weight: { type: "decimal", required: false },
          home: { type: "page", required: false },
          link: { type: "url", required: false },
          mail: { type: "email", required: false },
          html: { type: "rawhtml", required: false },
        },
      },
      facts: { type: "list", item: { type: "char" } },
      mix: { type: "stream", blocks: { word: { type: "char" }, sound: { type: "audio" } } },
      raw: { type: "rawhtml" },
    },
  };
  const reading = readingOf([heron, dawn], { customBlocks: settingFrom(customBlocks, declared) });
  const custom = (type: string, value: unknown) => shownBlock(type, value, reading);

  test("show their members in the order of their declaration, rich text as such and all other text escaped", () => {
    expect(
      custom("card", {
        html: "<script>alert(1)</script>",
        note: "<b>one</b>\ntwo",
        heading: "Grey & tall",
        text: "<p><b>a</b></p>",
        unknown: "x",
      }),
    ).toBe(
      '<div class="custom card"><div class="struct"><p class="text">Grey &amp; tall</p>' +
        '<div class="paragraph"><p><b>a</b></p></div><p class="text">&lt;b>one&lt;/b>\ntwo</p></div></div>',
    );
  });

  test("show media as media, and facts with the names of what they are about", () => {
    const html = custom("card", {
      picture: 17,
      first_seen: "2026-01-03",
      ringed: false,
      wings: 2,
      weight: "1.50",
      home: 6,
      link: "https://x.example/",
      mail: "a@b.example",
    });
    expect(html).toContain('<figure class="image"><img ');
    expect(html).toContain(
      '<p class="fact">First seen: <time datetime="2026-01-03">3 January 2026</time></p>' +
        '<p class="fact">Ringed: <span>no</span></p><p class="fact">Wings: <span>2</span></p>' +
        '<p class="fact">Weight: <span>1.50</span></p>' +
        '<p><a href="/notes/six/">/notes/six/</a></p>' +
        '<p><a href="https://x.example/">https://x.example/</a></p>' +
        '<p><a href="mailto:a%40b.example">a@b.example</a></p>',
    );
  });

  test("an email address with half of a surrogate pair is shown as well as it can be", () => {
    expect(custom("card", { mail: "\ud800@b.example" })).toContain('<a href="mailto:%EF%BF%BD%40b.example">');
  });

  test("show lists as lists, and streams child by child", () => {
    const item = (value: unknown) => ({ type: "item", id: "x", value });
    expect(custom("facts", [item("one"), item(2), "two", item("three")])).toBe(
      '<div class="custom facts"><ul><li><p class="text">one</p></li><li><p class="text">three</p></li></ul></div>',
    );
    expect(
      custom("mix", [
        { type: "word", value: "a" },
        { type: "sound", value: 5 },
        { type: "nope", value: "b" },
      ]),
    ).toMatch(
      /^<div class="custom mix"><div class="stream"><p class="text">a<\/p><figure class="audio" id="audio_\d+">/,
    );
  });

  test.each<[string, string, unknown]>([
    ["raw HTML", "raw", "<b>x</b>"],
    ["a struct that is no object", "card", "x"],
    ["a list that is none", "facts", { 0: "x" }],
    ["a struct without anything to show", "card", { heading: "" }],
  ])("%s is left out", (_, type, value) => {
    expect(custom(type, value)).toBe("");
  });

  test("that the section does not offer, or the site no longer has, are left out", () => {
    const overview = [{ type: "overview", value: [{ type: "facts", value: [{ value: "x" }] }] }];
    expect(articleHtml({ body: overview, sections: ["overview"] }, reading)).toBe("<article></article>");
    expect(shownBlock("facts", [{ value: "x" }])).toBe("");
  });

  test("whatever is stored, nothing of it breaks the article, and no text becomes markup", () => {
    const text = fc.oneof(anyText(), fc.constantFrom('"><script>x</script>', "</p><img src=x>"));
    const value = fc.jsonValue({ maxDepth: 4 }).chain((json) => fc.oneof(fc.constant(json), text));
    const near = fc.letrec((tie) => ({
      leaf: fc.oneof(text, fc.integer({ min: 0, max: 20 }), fc.boolean(), fc.constant(null), value),
      struct: fc.dictionary(fc.constantFrom(...Object.keys(declared.blocks.card.fields)), tie("leaf")),
      list: fc.array(fc.record({ type: fc.constantFrom("item", "word", "sound"), value: tie("leaf") }), {
        maxLength: 4,
      }),
      code: fc.record({ language: tie("leaf"), source: tie("leaf") }),
      gallery: fc.record({
        gallery: fc.array(fc.record({ value: fc.record({ image: tie("leaf"), caption: tie("leaf") }) }), {
          maxLength: 3,
        }),
      }),
    }));
    const type = fc.constantFrom(
      ..."paragraph code image gallery audio video embed card facts mix raw toString".split(" "),
    );
    const block = fc.record({
      type,
      value: fc.oneof(near.leaf, near.struct, near.list, near.code, near.gallery, value),
    });
    const tag = /<(\/?)([a-z]+)((?: [a-z-]+(?:="[^"]*")?)*)\/?>/g;
    const attributes = new Set(
      "class id tabindex src srcset sizes width height alt loading decoding href controls preload aria-label type poster playsinline datetime role".split(
        " ",
      ),
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
        const html = shown(blocks, reading);
        expect(html.replace(tag, "")).not.toContain("<");
        for (const [, , name, written = ""] of html.matchAll(tag)) {
          expect(name).not.toMatch(/script|style|iframe|object|embed|form|input|svg|math|link|meta|base/);
          for (const [, attribute = ""] of written.matchAll(/ ([a-z-]+)(?:="[^"]*")?/g))
            expect(attributes).toContain(attribute);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
