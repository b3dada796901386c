import fc from "fast-check";
import { marked } from "marked";
import { describe, expect, test } from "vitest";
import { pageHtml } from "#lib/richtext/page-html.ts";
import { richTextMarkdown } from "#lib/richtext/rich-text-markdown.ts";
import { htmlSoup } from "./html-soup.ts";

const addressOf = (page: number) => `/pages/${page}/`;

const markdown = (stored: string) =>
  richTextMarkdown(stored, (target) => {
    if ("page" in target) return addressOf(target.page);
    return "document" in target ? undefined : target.address;
  });

describe("rich text as Markdown", () => {
  test.each([
    ["<p>a</p><p>b</p>", "a\n\nb"],
    ["<p>a<br/>b</p>", "a\\\nb"],
    ["<h2>Low water</h2><p>Reeds</p>", "## Low water\n\nReeds"],
    ["<h3>C #</h3><h3># ##</h3>", "### C \\#\n\n### \\# \\##"],
    ["<p><b>bold</b> and <i>slanted</i></p>", "**bold** and *slanted*"],
    ["<p><b> bold </b>and</p>", "**bold** and"],
    ["<p><b></b>a</p>", "a"],
    ["<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", "- a\n  - b\n- c"],
    ["<ol><li>a</li><li>b</li></ol>", "1. a\n2. b"],
    ["<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b"],
    ["<p>a</p><hr/><p>b</p>", "a\n\n---\n\nb"],
    ['<p><a href="https://x.y/?a=1&amp;b=2">l</a></p>', "[l](<https://x.y/?a=1&amp;b=2>)"],
    ['<p><a linktype="page" id="6">p</a></p>', "[p](</pages/6/>)"],
    ['<p><a linktype="document" id="6">d</a> <a href="javascript:x()">j</a></p>', "d j"],
    ['<p>Look!<a href="/x">here</a><b>!<a href="/x">!</a></b></p>', "Look\\![here](</x>)**\\![!](</x>)**"],
    ["<p>2 * 3 _x_ [y] `z`</p>", "2 \\* 3 \\_x\\_ \\[y\\] \\`z\\`"],
    ["<p># no heading</p><p>1. no list</p><p>- neither</p>", "\\# no heading\n\n1\\. no list\n\n\\- neither"],
    ["<p>&lt;b&gt; &amp; &copy;</p>", "&lt;b&gt; &amp; &copy;"],
    ["plain", "plain"],
    ["", ""],
  ])("of %s is %j", (stored, written) => {
    expect(markdown(stored)).toBe(written);
  });

  const words = fc.stringMatching(/^[a-z*_#>.1+`~[\]\\-]{1,6}( [a-z*_#>.1+`~[\]\\-]{1,6}){0,3}$/);
  const inline = fc.oneof(
    words,
    words.map((text) => `<b>${text.replaceAll(">", "&gt;")}</b>`),
    words.map((text) => `<a href="/x">${text.replaceAll(">", "&gt;")}</a>`),
  );
  const line = fc.array(inline, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(" "));
  const block = fc.oneof(
    line.map((text) => `<p>${text}</p>`),
    line.map((text) => `<h3>${text}</h3>`),
    fc
      .array(line, { minLength: 1, maxLength: 3 })
      .map((items) => `<ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>`),
  );

  /** What a reader reads. */
  const textOf = (html: string) =>
    html
      .replace(/<[^>]*>/g, " ")
      .replaceAll("&gt;", ">")
      .replaceAll("&#39;", "'")
      .replace(/\s+/g, " ")
      .trim();

  test("reads the same once it is HTML again", () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 4 }), (blocks) => {
        const stored = blocks.join("");
        const back = marked.parse(markdown(stored), { async: false });
        expect(textOf(back)).toBe(textOf(pageHtml(stored, addressOf)));
      }),
    );
  });

  test("brings no tag along, whatever is stored", () => {
    fc.assert(
      fc.property(htmlSoup, (stored) => {
        expect(markdown(stored).replaceAll("](<", "")).not.toContain("<");
      }),
    );
  });
});
