// Proves contract rules: body-parts, rich-text, rich-text-elements, rich-text-space, rich-text-invalid.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultFeatures, type RichTextFeature } from "#lib/richtext/features.ts";
import { sanitizeRichText } from "#lib/richtext/sanitize.ts";
import { allFeatures, featureSets, forbiddenIn } from "./allow-list.ts";
import { htmlSoup } from "./html-soup.ts";

const withHeadings: readonly RichTextFeature[] = [...defaultFeatures, "h2", "h3", "h4"];

const unchanged = (html: string): [string, string] => [html, html];

describe("with the default features and headings", () => {
  test.each<[string, string]>([
    ["text", "<p>text</p>"],
    ["text & more", "<p>text &amp; more</p>"],
    ["a < b", "<p>a &lt; b</p>"],
    ["&quot; &#39; &copy; &hellip; é", "<p>\" ' © … é</p>"],
    ["<p></p>", "<p></p>"],
    ["<p> </p>", "<p></p>"],
    ["<p>&nbsp;</p>", "<p></p>"],
    ["<p>a&nbsp;b &nbsp;</p>", "<p>a\u00a0b \u00a0</p>"],
    ["<p><br/></p>", "<p><br/></p>"],
    ["<p>a</p>\n<p>b</p>", "<p>a</p><p>b</p>"],
    ["  <p>  a   b  </p>  ", "<p>a b</p>"],
    ["<p>a\nb</p>", "<p>a b</p>"],
    ["<p>a<br>b</p>", "<p>a<br/>b</p>"],
    ["<p>a <br/> b</p>", "<p>a<br/>b</p>"],
    ["a<br>b", "<p>a<br/>b</p>"],
    ["<p>a</p>tail", "<p>a</p><p>tail</p>"],
    ["<p>a<p>b", "<p>a</p><p>b</p>"],
    unchanged("<p>x</p><p></p><p>y</p>"),
    ["<p>a</p><br/><p>b</p>", "<p>a</p><p>b</p>"],
    ["<p><strong>s</strong> <em>e</em></p>", "<p><b>s</b> <i>e</i></p>"],
    ["<p><i><b>bi</b></i></p>", "<p><b><i>bi</i></b></p>"],
    ["<p><b>a</b><b>b</b></p>", "<p><b>ab</b></p>"],
    ["<p><b></b>x</p>", "<p>x</p>"],
    ["<p>a<b> b </b>c</p>", "<p>a<b> b</b> c</p>"],
    ["<p><b>a<i>b</b>c</i></p>", "<p><b>a<i>b</i></b><i>c</i></p>"],
    ["<p>a</b>", "<p>a</p>"],
    ["<p><b>x</p>", "<p><b>x</b></p>"],
    ["<p><u>u</u> <s>s</s> <del>d</del></p>", "<p>u s d</p>"],
    ["<p><strike>s</strike> <mark>m</mark> <ins>i</ins></p>", "<p>s m i</p>"],
    ["<p><code>c</code><sup>1</sup></p>", "<p>c1</p>"],
    ['<p><span style="color:red">x</span></p>', "<p>x</p>"],
    ["<h1>1</h1>", "<p>1</p>"],
    ['<h2 class="x" id="y">2</h2>', "<h2>2</h2>"],
    ["<h3>3</h3><h4>4</h4><h5>5</h5><h6>6</h6>", "<h3>3</h3><h4>4</h4><p>5</p><p>6</p>"],
    unchanged('<h2><a href="https://x.y">x</a></h2>'),
    unchanged("<ul><li>a</li><li>b</li></ul>"),
    ['<ol start="3"><li>a</li></ol>', "<ol><li>a</li></ol>"],
    unchanged("<ul><li>a<ol><li>b</li></ol></li></ul>"),
    ["<ul><li>a</li><ul><li>b</li></ul></ul>", "<ul><li>a<ul><li>b</li></ul></li></ul>"],
    ["<ul><li>a</li></ul><ul><li>b</li></ul>", "<ul><li>a</li><li>b</li></ul>"],
    ["<ul><li><p>a</p></li></ul>", "<ul><li>a</li></ul>"],
    ["<ul></ul>", "<p></p>"],
    ["<li>a</li>", "<p>a</p>"],
    ["<ul><li>a</ul>", "<ul><li>a</li></ul>"],
    ["<blockquote>q</blockquote>", "<p>q</p>"],
    ["<blockquote><p>q</p></blockquote>", "<p>q</p>"],
    ["<pre>a  b\n c</pre>", "<p>a b c</p>"],
    unchanged("<hr/>"),
    unchanged("<p>a</p><hr/><p>b</p>"),
    ["<p>a<hr/>b</p>", "<p>a</p><hr/><p>b</p>"],
    ["<table><tr><td>a</td><td>b</td></tr></table>", "<p>a b</p>"],
    ["<div>a</div><div>b</div>", "<p>a</p><p>b</p>"],
    ["<div><p>a</p></div>", "<p>a</p>"],
    unchanged('<p><a href="http://x.y/?a=1&amp;b=2">l</a></p>'),
    unchanged('<p><a href="mailto:a@b.c">l</a></p>'),
    unchanged('<p><a href="tel:+4930">l</a></p>'),
    unchanged('<p><a href="ftp://x.y/z">l</a></p>'),
    unchanged('<p><a href="#f">l</a></p>'),
    unchanged('<p><a href="/x">l</a></p>'),
    unchanged('<p><a href="x">l</a></p>'),
    unchanged('<p><a href="?q">l</a></p>'),
    unchanged('<p><a href="//x">l</a></p>'),
    unchanged('<p><a href="HTTPS://X.Y/">l</a></p>'),
    ['<p><a href="javascript:alert(1)">l</a></p>', "<p>l</p>"],
    ['<p><a href="JavaScript:alert(1)">l</a></p>', "<p>l</p>"],
    ['<p><a href="java\tscript:alert(1)">l</a></p>', "<p>l</p>"],
    ['<p><a href="&#1;java&#10;script&colon;alert(1)">l</a></p>', "<p>l</p>"],
    ['<p><a href="data:text/html,x">l</a></p>', "<p>l</p>"],
    ['<p><a href="file:///etc/passwd">l</a></p>', "<p>l</p>"],
    ['<p><a href="vbscript:x">l</a></p>', "<p>l</p>"],
    ['<p><a href="sms:1">l</a></p>', "<p>l</p>"],
    ["<p><a>l</a></p>", "<p>l</p>"],
    ['<p><a name="x">l</a></p>', "<p>l</p>"],
    [
      '<p><a href="https://x.y" target="_blank" onclick="x()">l</a></p>',
      '<p><a href="https://x.y">l</a></p>',
    ],
    ['<p><b><a href="https://x.y">l</a></b></p>', '<p><a href="https://x.y"><b>l</b></a></p>'],
    unchanged('<p><a href="https://x.y">a<br/>b</a></p>'),
    [
      '<p><a href="https://a">x<a href="https://b">y</a></a></p>',
      '<p><a href="https://a">x</a><a href="https://b">y</a></p>',
    ],
    ['<p><a id="6" linktype="page">p</a></p>', '<p><a linktype="page" id="6">p</a></p>'],
    unchanged('<p><a linktype="page" id="9999">p</a></p>'),
    ['<p><a linktype="page" id="6" href="x">p</a></p>', '<p><a href="x">p</a></p>'],
    unchanged('<p><a linktype="document" id="1">d</a></p>'),
    ['<p><a linktype="nope" id="1">d</a></p>', "<p>d</p>"],
    ['<p>a<img src="x.jpg"/>b</p>', "<p>ab</p>"],
    unchanged("<p>&lt;embed&gt;</p>"),
    ["<!--<embed>--><p>a</p>", "<p>a</p>"],
    ["<script>alert(1)</script><p>a</p>", "<p>a</p>"],
    ["<p>a<script>x</script>b</p>", "<p>ab</p>"],
    ['<iframe src="x">f</iframe><p>b</p>', "<p>f</p><p>b</p>"],
    ['<p onclick="x()" style="y" class="c">a</p>', "<p>a</p>"],
    unchanged('<p data-block-key="abc12">a</p><p>b</p>'),
    unchanged('<h2 data-block-key="k">a</h2><p data-block-key="k">b</p>'),
    ['<p data-block-key="">a</p>', "<p>a</p>"],
    ['<hr data-block-key="r"/>', "<hr/>"],
    ['<ul data-block-key="u"><li data-block-key="l">a</li></ul>', '<ul><li data-block-key="l">a</li></ul>'],
    ["<P>&bogus;</P>", "<p>&amp;bogus;</p>"],
    ["<p>a<b><b>x</b></b></p>", "<p>a<b>x</b></p>"],
  ])("%j becomes %j", (html, expected) => {
    expect(sanitizeRichText(html, withHeadings)).toEqual({ html: expected });
  });

  test.each<[string, string, string]>([
    ["an embed", '<embed embedtype="media" url="https://y"/>', "inline_embed"],
    ["an embed in capitals", "<p>a<EMBED>b</p>", "inline_embed"],
    ["a page link without id", '<p><a linktype="page">p</a></p>', "invalid"],
    ["a page link with a word for an id", '<p><a linktype="page" id="abc">p</a></p>', "invalid"],
    [
      "a page link with too long an id",
      '<p><a linktype="page" id="99999999999999999999">p</a></p>',
      "invalid",
    ],
    ["a document link with a letter for an id", '<p><a linktype="document" id="x">d</a></p>', "invalid"],
    ["a lone surrogate", "<p>\ud800</p>", "invalid"],
    ["the 51st list within lists", "<ul><li>".repeat(51), "invalid"],
    ["the 101st group within groups", `${"<div>".repeat(101)}a`, "invalid"],
    ["the 101st bold within bold", `${"<b>".repeat(101)}a`, "invalid"],
  ])("%s is refused", (_, html, code) => {
    expect(sanitizeRichText(html, withHeadings)).toEqual({
      problem: { code, message: expect.stringMatching(/\w\.$/) },
    });
  });

  test("a hundred elements within one another are fine", () => {
    const html = `${"<span>".repeat(50)}${"<b>".repeat(50)}a`;
    expect(sanitizeRichText(html, withHeadings)).toEqual({ html: "<p><b>a</b></p>" });
  });
});

test("what would be refused when sent back is refused", () => {
  const html = `${"<blockquote>".repeat(99)}<b>a`;
  expect(sanitizeRichText(html, ["bold", "blockquote"])).toHaveProperty("problem.code", "invalid");
});

describe("with other features", () => {
  const sanitized = (html: string, features: readonly RichTextFeature[]) => sanitizeRichText(html, features);

  test("headings become paragraphs by default, and keep their keys", () => {
    expect(sanitized('<h2 data-block-key="k">x</h2>', defaultFeatures)).toEqual({
      html: '<p data-block-key="k">x</p>',
    });
  });

  test.each<[string, RichTextFeature[], string, string]>([
    [
      "lists keep their first number with ol-start, and are not one with the list before",
      ["ol", "ol-start"],
      '<ol start="04" class="x"><li>a</li></ol><ol start="9"><li>b</li></ol><ol><li>c</li></ol><ol start="1"><li>d</li></ol>',
      '<ol start="4"><li>a</li></ol><ol start="9"><li>b</li><li>c</li><li>d</li></ol>',
    ],
    [
      "a first number that is none goes",
      ["ol", "ol-start"],
      '<ol start="-4"><li>a</li></ol><p>x</p><ol start="x"><li>b</li></ol>',
      "<ol><li>a</li></ol><p>x</p><ol><li>b</li></ol>",
    ],
    [
      "items are paragraphs without lists",
      ["bold"],
      "<h2>x</h2><ul><li>a</li><li>b</li></ul>",
      "<p>x</p><p>a</p><p>b</p>",
    ],
    ["a rule only ends the line without rules", ["bold"], "a<hr>b", "<p>a</p><p>b</p>"],
    [
      "an ordered list in an item is lines without it",
      ["ul"],
      "<ul><li>a<ol><li>b</li></ol></li></ul>",
      "<ul><li>a</li><li>b</li></ul>",
    ],
    ["links are text without links", [], '<p><a href="/x">l</a></p>', "<p>l</p>"],
    [
      "a document link stays when only those are allowed",
      ["document-link"],
      '<a linktype="document" id="1">d</a><a href="/x">l</a>',
      '<p><a linktype="document" id="1">d</a>l</p>',
    ],
    ["a page link is not a document link", ["document-link"], '<a linktype="page" id="1">p</a>', "<p>p</p>"],
    ["a link that is not allowed may lack its id", ["bold"], '<a linktype="page">p</a>', "<p>p</p>"],
    ["images and embeds allow nothing", ["image", "embed"], '<p>a<img src="x">b</p>', "<p>ab</p>"],
    [
      "a quote holds paragraphs",
      ["blockquote"],
      "<blockquote>a<p>b</blockquote>c",
      "<blockquote><p>a</p><p>b</p></blockquote><p>c</p>",
    ],
    [
      "a quote holds lists",
      ["blockquote", "ul"],
      "<blockquote><ul><li>a</ul></blockquote>",
      "<blockquote><ul><li>a</li></ul></blockquote>",
    ],
    [
      "a quote in an item is a line of it",
      ["blockquote", "ul"],
      "<ul><li>a<blockquote>b</blockquote></ul>",
      "<ul><li>a<br/>b</li></ul>",
    ],
    ["a quote without content vanishes", ["blockquote"], "<blockquote> </blockquote>a", "<p>a</p>"],
    [
      "formatting nests in one order",
      ["bold", "italic", "strikethrough", "superscript", "subscript", "code"],
      "<code><sub><sup><s><i><b>x",
      "<p><b><i><s><sup><sub><code>x</code></sub></sup></s></i></b></p>",
    ],
    [
      "formatting around what is not allowed is merged",
      ["italic"],
      "<b><i>x</i></b><i>y</i>",
      "<p><i>xy</i></p>",
    ],
  ])("%s", (_, features, html, expected) => {
    expect(sanitized(html, features)).toEqual({ html: expected });
  });
});

describe("markup that a browser mends", () => {
  test.each<[string, string, string]>([
    [
      "formatting goes on over paragraphs until it is ended",
      "<p><b>a</p><p>b</b>c</p>",
      "<p><b>a</b></p><p><b>b</b>c</p>",
    ],
    [
      "formatting around blocks reaches into them",
      "<b><p>a</p><p>b</p></b>",
      "<p><b>a</b></p><p><b>b</b></p>",
    ],
    [
      "a link around blocks stays on the first",
      '<a href="/x"><h2>a</h2><p>b</p></a>',
      '<h2><a href="/x">a</a></h2><p>b</p>',
    ],
    [
      "neighbouring links stay apart",
      '<a href="/x">a</a><a href="/x">b</a>',
      '<p><a href="/x">a</a><a href="/x">b</a></p>',
    ],
    ["a link without text vanishes", 'a<a href="/x"> </a>b', "<p>a b</p>"],
    ["a link without address ends the link before it", '<a href="/x">a<a>b', '<p><a href="/x">a</a>b</p>'],
    [
      "paragraphs in an item are lines of it",
      "<ul><li><p>a</p><p>b</p></li></ul>",
      "<ul><li>a<br/>b</li></ul>",
    ],
    [
      "text after a nested list stays behind it",
      "<ul><li>a<ul><li>b</li></ul>c</li></ul>",
      "<ul><li>a<ul><li>b</li></ul>c</li></ul>",
    ],
    [
      "text between items continues the last",
      "<ul><li>a</li>b<li>c</li></ul>",
      "<ul><li>a<br/>b</li><li>c</li></ul>",
    ],
    ["text before the items is an item", "<ul>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"],
    ["a rule in an item only ends the line", "<ul><li>a<hr>b</ul>", "<ul><li>a<br/>b</li></ul>"],
    ["an item without text stays", "<ul><li></li></ul>", "<ul><li></li></ul>"],
    [
      "lists of different kinds stay apart",
      "<ul><li>a</ul><ol><li>b</ol>",
      "<ul><li>a</li></ul><ol><li>b</li></ol>",
    ],
    [
      "an unclosed item in an unclosed list ends with it",
      "<ol><li>a<ul><li>b</ol>c",
      "<ol><li>a<ul><li>b</li></ul></li></ol><p>c</p>",
    ],
    ["a stray paragraph end makes no paragraph", "a</p>b</p>", "<p>a</p><p>b</p>"],
    ["a group inside a heading leaves the heading", "<h2><div>a</div></h2>", "<h2>a</h2>"],
    ["rows of a table are lines", "<table><tr><th>a<td>b<tr><td>c</table>", "<p>a b</p><p>c</p>"],
    [
      "breaks lose the formatting that no text shares",
      "<b><br></b>a<b>b<br></b>",
      "<p><br/>a<b>b<br/></b></p>",
    ],
    [
      "hidden line breaks in comments of any form go",
      "a<!-->b<!--->c<!-- > -->d<!x>e<?y>f</ z>g",
      "<p>abcdefg</p>",
    ],
    ["a tag that the text breaks off in goes", 'a<p title="b', "<p>a</p>"],
    ["quotes hide tags only in attribute values", `<p title='<b>'>a<p "<b>b`, "<p>a</p><p>b</p>"],
    ["values without quotes end at a blank", "<a href=/x/>l</a>", '<p><a href="/x/">l</a></p>'],
    ["U+0000 becomes U+FFFD", "a\0b", "<p>a\ufffdb</p>"],
    [
      "two hundred unclosed paragraphs and items are not nested",
      `<ul>${"<li><p>a".repeat(200)}</ul>`,
      `<ul>${"<li>a</li>".repeat(200)}</ul>`,
    ],
  ])("%s", (_, html, expected) => {
    expect(sanitizeRichText(html, withHeadings)).toEqual({ html: expected });
  });
});

describe("whatever the input", () => {
  test("the result is sanitized already", () => {
    fc.assert(
      fc.property(htmlSoup, featureSets, (input, features) => {
        const once = sanitizeRichText(input, features);
        if ("html" in once) expect(sanitizeRichText(once.html, features)).toEqual(once);
      }),
      { numRuns: 3000 },
    );
  });

  test("the result holds only what the features allow", () => {
    fc.assert(
      fc.property(htmlSoup, featureSets, (input, features) => {
        const result = sanitizeRichText(input, features);
        if ("problem" in result) return;
        expect(forbiddenIn(result.html, features)).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });

  test("more features never change the text", () => {
    fc.assert(
      fc.property(htmlSoup, featureSets, (input, features) => {
        const some = sanitizeRichText(input, features);
        const all = sanitizeRichText(input, allFeatures);
        if ("html" in some && "html" in all) expect(words(some.html)).toEqual(words(all.html));
      }),
    );
  });

  test.each<[string, string]>([
    ["unclosed formatting", "<b>".repeat(300_000)],
    ["unclosed paragraphs", "<p>x".repeat(250_000)],
    ["unclosed links", '<a href="/x">l'.repeat(70_000)],
    ["unclosed items", `<ul>${"<li>x".repeat(200_000)}`],
    ["end tags", "</b>".repeat(250_000)],
    ["less-than signs", "<".repeat(1_000_000)],
    ["comments that begin", "<!--".repeat(250_000)],
    ["scripts that begin", "<script>".repeat(120_000)],
    ["attributes", `<p ${"a=b ".repeat(250_000)}>`],
    ["quotes that begin", "<p a='".repeat(160_000)],
    ["a long link before many blocks", `<a href="${"x".repeat(500_000)}">${"<p>x".repeat(120_000)}`],
    ["crossing formatting", "<b>a<i>b</b>c</i>".repeat(60_000)],
    ["white space in an empty line", "<p>".concat(" <div> </div>".repeat(80_000))],
  ])("a megabyte of %s is answered without delay", (_, input) => {
    const result = sanitizeRichText(input, withHeadings);
    if ("html" in result) expect(result.html.length).toBeLessThan(6 * input.length);
  });
});

function words(html: string): string {
  return html.replace(/<[^>]*>/g, "").replace(/\s/g, "");
}

describe("keys are kept on whatever block the element becomes", () => {
  test.each<[string, string]>([
    ['<div data-block-key="k">a</div>', '<p data-block-key="k">a</p>'],
    ['<div data-block-key="k"><p>a</p></div>', '<p data-block-key="k">a</p>'],
    ['<div data-block-key="k"><p data-block-key="own">a</p></div>', '<p data-block-key="own">a</p>'],
    ['<div data-block-key="k">a</div>b', '<p data-block-key="k">a</p><p>b</p>'],
    ['<div data-block-key="k"></div><p>b</p>', "<p>b</p>"],
    ['<div data-block-key="k">a<br>b</div>', '<p data-block-key="k">a<br/>b</p>'],
    ['<blockquote data-block-key="k">a</blockquote>', '<p data-block-key="k">a</p>'],
    ['<blockquote data-block-key="k"><p>a</p><p>b</p></blockquote>', '<p data-block-key="k">a</p><p>b</p>'],
    ['<section data-block-key="s"><h1 data-block-key="k">a</h1></section>', '<p data-block-key="k">a</p>'],
    [
      '<pre data-block-key="k">a</pre><dd data-block-key="l">b</dd>',
      '<p data-block-key="k">a</p><p data-block-key="l">b</p>',
    ],
    ['<div data-block-key="k"><ul><li>a</li></ul></div>', '<ul><li data-block-key="k">a</li></ul>'],
    ['<ul><li><p data-block-key="k">a</p></li></ul>', '<ul><li data-block-key="k">a</li></ul>'],
    [
      '<ul><li data-block-key="own"><p data-block-key="k">a</p></li></ul>',
      '<ul><li data-block-key="own">a</li></ul>',
    ],
    ['<li data-block-key="k">a</li>', '<p data-block-key="k">a</p>'],
  ])("%s", (html, expected) => {
    expect(sanitizeRichText(html, defaultFeatures)).toEqual({ html: expected });
    expect(sanitizeRichText(expected, defaultFeatures)).toEqual({ html: expected });
  });

  test("that of a quote, where quotes are allowed", () => {
    const html = '<blockquote data-block-key="k"><p data-block-key="l">a</p></blockquote>';
    expect(sanitizeRichText(html, ["blockquote"])).toEqual({ html });
  });
});

describe("rich text has at most 50,000 tags", () => {
  const tooMany = { problem: { code: "max_length", message: expect.stringContaining("50,000 parts") } };
  const lines = (count: number) => "<p>a</p>".repeat(count);

  test("sent", () => {
    expect(sanitizeRichText(lines(25_000), [])).toEqual({ html: lines(25_000) });
    expect(sanitizeRichText(`${lines(25_000)}<x>`, [])).toEqual(tooMany);
  });

  test("or written, so that what is stored can be sent back", () => {
    expect(sanitizeRichText("<p>a".repeat(25_000), [])).toEqual({ html: lines(25_000) });
    expect(sanitizeRichText("<p>a".repeat(25_001), [])).toEqual(tooMany);
  });

  test.each(["<", "&lt;", "&", "&amp;"])("or a quarter of a tag for each %s", (reference) => {
    // One paragraph is written, which has two tags.
    const most = 4 * (50_000 - 2);
    expect(sanitizeRichText(reference.repeat(most), [])).toHaveProperty("html");
    expect(sanitizeRichText(reference.repeat(most + 1), [])).toEqual(tooMany);
  });

  test("together with all else that takes from the same allowance", () => {
    const allowance = { left: 5 };
    expect(sanitizeRichText("<p>a</p>", [], allowance)).toEqual({ html: "<p>a</p>" });
    expect(sanitizeRichText("a", [], allowance)).toEqual({ html: "<p>a</p>" });
    expect(sanitizeRichText("<x>", [], allowance)).toEqual(tooMany);
  });
});
