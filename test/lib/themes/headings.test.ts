// Proves contract rules: headings.

import { expect, test, vi } from "vitest";
import { vouchedHtml } from "#lib/richtext/safe-html.ts";
import { h, htmlOf, withHtml } from "#lib/themes/element.ts";
import { withAnchors } from "#lib/themes/parts/text.ts";

const anchored = (...paragraphs: readonly string[]) => {
  const blocks = paragraphs.map((html) => withHtml("div", { class: "paragraph" }, vouchedHtml(html)));
  const { blocks: shown, headings } = withAnchors(blocks);
  return { html: shown.map(htmlOf).join(""), headings };
};

test.each([
  ["<h2>First ice</h2>", "h-first-ice"],
  ["<h3>Räume &amp; <b>Türen</b></h3>", "h-räume-türen"],
  ["<h4>水位</h4>", "h-水位"],
  ["<h2>…</h2>", "h-"],
  [`<h2>${"long ".repeat(40)}</h2>`, `h-${"long-".repeat(12).slice(0, 60)}`],
])("the heading %s is called after its words", (html, id) => {
  expect(anchored(html).headings.map((heading) => heading.id)).toEqual([id]);
});

test("headings with the same words have different ids, in all paragraphs of a post", () => {
  const { html, headings } = anchored("<h2>Ice</h2><p>x</p><h3>Ice</h3>", "<h2>Ice</h2>");
  expect(headings.map(({ id, level }) => [id, level])).toEqual([
    ["h-ice", 2],
    ["h-ice-2", 3],
    ["h-ice-3", 2],
  ]);
  expect(html).toBe(
    '<div class="paragraph"><h2 id="h-ice">Ice</h2><p>x</p><h3 id="h-ice-2">Ice</h3></div>' +
      '<div class="paragraph"><h2 id="h-ice-3">Ice</h2></div>',
  );
});

test("a numbered id that words have taken is left out", () => {
  const { headings } = anchored("<h2>Ice 3</h2>", "<h2>Ice</h2>".repeat(4), "<h2>Ice 3</h2>");
  expect(headings.map(({ id }) => id)).toEqual([
    "h-ice-3",
    "h-ice",
    "h-ice-2",
    "h-ice-4",
    "h-ice-5",
    "h-ice-3-2",
  ]);
});

test("ids are looked up about as often as there are headings, even if all are equal", () => {
  const lookups = [vi.spyOn(Set.prototype, "has"), vi.spyOn(Map.prototype, "has")];
  try {
    const { headings } = anchored("<h2>Ice</h2>".repeat(1_000));
    expect(new Set(headings.map(({ id }) => id)).size).toBe(1_000);
    const count = lookups.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    expect(count).toBeLessThan(5_000);
  } finally {
    for (const lookup of lookups) lookup.mockRestore();
  }
});

test("lists of headings have their marks, and no links inside links", () => {
  expect(anchored('<h2>On <a href="/x">the <i>gauge</i></a></h2>').headings[0]?.html).toBe(
    "On the <i>gauge</i>",
  );
});

test("other levels, other blocks and paragraphs without headings stay as they are", () => {
  const html = "<h1>One</h1><h5>Five</h5><p>Text</p>";
  expect(anchored(html).html).toBe(`<div class="paragraph">${html}</div>`);
  const figure = h("figure", null, "x");
  expect(withAnchors([figure]).blocks).toEqual([figure]);
});
