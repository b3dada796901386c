// Proves contract rules: sanitized-once.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pageHtml, pageLinksIn } from "#lib/richtext/page-html.ts";
import { sanitizeRichText } from "#lib/richtext/sanitize.ts";
import { allFeatures } from "./allow-list.ts";
import { htmlSoup } from "./html-soup.ts";

const addresses = new Map([
  [6, "/notes/heron/"],
  [7, '/"quoted"&/'],
]);

const shown = (html: string): string => pageHtml(html, (id) => addresses.get(id));

describe("stored rich text in a page", () => {
  test.each<[string, string, string]>([
    ["keeps what marks up text", "<h2>a</h2><p>b <b>c</b><br/>d</p>", "<h2>a</h2><p>b <b>c</b><br/>d</p>"],
    [
      "keeps what older editors wrote",
      "<table><tr><td>a</td></tr></table>",
      "<table><tr><td>a</td></tr></table>",
    ],
    ["loses attributes", '<p data-block-key="k" class="x" onclick="x()">a</p>', "<p>a</p>"],
    [
      "keeps references as they are",
      "<p>a &amp; b &lt;i&gt; &nbsp;</p>",
      "<p>a &amp; b &lt;i&gt; &nbsp;</p>",
    ],
    ["has no scripts and nothing of them", "<p>a<script>alert(1)</script>b</p>", "<p>ab</p>"],
    ["has no comments", "a<!--<b>-->b", "ab"],
    ["keeps the text of what it may not hold", '<svg onload="x()"><a>t</a></svg>', "<a>t</a>"],
    ["has no images", '<img src="x" onerror="x()">a', "a"],
    ["has no frames, forms or styles", "<iframe src=x></iframe><form><input></form><style>p{}</style>", ""],
    ["takes a sign for a sign", "a < b > c <3", "a &lt; b &gt; c &lt;3"],
    ["loses a tag that breaks off", '<p>a<a href="x', "<p>a</p>"],
    ["closes what is open", "<p>a<b>b", "<p>a<b>b</b></p>"],
    ["ends nothing that it did not begin", "</div></article>a</p>", "a"],
    ["nests what crosses", "<b>a<i>b</b>c</i>", "<b>a<i>b</i></b>c"],
    ["takes a void element for one", "<br></br><hr>", "<br/><hr/>"],
  ])("%s", (_, stored, expected) => {
    expect(shown(stored)).toBe(expected);
  });

  test.each<[string, string]>([
    ["https://x.example/?a=1&amp;b", "https://x.example/?a=1&amp;b"],
    ["HTTPS://x.example", "HTTPS://x.example"],
    [" mailto:a@b.example ", "mailto:a@b.example"],
    ["tel:1", "tel:1"],
    ["/x", "/x"],
    ["#f", "#f"],
    ["?q=a:b", "?q=a:b"],
    ["x/y:z", "x/y:z"],
    ["//host/", "//host/"],
    ["/a'b<c>", "/a'b&lt;c&gt;"],
  ])("leads where %s says", (href, expected) => {
    expect(shown(`<a href="${href}">l</a>`)).toBe(`<a href="${expected}">l</a>`);
  });

  test("leads where the page's address says that an address leads", () => {
    const within = (href: string) =>
      pageHtml(
        `<a href="${href}">l</a>`,
        () => undefined,
        (address) => `https://x.example/?"${address}"`,
      );
    expect(within("/a?b&amp;c&lt;")).toBe('<a href="https://x.example/?&quot;/a?b&amp;c&lt;&quot;">l</a>');
    expect(within("javascript:alert(1)")).toBe("<a>l</a>");
  });

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "\u0001javascript:alert(1)",
    "java\tscript:alert(1)",
    "java&#10;script:alert(1)",
    "javascript&colon;alert(1)",
    "javascript&#58;alert(1)",
    "&#106;avascript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
    "",
  ])("leads nowhere for %j", (href) => {
    expect(shown(`<a href="${href}">l</a>`)).toBe("<a>l</a>");
  });

  test.each<[string, string]>([
    ['linktype="page" id="6"', '<a href="/notes/heron/">'],
    ["id=6 LINKTYPE='page'", '<a href="/notes/heron/">'],
    ['linktype="page" id="7"', '<a href="/&quot;quoted&quot;&amp;/">'],
    ['linktype="page" id="8"', "<a>"],
    ['linktype="page" id="x"', "<a>"],
    ['linktype="page"', "<a>"],
    ['linktype="document" id="6"', "<a>"],
    ['linktype="page" id="6" href="/x"', '<a href="/x">'],
    ["href='/x\"y'", '<a href="/x&quot;y">'],
    ["href=/x/", '<a href="/x/">'],
    ['href="/x" href="/y"', '<a href="/x">'],
  ])("a link with %s begins with %s", (attributes, start) => {
    expect(shown(`<a ${attributes}>l</a>`)).toBe(`${start}l</a>`);
  });

  test("is not nested deeper than a hundred levels", () => {
    expect(shown("<b>".repeat(500)).split("<b>")).toHaveLength(101);
  });
});

test("the pages that a text links to are found, each as often as it is linked to", () => {
  const html = `<a linktype="page" id="6">a</a><b id="9" linktype="page">b</b><a id='7' linktype=page>c</a>
    <a linktype="page" id="8" href="/x">d</a><a linktype="document" id="5">e</a><a linktype="page" id="6">f</a>`;
  expect(pageLinksIn(html)).toEqual([6, 7, 6]);
});

describe("whatever is stored", () => {
  const kept = new Set(
    [
      "p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre div table caption thead tbody tfoot tr th td a b strong",
    ]
      .concat("i em u s del ins sup sub small mark abbr cite q dfn kbd samp var code br/ hr/ wbr/")
      .join(" ")
      .split(" "),
  );
  const safeLink = /^a href="(?:(?:https?|ftp|mailto|tel):|[^":&/?#]*(?=[/?#]|"$))[^"]*"$/i;

  /** The pieces of HTML that are no kept element, and what is left open. */
  const foreignIn = (html: string): string[] => {
    const open: string[] = [];
    const foreign: string[] = [];
    for (const [piece, tag = ""] of html.matchAll(/<([^<>]*)>|[<>]/g)) {
      if (tag.startsWith("/")) {
        if (open.pop() !== tag.slice(1)) foreign.push(piece);
      } else if (!kept.has(tag) && !safeLink.test(tag)) {
        foreign.push(piece);
      } else if (!/^(br|hr|wbr)\/$/.test(tag)) {
        open.push(tag.replace(/ .*/s, ""));
      }
    }
    return [...foreign, ...open];
  };

  test("a page gets only elements that mark up text, nested, with links that may be followed", () => {
    fc.assert(
      fc.property(htmlSoup, (html) => {
        expect(foreignIn(shown(html))).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });

  test("what the sanitizer wrote is shown as it is, but for keys and internal links", () => {
    fc.assert(
      fc.property(htmlSoup, (html) => {
        const sanitized = sanitizeRichText(html, allFeatures);
        if ("problem" in sanitized) return;
        const expected = sanitized.html
          .replace(/(<(?:p|h\d|li|blockquote)) data-block-key="[^"]*"/g, "$1")
          .replace(/<a linktype="(page|document)" id="\d+">/g, "<a>");
        expect(pageHtml(sanitized.html, () => undefined)).toBe(expected);
      }),
      { numRuns: 3000 },
    );
  });

  test.each<[string, string]>([
    ["open elements that nothing ends", `${"<b>".repeat(150_000)}${"</i>".repeat(100_000)}`],
    ["links", '<a href="/x">l'.repeat(70_000)],
    ["attributes", `<a ${"a=b ".repeat(250_000)}>`],
    ["white space in a link", `<a href${" ".repeat(1_000_000)}>`],
    ["less-than signs", "<".repeat(1_000_000)],
  ])("a megabyte of %s is shown without delay", (_, html) => {
    expect(shown(html).length).toBeLessThan(6 * html.length);
  });
});
