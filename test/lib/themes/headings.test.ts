// Proves contract rules: headings, own-ids.

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import * as anchors from "#lib/richtext/anchors.ts";
import { pageHtml } from "#lib/richtext/page-html.ts";
import { vouchedHtml } from "#lib/richtext/safe-html.ts";
import { h, htmlOf, withHtml } from "#lib/themes/element.ts";
import { withAnchors } from "#lib/themes/parts/text.ts";
import { reservedIds } from "../../../browser/build.ts";
import { reservedIdsFile } from "../../../browser/reserved-ids.ts";

const anchored = (...paragraphs: readonly string[]) => {
  const blocks = paragraphs.map((html) =>
    withHtml(
      "div",
      { class: "paragraph" },
      pageHtml(html, () => undefined, undefined, anchors.startTagWithId),
    ),
  );
  const { blocks: shown, headings } = withAnchors(blocks, { anchors });
  const html = shown.map(htmlOf).join("");
  return { html, headings, ids: idsIn(html).filter((id) => !id.startsWith("h-")) };
};

const idsIn = (html: string): string[] => [...html.matchAll(/ id="([^"]*)"/g)].map(([, id = ""]) => id);

test.each([
  ["<h2>First ice</h2>", "first-ice"],
  ["<h3>Räume &amp; <b>Türen</b></h3>", "räume--türen"],
  ["<h4>水位</h4>", "水位"],
  ["<h1>What's new in 2.0?</h1>", "whats-new-in-20"],
  ["<h5>The <code>read_all()</code> call – now</h5>", "the-read_all-call--now"],
  ["<h6>a &lt;b&gt;</h6>", "a-b"],
  ["<h2>…</h2>", "section"],
  [`<h2>${"long ".repeat(60)}</h2>`, "long-".repeat(40)],
])("the heading %s has the id that Markdown tools give it", (html, id) => {
  expect(anchored(html).ids).toEqual([id]);
});

test("headings with the same words have different ids, in all paragraphs of a post", () => {
  const { html, headings } = anchored("<h2>Ice</h2><p>x</p><h3>Ice</h3>", "<h2>Ice</h2>");
  expect(headings.map(({ id, level }) => [id, level])).toEqual([
    ["ice", 2],
    ["ice-1", 3],
    ["ice-2", 2],
  ]);
  expect(html).toBe(
    '<div class="paragraph"><h2 id="ice"><span id="h-ice"></span>Ice</h2><p>x</p>' +
      '<h3 id="ice-1"><span id="h-ice-2"></span>Ice</h3></div>' +
      '<div class="paragraph"><h2 id="ice-2"><span id="h-ice-3"></span>Ice</h2></div>',
  );
});

test("a numbered id that words have taken is left out", () => {
  const { ids } = anchored("<h2>Ice 2</h2>", "<h2>Ice</h2>".repeat(4), "<h2>Ice 2</h2>");
  expect(ids).toEqual(["ice-2", "ice", "ice-1", "ice-3", "ice-4", "ice-2-1"]);
});

test("the ids that headings once had still lead to them, where no heading has that one now", () => {
  const { html } = anchored("<h2>Ice</h2><h2>H ice</h2><h1>Snow</h1>");
  expect(idsIn(html)).toEqual(["ice", "h-ice", "h-h-ice", "snow"]);
});

test("what an author has chosen is the id, before what words give; no block but the first has it", () => {
  const key = (id: string) => ` data-block-key="#${id}"`;
  const { html, ids } = anchored(
    `<h2>Pump</h2><h2${key("pump")}>The old one</h2><p${key("über")}>x</p>`,
    `<ul><li${key("pump")}>x</li></ul><blockquote${key("a&quot;b")}><p data-block-key="plain">x</p></blockquote>`,
  );
  expect(ids).toEqual(["pump-2", "pump", "über", "pump-1", "a&quot;b"]);
  expect(html).toContain('<h2 id="pump"><span id="h-the-old-one"></span>The old one</h2>');
});

test.each([
  "Comments",
  "Name",
  "Location",
  "Forms",
  "Cookie",
  "Comment 7",
  "Audio_12",
  "Constructor",
  "Eval",
])(
  "the id of the heading %s, which themes, scripts or browsers use, gets a number, and links follow it",
  (words) => {
    const id = words.toLowerCase().replace(" ", "-");
    const { html, ids } = anchored(`<p><a href="#${id}">x</a></p><h2>${words}</h2><h2>${words}</h2>`);
    expect(ids).toEqual([`${id}-1`, `${id}-2`]);
    expect(html).toContain(`<a href="#${id}-1">`);
  },
);

test("an author's own id that a browser uses gets a number, too", () => {
  const { ids } = anchored('<h2 data-block-key="#getElementById">a</h2><h2 data-block-key="#Image">b</h2>');
  expect(ids).toEqual(["getElementById-1", "Image-1"]);
});

test("the list of ids in use is made from themes and scripts; if not, run `npm run scripts`", () => {
  const module = reservedIds();
  expect(readFileSync(reservedIdsFile, "utf8")).toBe(module);
  for (const id of ["comments", "comment-\\d+", "suggestions", "write-comment", "tag_facets-.+"])
    expect(module).toMatch(new RegExp(`[:|]${id.replaceAll(/[\\+.]/g, "\\$&")}[|)]`));
});

test("ids are looked up about as often as there are headings, even if all are equal", () => {
  const blocks = [withHtml("div", { class: "paragraph" }, vouchedHtml("<h2>Ice</h2>".repeat(1_000)))];
  const lookups = [vi.spyOn(Set.prototype, "has"), vi.spyOn(Map.prototype, "has")];
  try {
    const { headings } = withAnchors(blocks, { anchors });
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

test("lists of headings have the second to fourth level", () => {
  expect(anchored("<h1>One</h1><h5>Five</h5><h4>Four</h4>").headings.map(({ id }) => id)).toEqual(["four"]);
});

test("other blocks and paragraphs without headings stay as they are", () => {
  const html = "<p>Text</p>";
  expect(anchored(html).html).toBe(`<div class="paragraph">${html}</div>`);
  const figure = h("figure", null, "x");
  expect(withAnchors([figure], { anchors }).blocks).toEqual([figure]);
});

test("an id that notes or their marks may have is one with a number, and links follow", () => {
  const { ids, html } = anchored(
    "<h2>Fn-a</h2><h2>fnref-a</h2><h2>fnref2-a</h2><h2>Fn-a</h2><h2>fn</h2><h2>fnord</h2>",
    '<h2 data-block-key="#fn-b">b</h2><p><a href="#fn-a">a</a> <a href="#fn-b">b</a></p>',
  );
  expect(ids).toEqual(["1-fn-a", "1-fnref-a", "1-fnref2-a", "2-fn-a", "fn", "fnord", "1-fn-b"]);
  expect(html).toContain('<a href="#1-fn-a">a</a> <a href="#1-fn-b">b</a>');
  const [text] = ['<h2 id="fn-b">b</h2><h3>Comment-1</h3>'].map(vouchedHtml);
  expect([...anchors.anchored([text!]).ids].filter((id) => !id.startsWith("h-"))).toEqual([
    "1-fn-b",
    "comment-1-1",
  ]);
});

test("no heading has an id that a note of any label may have", () => {
  const labels = fc.array(fc.constantFrom("x", "x-1", "1", "1-1", "2-x"), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(labels, fc.constantFrom("fn-", "fnref-", "fnref2-"), (names, start) => {
      const { ids } = anchored(names.map((name) => `<h2>${start}${name}</h2>`).join(""));
      expect(ids).toHaveLength(new Set(ids).size);
      expect(ids.filter((id) => /^fn(?:ref\d*)?-/.test(id))).toEqual([]);
    }),
  );
});

test.each(["Comment", "Suggestion", "Fn", "date_facets"])(
  "of two headings %s, none has a reserved id",
  (text) => {
    const id = text.toLowerCase();
    expect(anchored(`<h2>${text}</h2>`.repeat(3)).ids).toEqual([id, `${id}_1`, `${id}_2`]);
  },
);

test.each(["category_facets-x", "date_facets-x", "tag_facets-a-b"])("the id %s is %s-1", (id) => {
  expect(anchored(`<h2>${id}</h2>`).ids).toEqual([`${id}-1`]);
});

test("the generated list has no long lines", () => {
  const lines = readFileSync(reservedIdsFile, "utf8").split("\n").slice(6);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(110);
});
