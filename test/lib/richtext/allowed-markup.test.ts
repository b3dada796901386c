import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { elementNames } from "#lib/richtext/element-names.ts";
import type { RichTextFeature } from "#lib/richtext/features.ts";
import { partAllowance } from "#lib/richtext/problem.ts";
import { allowedMarkup, flatTags } from "#lib/richtext/sanitize.ts";
import { allFeatures, featureSets } from "./allow-list.ts";
import { htmlSoup } from "./html-soup.ts";

const flatMarkupOf = (html: string, features: readonly RichTextFeature[]): string | undefined => {
  const flat = flatTags(html.replaceAll("\0", "\uFFFD"), elementNames(features), partAllowance());
  return "markup" in flat ? flat.markup : undefined;
};

const allowed = (flat: string, features: readonly RichTextFeature[]) =>
  allowedMarkup(flat, elementNames(features), features);

/** What sanitize-html makes of flat markup: with a reference in it, no markup passes it by. */
const bySanitizeHtml = (flat: string, features: readonly RichTextFeature[]) => {
  const result = allowed(`${flat}&amp;`, features);
  return "markup" in result ? { markup: result.markup.slice(0, -"&amp;".length) } : result;
};

const plainHtml = fc
  .array(
    fc.oneof(
      fc.constantFrom("p", "b", "h2", "ul", "li", "code", "br", "hr", "td", "a").map((name) => `<${name}>`),
      fc.constantFrom("p", "b", "h2", "ul", "li", "code", "br", "td", "a").map((name) => `</${name}>`),
      fc.constantFrom('<p data-block-key="k1">', '<li data-block-key="a-b_c">', '<b data-block-key="k">'),
      fc.constantFrom("a", " ", "\n", "\r", '"', "'", "\u00a0", "é", "=", "/", "\u{1F426}"),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(""));

describe("markup without anything to remove is what sanitize-html would give", () => {
  test.each<[string, string]>([
    ["<p>A heron</p>", "<p />A heron<end-p />"],
    ['<p data-block-key="k1">A <b>heron</b></p>', '<p data-block-key="k1" />A <b />heron<end-b /><end-p />'],
    ["one<br>two<hr>", "one<br />two<hr />"],
    ["<ul><li>a</li></ul>", "<ul /><li />a<end-li /><end-ul />"],
    ['"quotes" = fine', '"quotes" = fine'],
  ])("%s", (html, expected) => {
    const flat = flatMarkupOf(html, allFeatures)!;
    expect(allowed(flat, allFeatures)).toEqual({ markup: expected });
    expect(bySanitizeHtml(flat, allFeatures)).toEqual({ markup: expected });
  });

  test.each([
    ['<p onclick="x()">a</p>', "<p />a<end-p />"],
    ['<b data-block-key="k">a</b>', "<b />a<end-b />"],
    ['<p data-block-key="a&quot;b">a</p>', '<p data-block-key="a&quot;b" />a<end-p />'],
    ["a > b", "a &gt; b"],
  ])("something has to be removed or written otherwise in %s", (html, expected) => {
    expect(allowed(flatMarkupOf(html, allFeatures)!, allFeatures)).toEqual({ markup: expected });
  });

  test.each([
    ["plain", plainHtml],
    ["any", htmlSoup],
  ])("whatever the features, for %s HTML", (_kind, htmls) => {
    fc.assert(
      fc.property(htmls, featureSets, (html, features) => {
        const flat = flatMarkupOf(html, features);
        if (flat !== undefined) expect(allowed(flat, features)).toEqual(bySanitizeHtml(flat, features));
      }),
      { numRuns: 3000 },
    );
  });
});
