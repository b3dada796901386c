/** Addresses with nothing around them in Markdown (docs/publishing.md). */
import { expect, test } from "vitest";
import { bodyText } from "#cli/folder/body-text.ts";
import { bareAddress, startOfAddress } from "#cli/publish/body/bare-addresses.ts";
import { readText } from "#cli/publish/body/read-text.ts";
import { readyBlockNames, withReadyBlocks } from "#lib/blocks/ready/ready-blocks.ts";
import { keptFeatureNames, type RichTextFeature, richTextFeatureNames } from "#lib/richtext/features.ts";
import { blocksFromMarkdown } from "#lib/richtext/markdown.ts";
import { markdownAdditions } from "#lib/richtext/markdown-additions.ts";
import { markdownTokens } from "#lib/richtext/markdown-tokens.ts";

const custom = withReadyBlocks(undefined, readyBlockNames);

const blocksOf = (text: string, features: readonly RichTextFeature[] = richTextFeatureNames) =>
  readText(text, 1, { features, custom }).detail.map(({ block }) => block([]));

const prose = (text: string, features?: readonly RichTextFeature[]) =>
  blocksOf(text, features).map(({ value }) => value);

const link = (text: string, href = text) => `<a href="${href}">${text}</a>`;

test.each([
  ["Read https://ice.example/a today", `Read ${link("https://ice.example/a")} today`],
  ["See https://ice.example/a.", `See ${link("https://ice.example/a")}.`],
  ["Is it http://ice.example?!", `Is it ${link("http://ice.example")}?!`],
  ["(at www.ice.example/b)", `(at ${link("www.ice.example/b", "http://www.ice.example/b")})`],
  ["https://ice.example/a_(b) c", `${link("https://ice.example/a_(b)")} c`],
  ["(https://ice.example/(a)(b)))", `(${link("https://ice.example/(a)(b)")}))`],
  ["*https://ice.example/a_b_c*", `<a href="https://ice.example/a_b_c"><i>https://ice.example/a_b_c</i></a>`],
  ["https://ice.example/?a=1&b=2&amp; x", `${link("https://ice.example/?a=1&amp;b=2")}&amp; x`],
  ["HTTPS://eis.example/ü", link("HTTPS://eis.example/ü", "HTTPS://eis.example/%C3%BC")],
  ["https://übung.example", link("https://übung.example", "https://%C3%BCbung.example")],
])("%j has a link where the site has the feature autolink", (text, html) => {
  expect(prose(text)).toEqual([`<p>${html}</p>`]);
});

test.each([
  "xhttps://ice.example",
  '"https://ice.example"',
  "https:// and www. and https://.",
  "ftp://ice.example mailto:a@ice.example a@ice.example",
])("%j has none", (text) => {
  expect(prose(text)).toEqual([`<p>${text}</p>`]);
});

test("links and code stay as they are", () => {
  expect(
    prose("[https://a.example](https://b.example) `https://a.example` <code>https://a.example</code>"),
  ).toEqual([
    `<p>${link("https://a.example", "https://b.example")} <code>https://a.example</code> <code>https://a.example</code></p>`,
  ]);
  expect(prose('<a href="https://b.example">see https://a.example now</a>')).toEqual([
    `<p>${link("see https://a.example now", "https://b.example")}</p>`,
  ]);
  expect(blocksOf("```\nhttps://a.example\n```")).toMatchObject([{ type: "code" }]);
});

test("tables, notes and callouts have such links, too", () => {
  const text = [
    ...["| a |", "| --- |", "| https://a.example |", "", "> [!NOTE]", "> https://b.example", ""],
    ...["x[^1]", "", "[^1]: https://c.example."],
  ].join("\n");
  const written = JSON.stringify(blocksOf(text)).replaceAll("\\", "");
  for (const name of ["a", "b", "c"]) expect(written).toContain(link(`https://${name}.example`));
});

test("without the feature, or without links, addresses stay text; so they do in Markdown that the API takes", () => {
  const text = "Read https://ice.example/a and www.ice.example.";
  expect(prose(text, keptFeatureNames)).toEqual([`<p>${text}</p>`]);
  expect(prose(text, ["autolink"])).toEqual([`<p>${text}</p>`]);
  expect(blocksFromMarkdown(text, richTextFeatureNames)).toEqual({
    blocks: [{ type: "paragraph", value: `<p>${text}</p>` }],
  });
});

test.each([
  [`<p>Read ${link("https://ice.example/a_b")}.</p>`, "Read https://ice.example/a_b.\n"],
  ["<p>Read https://ice.example and www.x.example.</p>", "Read https\\://ice.example and www\\.x.example.\n"],
  [
    `<p><code>https://a.example</code> ${link("b", "https://b.example")}</p>`,
    "`https://a.example` [b](https://b.example)\n",
  ],
  [`<p>${link("https://a.example")}, https://a.example</p>`, "https://a.example, https\\://a.example\n"],
  [`<p>x${link("https://a.example")}</p>`, "x[https://a.example](<https://a.example>)\n"],
])("what is written of %j is read back as the same", (html, markdown) => {
  const detail = [{ type: "paragraph", value: html }];
  const text = bodyText({ overview: [], detail }, richTextFeatureNames);
  expect(text).toBe(markdown);
  expect(blocksOf(text)).toEqual(detail);
});

test("many addresses and brackets take no long time", () => {
  const texts = ["https://a.b/(".repeat(4_000), `https://a.b/${"(".repeat(50_000)}`, "www.a ".repeat(4_000)];
  for (const text of texts) expect(blocksOf(text).length).toBeLessThan(2);
});

/** How many signs are searched for the next address, and how often one is tried. */
const stepsOf = (text: string) => {
  const steps = { searched: 0, tried: 0 };
  const additions = markdownAdditions({
    blocks: [],
    inlines: [
      function (source, tokens) {
        if (/^(?:https?:|www)/.test(source)) steps.tried += 1;
        return bareAddress.call(this, source, tokens);
      },
    ],
    startOfInline: (rest) => {
      const at = startOfAddress(rest);
      steps.searched += at < 0 ? rest.length : at + 1;
      return at;
    },
  });
  const read = markdownTokens(text, undefined, additions);
  expect(read).toHaveProperty("tokens");
  return steps;
};

test.each([
  ["addresses", "https://ice.example/a ", 1],
  ["words that end like addresses", "xhttps://ice.example/a ", 0],
  ["marks without addresses", "*a* b ", 0],
])("a line of tens of thousands of %s is searched once", (_, piece, triedEach) => {
  const count = 20_000;
  const { searched, tried } = stepsOf(piece.repeat(count));
  expect(searched).toBeLessThan(2 * count * piece.length);
  expect(tried).toBeLessThanOrEqual(triedEach * count + 1);
});
