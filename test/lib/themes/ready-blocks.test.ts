// Proves contract rules: ready-blocks.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readyBlockNames, withReadyBlocks } from "#lib/blocks/ready/ready-blocks.ts";
import { articleHtml } from "#lib/themes/article-html.ts";
import { readingOf } from "./reading.ts";

const reading = readingOf([], { customBlocks: withReadyBlocks(undefined, readyBlockNames) });

const shown = (type: string, value: unknown): string =>
  articleHtml(
    { body: [{ type: "detail", value: [{ type, value }] }], sections: ["detail"] },
    reading,
  ).replace(/^<article>|<\/article>$/g, "");

const item = (value: unknown) => ({ type: "item", id: "7c9e6679-7425-40de-944b-e07fc1f90ae7", value });

const table = (value: { header?: string[]; rows: string[][]; align?: string[]; caption?: string }) => ({
  caption: value.caption ?? "",
  header: (value.header ?? []).map(item),
  align: (value.align ?? []).map(item),
  rows: value.rows.map((row) => item(row.map(item))),
});

describe("a table", () => {
  test("has its caption, headers of columns, and alignments, in a part that scrolls by keyboard", () => {
    const stored = table({
      caption: "<p>Birds <i>seen</i></p>",
      header: ["<p>Bird</p>", "<p>Count</p>"],
      align: ["", "right"],
      rows: [["<p><b>Teal</b></p>", "<p>3</p>"]],
    });
    expect(shown("table", stored)).toBe(
      '<div class="table" tabindex="0" role="group" aria-label="Birds seen"><table>' +
        "<caption>Birds <i>seen</i></caption>" +
        '<thead><tr><th scope="col">Bird</th><th scope="col" class="align-right">Count</th></tr></thead>' +
        '<tbody><tr><td><b>Teal</b></td><td class="align-right">3</td></tr></tbody></table></div>',
    );
  });

  test("has no header cell without words, and links to the addresses of pages", () => {
    const cell = '<p><a linktype="page" id="6">Six</a></p>';
    expect(shown("table", table({ header: ["", "<p>a</p>"], rows: [[cell, "<p>b</p><p>c</p>"]] }))).toBe(
      '<div class="table" tabindex="0" role="group"><table>' +
        '<thead><tr><td></td><th scope="col">a</th></tr></thead>' +
        '<tbody><tr><td><a href="/notes/six/">Six</a></td><td><p>b</p><p>c</p></td></tr></tbody></table></div>',
    );
  });

  test("shows no script of a stored cell", () => {
    const html = shown("table", table({ rows: [['<script>alert(1)</script><p onclick="x">a</p>']] }));
    expect(html).not.toMatch(/<script|onclick/);
  });

  test("of another shape shows nothing, as no stored value makes an article throw", () => {
    for (const value of [null, "a", [], { rows: "a" }, table({ rows: [["a"], ["b", "c"]] })])
      expect(shown("table", value)).toBe("");
    fc.assert(
      fc.property(fc.constantFrom(...readyBlockNames), fc.anything(), (type, value) => {
        expect(shown(type, value)).toEqual(expect.any(String));
      }),
    );
  });
});

describe("a callout", () => {
  test("is a note that is headed by its kind, or by its title", () => {
    expect(shown("callout", { kind: "warning", title: "", text: "<p>Thin ice.</p>" })).toBe(
      '<aside class="callout warning" role="note"><p class="title">Warning</p>' +
        '<div class="paragraph"><p>Thin ice.</p></div></aside>',
    );
    expect(shown("callout", { kind: "tip", title: "<p>Go <b>early</b></p>", text: "" })).toBe(
      '<aside class="callout tip" role="note" aria-label="Tip"><p class="title">Go <b>early</b></p></aside>',
    );
  });

  test("of an unknown kind shows nothing", () => {
    expect(shown("callout", { kind: "gossip", title: "", text: "<p>a</p>" })).toBe("");
  });
});
