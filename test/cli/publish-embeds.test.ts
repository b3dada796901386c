/** Embeds in Markdown, read and written (docs/publishing.md). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bodyText } from "#cli/folder/body-text.ts";
import { type BodyRules, readText } from "#cli/publish/body/read-text.ts";
import { isObject } from "#lib/blocks/is-object.ts";
import type { AuthorBlock } from "#lib/blocks/read-section.ts";
import { readyBlockNames, withReadyBlocks } from "#lib/blocks/ready/ready-blocks.ts";
import { defaultFeatures, type RichTextFeature, richTextFeatureNames } from "#lib/richtext/features.ts";
import { sanitizeRichText } from "#lib/richtext/sanitize.ts";

const hosts = ["youtube.com", "vimeo.com", "bsky.app", "social.example"];
const custom = withReadyBlocks(undefined, readyBlockNames, hosts);
const withoutEmbeds = withReadyBlocks(undefined, ["table", "callout", "footnotes"]);

/** The embed that an author says, without what the service adds. */
const shortened = ({ type, value }: AuthorBlock): AuthorBlock => {
  if (type !== "external_embed" || !isObject(value)) return { type, value };
  const { url, title, image } = value;
  return { type, value: { url, title, image } };
};

/** The blocks of a text, in which media are named by file, and what is said about it. */
const read = (text: string, rules: Partial<BodyRules> = {}) => {
  const { overview, detail, ...said } = readText(text, 1, { features: defaultFeatures, custom, ...rules });
  const parts = said.problems.length > 0 ? [] : [...(overview ?? []), ...detail];
  const blocks = parts.map(({ block, media }) =>
    shortened(block(media.map(({ file, alt }) => ({ file, alt_text: alt }) as never))),
  );
  const notes = [...said.problems, ...said.removed, ...said.warnings];
  return { blocks, notes: notes.map(({ line, message }) => `${line}: ${message}`) };
};

const written = (
  detail: readonly AuthorBlock[],
  features: readonly RichTextFeature[] = defaultFeatures,
): string => bodyText({ overview: [], detail }, features, undefined, custom);

const embed = (url: string, title = "", image: unknown = null): AuthorBlock => ({
  type: "external_embed",
  value: { url, title, image },
});

const paragraph = (value: string): AuthorBlock => ({ type: "paragraph", value });
const video = "https://youtu.be/aB3_-dEfGh1";
const heron = { file: "heron.jpg", alt_text: "A heron" };

describe("a paragraph that is nothing but an address", () => {
  test.each([
    ["youtube", video],
    ["with underscores that would be emphasis", "https://www.youtube.com/watch?t=_3_&v=_aB_dEfGh1_"],
    ["with a parameter of a list", "https://www.youtube.com/watch?v=aB3_-dEfGh1&list=PL_1"],
    ["vimeo", "https://vimeo.com/76979871"],
    ["of Bluesky", "https://bsky.app/profile/ice.example/post/3kabc"],
    ["with letters that are not ASCII", "https://social.example/@wren/Eisvögel"],
    ["with parentheses", "https://social.example/@wren/a_(b)"],
    ["in capitals", "HTTPS://VIMEO.COM/76979871"],
  ])("is an embed: %s", (_, url) => {
    for (const features of [defaultFeatures, richTextFeatureNames]) {
      expect(read(`Before.\n\n${url}\n\nAfter.`, { features })).toEqual({
        blocks: [paragraph("<p>Before.</p>"), embed(url), paragraph("<p>After.</p>")],
        notes: [],
      });
      expect(read(`   <${url}>  `, { features })).toEqual({ blocks: [embed(url)], notes: [] });
    }
  });

  test("has its references resolved, and in angle brackets none, like other addresses", () => {
    const address = "https://www.youtube.com/watch?v=aB3_-dEfGh1";
    expect(read(`${address}&amp;t=3`).blocks).toEqual([embed(`${address}&t=3`)]);
    expect(read(`<${address}&t=3>`).blocks).toEqual([embed(`${address}&t=3`)]);
  });

  test("is one in the overview, too", () => {
    const { overview, detail } = readText(`${video}\n\n<!--more-->\n\nx`, 1, {
      features: defaultFeatures,
      custom,
    });
    expect(overview?.map((part) => shortened(part.block([])))).toEqual([embed(video)]);
    expect(detail).toHaveLength(1);
  });

  test.each([
    ["of another host", "https://other.example/watch"],
    ["without a frame", "https://youtu.be/short"],
    ["of a whole site", "https://social.example/"],
    ["with a port", "https://youtu.be:8443/aB3_-dEfGh1"],
    ["of another protocol", "ftp://youtu.be/aB3_-dEfGh1"],
    ["in a sentence", `See ${video}`],
    ["with the end of a sentence", "https://social.example/@wren/a."],
    ["beside another", `${video}\n${video}`],
    ["in emphasis", `**${video}**`],
    ["in code", `\`${video}\``],
    ["escaped", video.replace(":", "\\:")],
    ["in a link", `[${video}](${video})`],
    ["as the address of words", `[A video](${video})`],
    ["in a list", `- ${video}\n- x`],
    ["in a loose list", `- ${video}\n\n- ![A](${video})`],
    ["in a quote", `> ${video}`],
    ["in a callout", `> [!NOTE]\n> ${video}`],
    ["in a heading", `## ${video}`],
    ["in a footnote", `a[^1]\n\n[^1]: ${video}`],
    ["in a cell", `| a |\n|-|\n| ${video} |`],
  ])("stays what it is: %s", (_, text) => {
    for (const features of [defaultFeatures, richTextFeatureNames]) {
      const { blocks, notes } = read(text, { features });
      expect({ blocks, notes }).toEqual(read(text, { features, custom: withoutEmbeds }));
      expect(blocks.map(({ type }) => type)).not.toContain("external_embed");
    }
  });
});

describe("a frame of HTML", () => {
  test("is an embed of its page where the site takes it, with its title", () => {
    const frame = (src: string, more = "") => `<iframe src="${src}"${more}></iframe>`;
    const text = [
      "Before.",
      frame("https://www.youtube.com/embed/aB3_-dEfGh1?start=90", ' title="Teal at dawn"'),
      frame("https://player.vimeo.com/video/76979871"),
      "After.",
    ].join("\n\n");
    expect(read(text)).toEqual({
      blocks: [
        paragraph("<p>Before.</p>"),
        embed("https://www.youtube.com/watch?v=aB3_-dEfGh1&t=90s", "Teal at dawn"),
        embed("https://vimeo.com/76979871"),
        paragraph("<p>After.</p>"),
      ],
      notes: [],
    });
    for (const rules of [
      { custom: withoutEmbeds },
      { custom: withReadyBlocks(undefined, readyBlockNames, ["bsky.app"]) },
    ])
      expect(read(text, rules)).toMatchObject({
        blocks: [{ type: "paragraph" }],
        notes: [
          "3: The element iframe is a link now: https://www.youtube.com/embed/aB3_-dEfGh1?start=90",
          "5: The element iframe is a link now: https://player.vimeo.com/video/76979871",
        ],
      });
  });

  test("that no template knows is a link, and told", () => {
    expect(read('<iframe src="https://maps.example/embed"></iframe>').notes).toEqual([
      "1: The element iframe is a link now: https://maps.example/embed",
    ]);
  });

  test("in the words of a post of Bluesky is an embed, and what it says a warning", () => {
    const said =
      '<blockquote data-bluesky-uri="at://did:plc:abc/app.bsky.feed.post/3kabc"><p>Ice.</p></blockquote>';
    expect(read(said)).toEqual({
      blocks: [embed("https://bsky.app/profile/did:plc:abc/post/3kabc")],
      notes: ["1: Readers see this where they load the embedded post: Ice."],
    });
  });

  test("of a shortcode is an embed where the site takes it, and else a link that is told", () => {
    const text = "{{< youtube aB3_-dEfGh1 >}}\n\n{{< vimeo id=76979871 title=Teal >}}";
    expect(read(text)).toEqual({
      blocks: [
        embed("https://www.youtube.com/watch?v=aB3_-dEfGh1"),
        embed("https://vimeo.com/76979871", "Teal"),
      ],
      notes: [],
    });
    expect(read(text, { custom: withoutEmbeds }).notes).toEqual([
      "1: The shortcode youtube is a link now: https://www.youtube.com/watch?v=aB3_-dEfGh1",
      "3: The shortcode vimeo is a link now: https://vimeo.com/76979871",
    ]);
  });
});

test("a component of MDX that stands alone is an embed where the site takes it, and else a link that is told", () => {
  const text = "<YouTube id='aB3_-dEfGh1' title='Teal' />\n\nOne <YouTube id='aB3_-dEfGh1' /> in a line.";
  const told = (line: number) =>
    `${line}: The component YouTube is a link now: https://www.youtube.com/watch?v=aB3_-dEfGh1`;
  const { blocks, notes } = read(text, { isMdx: true });
  expect(blocks).toEqual([
    embed("https://www.youtube.com/watch?v=aB3_-dEfGh1", "Teal"),
    expect.objectContaining({ type: "paragraph" }),
  ]);
  expect(notes).toEqual([told(3)]);
  expect(read(text, { isMdx: true, custom: withoutEmbeds }).notes).toEqual([told(1), told(3)]);
});

describe("an address in the place of a picture's file", () => {
  test("is an embed with a title", () => {
    expect(read(`![Dawn at the \\*lower\\* pool &amp; "reed"](${video})`)).toEqual({
      blocks: [embed(video, 'Dawn at the *lower* pool & "reed"')],
      notes: [],
    });
    expect(read(`![A title\nover two lines](<${video}>)`).blocks).toEqual([
      embed(video, "A title over two lines"),
    ]);
    expect(read(`![Dawn][v]\n\n[v]: ${video}`).blocks).toEqual([embed(video, "Dawn")]);
  });

  test("says the line of a title that is too long", () => {
    expect(read(`Text.\n\n![${"x".repeat(251)}](${video})`).notes).toEqual([
      "3: title: At most 250 characters are allowed.",
    ]);
  });

  test.each([
    ["of another host", "![A](https://other.example/a)"],
    ["of a picture", "![A](https://social.example/media/a.JPG?x=1)"],
    ["with a caption", `![A](${video} "B")`],
    ["beside a file", `![A](${video})\n![B](heron.jpg)`],
  ])("stays a fault: %s", (_, text) => {
    expect(read(text).notes).toEqual([expect.stringContaining("A file beside the text is required")]);
    expect(read(text)).toEqual(read(text, { custom: withoutEmbeds }));
  });
});

describe("a picture beside the text that is a link", () => {
  test("is an embed with this picture, and perhaps a title", () => {
    expect(read(`[![A heron](heron.jpg)](${video} "Dawn &amp; \\"reed\\"")`)).toEqual({
      blocks: [embed(video, 'Dawn & "reed"', heron)],
      notes: [],
    });
    expect(read(`[![](heron.jpg)](${video})`).blocks).toEqual([
      embed(video, "", { file: "heron.jpg", alt_text: "" }),
    ]);
  });

  test.each([
    ["to another host", "[![A](heron.jpg)](https://other.example/a)"],
    ["with a caption", `[![A](heron.jpg "B")](${video})`],
    ["with text beside it", `[![A](heron.jpg) B](${video})`],
    ["with a picture of the provider", `[![A](https://img.youtube.com/vi/aB3_-dEfGh1/0.jpg)](${video})`],
    ["beside another picture", `[![A](heron.jpg)](${video}) ![B](reed.jpg)`],
  ])("stays a picture: %s", (_, text) => {
    const found = read(text);
    expect(found).toEqual(read(text, { custom: withoutEmbeds }));
    expect(found.blocks.map(({ type }) => type)).not.toContain("external_embed");
  });
});

test("while a site's blocks are not known, no address that it may embed is a fault", () => {
  const unknown = { custom: undefined };
  expect(read(`![A](${video})\n\n![B](https://other.example/b)`, unknown).notes).toEqual([]);
  for (const url of ["https://other.example/b.png", "https://youtu.be/short"])
    expect(read(`![B](${url})`, unknown).notes).toEqual([
      `1: A file beside the text is required, not ${url}.`,
    ]);
  for (const text of [video, `<${video}>`, `[![A](heron.jpg)](${video} "B")`])
    expect(read(text, unknown)).toEqual(read(text, { custom: withoutEmbeds }));
});

test("a block of the site with that name, and hosts that are not known, change nothing", () => {
  const own = { type: "char", required: true, minLength: 0, maxLength: 9 } as const;
  const sites = [
    { overview: new Map(), detail: new Map([["external_embed", own]]), embedHosts: hosts },
    withReadyBlocks(undefined, ["external_embed"]),
  ];
  for (const site of sites)
    for (const text of [video, `<${video}>`, `![A](${video})`, `[![A](heron.jpg)](${video} "B")`])
      expect(read(text, { custom: site })).toEqual(read(text, { custom: withoutEmbeds }));
});

describe("an embed is written", () => {
  test.each([
    ["an address alone", embed(video), video],
    ["a picture of Markdown, with its title", embed(video, "Dawn [1]"), `![Dawn \\[1\\]](${video})`],
    ["a link around its picture", embed(video, "", heron), `[![A heron](heron.jpg)](${video})`],
    [
      "a link with a title around its picture",
      embed(video, 'A "b"', heron),
      `[![A heron](heron.jpg)](${video} "A \\"b\\"")`,
    ],
    [
      "an address in angle brackets where a reference would be read",
      embed(`https://www.youtube.com/watch?v=aB3_-dEfGh1&amp;x`),
      "<https://www.youtube.com/watch?v=aB3_-dEfGh1&amp;x>",
    ],
  ])("as %s", (_, block, text) => {
    expect(written([block])).toBe(`${text}\n`);
    expect(read(text).blocks).toEqual([block]);
  });

  test.each([
    ["of another host", embed("https://other.example/a")],
    ["without a frame", embed("https://youtu.be/short")],
    ["with a title of two lines", embed(video, "a\nb")],
    ["whose picture has no file", embed(video, "", 7)],
  ])("as YAML: %s", (_, block) => {
    expect(written([block])).toMatch(/^```lectern\ntype: external_embed\n/);
  });

  const signs = fc.constantFrom(..."[]()\\\"'`*_~!<>&|#:;.,ü語 ab1".split(""));
  const titles = fc
    .oneof(fc.string({ unit: signs, maxLength: 12 }), fc.constant("&amp;"), fc.constant("&#x41;"))
    .map((title) => title.replace(/\s+/g, " ").trim());
  const parts = fc.string({ unit: fc.constantFrom(..."()\\'*_~!&|;.,:ü語ab1-=%@".split("")), maxLength: 12 });
  const urls = parts.chain((part) =>
    fc.constantFrom(
      `https://www.youtube.com/watch?v=_B3_-dEfGh_&x=${part}`,
      `http://social.example/@wren/${part}`,
      `https://vimeo.com/76979871?${part}#t=3s`,
      `https://bsky.app/profile/ice.example/post/3kabc#${part}`,
    ),
  );
  const images = fc.option(
    titles.map((alt_text) => ({ file: "a b/heron (1).jpg", alt_text })),
    { nil: null },
  );
  const embeds = fc.tuple(urls, titles, images).map(([url, title, image]) => embed(url, title, image));

  test("so that it is read back as the same block", () => {
    let count = 0;
    fc.assert(
      fc.property(embeds, fc.constantFrom(defaultFeatures, richTextFeatureNames), (block, features) => {
        const text = written([paragraph("<p>a</p>"), block, block, paragraph("<p>b</p>")], features);
        if (!text.includes("```lectern")) count += 1;
        expect(read(text, { features }).blocks).toEqual([
          paragraph("<p>a</p>"),
          block,
          block,
          paragraph("<p>b</p>"),
        ]);
      }),
      { numRuns: 500 },
    );
    expect(count).toBeGreaterThan(400);
  });
});

describe("text and links that are an address alone", () => {
  const plain = "https://youtu.be/aB3x-dEfGh1";
  const link = (url: string) => `<p><a href="${url}">${url}</a></p>`;

  test.each([
    ["text", defaultFeatures, `<p>${plain}</p>`, plain.replace(":", "\\:")],
    ["a link", defaultFeatures, link(plain), `[${plain}](${plain})`],
    ["a link that needs no brackets elsewhere", richTextFeatureNames, link(plain), `[${plain}](${plain})`],
    ["text where addresses are links", richTextFeatureNames, `<p>${plain}</p>`, plain.replace(":", "\\:")],
    [
      "a link between others",
      richTextFeatureNames,
      `${link("https://other.example/a")}${link(plain)}<p>See <a href="https://b.example">https://b.example</a></p>`,
      `[https://other.example/a](https://other.example/a)\n\n[${plain}](${plain})\n\nSee https://b.example`,
    ],
  ])("stay so: %s", (_, features, html, text) => {
    const found = written([paragraph(html)], features);
    expect(found).not.toContain("```lectern");
    expect(read(found, { features }).blocks).toEqual([paragraph(html)]);
    expect(found).toBe(`${text}\n`);
  });

  test("are read back as they are in any text", () => {
    const pieces = fc.constantFrom(
      ...[video, plain, "https://social.example/a_b_(c)", "https://other.example/a"].flatMap((url) => [
        `<p>${url}</p>`,
        link(url),
        `<p><b>${url}</b></p>`,
        `<p>See <a href="${url}">${url}</a></p>`,
        `<ul><li>${url}</li><li><a href="${url}">${url}</a></li></ul>`,
        `<ol><li>a<br/><code>${url}<br/><br/>${url}</code></li></ol>`,
      ]),
      "<h2>a</h2>",
    );
    const texts = fc.array(pieces, { minLength: 1, maxLength: 5 }).map((each) => each.join(""));
    fc.assert(
      fc.property(texts, fc.constantFrom(defaultFeatures, richTextFeatureNames), (text, features) => {
        const { html } = sanitizeRichText(text, features) as { html: string };
        const found = written([paragraph(html)], features);
        expect(read(found, { features }).blocks).toEqual([paragraph(html)]);
      }),
      { numRuns: 300 },
    );
  });

  test("are written as before where the site takes no embeds", () => {
    const body = { overview: [], detail: [paragraph(link(plain))] };
    expect(bodyText(body, richTextFeatureNames, undefined, withoutEmbeds)).toBe(`${plain}\n`);
    const text = { overview: [], detail: [paragraph(`<p>${plain}</p>`)] };
    expect(bodyText(text, defaultFeatures, undefined, withoutEmbeds)).toMatch(/^https:\/\/youtu\.be/);
  });
});
