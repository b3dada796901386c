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

describe("footnotes", () => {
  const notes = (...values: { label: string; text: string }[]) => ({
    type: "footnotes",
    value: values.map(item),
  });
  const mark = (label: string) => `<a href="#fn-${label}"><sup>9</sup></a>`;
  const detail = [
    { type: "paragraph", value: `<p>A${mark("x")} B${mark("y")} C${mark("x")} D${mark("gone")}</p>` },
    notes({ label: "y", text: "<p>Why</p>" }, { label: "x", text: `<p>Ex${mark("y")}</p>` }),
    { type: "paragraph", value: "<p>E</p>" },
  ];

  test("stand below the article, numbered in their order, with links to them and back", () => {
    const html = articleHtml({ body: [{ type: "detail", value: detail }], sections: ["detail"] }, reading);
    const back = (id: string, name: string) =>
      ` <a href="#${id}" role="doc-backlink" aria-label="Back to note ${name}">↩\uFE0E</a>`;
    expect(html).toBe(
      '<article><div class="paragraph"><p>A<a href="#fn-x" id="fnref-x" role="doc-noteref"><sup>2</sup></a>' +
        ' B<a href="#fn-y" id="fnref-y" role="doc-noteref"><sup>1</sup></a>' +
        ' C<a href="#fn-x" id="fnref2-x" role="doc-noteref"><sup>2</sup></a>' +
        ' D<a href="#fn-gone"><sup>9</sup></a></p></div><div class="paragraph"><p>E</p></div>' +
        '<section class="footnotes" role="doc-endnotes" aria-label="Notes"><ol>' +
        `<li id="fn-y"><p>Why${back("fnref-y", "1, 1")}${back("fnref2-y", "1, 2")}</p></li>` +
        '<li id="fn-x"><p>Ex<a href="#fn-y" id="fnref2-y" role="doc-noteref"><sup>1</sup></a>' +
        `${back("fnref-x", "2, 1")}${back("fnref2-x", "2, 2")}</p></li></ol></section></article>`,
    );
  });

  test("of an overview alone are on the page of the post, so that no id is twice in a list", () => {
    const article = { body: [{ type: "overview", value: detail }], sections: ["overview"] } as const;
    const html = articleHtml({ ...article, notesUrl: "/notes/ice/" }, reading);
    expect(html).toContain('A<a href="/notes/ice/#fn-x" role="doc-noteref"><sup>9</sup></a>');
    expect(html).not.toMatch(/ id="|doc-endnotes/);
  });

  test("have whole addresses in feeds, and leave links to notes of other pages alone", () => {
    const away = '<p>A<a href="https://x.example/#fn-x">there</a></p>';
    const body = [{ type: "detail", value: [...detail, { type: "paragraph", value: away }] }];
    const linkUrl = (address: string) => new URL(address, "https://notes.example/ice/").href;
    const html = articleHtml({ body, sections: ["detail"] }, { ...reading, linkUrl });
    expect(html).toContain('<a href="https://notes.example/ice/#fn-x" id="fnref-x" role="doc-noteref">');
    expect(html).toContain('<a href="https://notes.example/ice/#fnref-x" role="doc-backlink"');
    expect(html).toContain('<a href="https://x.example/#fn-x">there</a>');
  });

  test("with labels of any characters are found by their marks, and cannot break out of attributes", () => {
    const value = [
      { type: "paragraph", value: '<p><a href="#fn-%22%3E%C3%BC">1</a></p>' },
      notes({ label: '">ü', text: "<p>a</p>" }),
    ];
    const html = articleHtml({ body: [{ type: "detail", value }], sections: ["detail"] }, reading);
    expect(html).toContain('<a href="#fn-%22%3E%C3%BC" id="fnref-&quot;');
    expect(html).toContain('<a href="#fnref-%22%3E%C3%BC" role="doc-backlink"');
    expect(html).not.toContain('id="fn-">');
  });
});
