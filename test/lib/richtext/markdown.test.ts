// Proves contract rules: body-parts, markdown, markdown-html, markdown-images.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultFeatures, type RichTextFeature } from "#lib/richtext/features.ts";
import { blocksFromMarkdown } from "#lib/richtext/markdown.ts";
import { sanitizeRichText } from "#lib/richtext/sanitize.ts";
import { anyText } from "#test/support/any-text.ts";
import { featureSets, forbiddenIn } from "./allow-list.ts";

const withHeadings: readonly RichTextFeature[] = [...defaultFeatures, "h2", "h3", "h4"];

const code = (language: string, source: string) => ({ type: "code", value: { language, source } });
const paragraph = (value: string) => ({ type: "paragraph", value });

test.each<[string, string, string]>([
  ["text", "text", "<p>text</p>"],
  ["a soft break", "a\nb", "<p>a b</p>"],
  ["a break by spaces", "a  \nb", "<p>a<br/>b</p>"],
  ["a break by a backslash", "a\\\nb", "<p>a<br/>b</p>"],
  ["paragraphs", "a\n\nb", "<p>a</p><p>b</p>"],
  ["emphasis", "*i* **b** ***bi***", "<p><i>i</i> <b>b</b> <b><i>bi</i></b></p>"],
  ["emphasis by underscores", "_i_ __b__ a_b_c", "<p><i>i</i> <b>b</b> a_b_c</p>"],
  ["a code span", "`code`", "<p>code</p>"],
  ["tildes", "~~s~~", "<p>~~s~~</p>"],
  ["carets", "x^2^", "<p>x^2^</p>"],
  ["equal signs", "==m==", "<p>==m==</p>"],
  ["a hash without space", "#nospace", "<p>#nospace</p>"],
  ["seven hashes", "####### seven", "<p>####### seven</p>"],
  ["a bare address", "https://x.y bare", "<p>https://x.y bare</p>"],
  ["a heading of level 1", "# H1", "<p>H1</p>"],
  ["a heading of level 2", "## H2", "<h2>H2</h2>"],
  ["a heading of level 3", "### H3", "<h3>H3</h3>"],
  ["a heading of level 4", "#### H4", "<h4>H4</h4>"],
  ["a heading of level 5", "##### H5", "<p>H5</p>"],
  ["a heading underlined by equal signs", "Setext\n===", "<p>Setext</p>"],
  ["a heading underlined by hyphens", "Setext\n---", "<h2>Setext</h2>"],
  ["a quote", "> q\n> r", "<p>q r</p>"],
  ["two quotes", "> a\n\n> b", "<p>a</p><p>b</p>"],
  ["a heading in a quote", "> # H", "<p>H</p>"],
  ["a list", "- a\n- b", "<ul><li>a</li><li>b</li></ul>"],
  ["lists by different bullets", "* a\n+ b", "<ul><li>a</li><li>b</li></ul>"],
  ["an ordered list", "3. a\n4. b", "<ol><li>a</li><li>b</li></ol>"],
  ["an ordered list by brackets", "1) a", "<ol><li>a</li></ol>"],
  ["a nested list", "- a\n  - b\n- c", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>"],
  ["a loose list", "- a\n\n- b", "<ul><li>a</li><li>b</li></ul>"],
  ["paragraphs in an item", "- a\n\n  para", "<ul><li>a<br/>para</li></ul>"],
  ["a task", "- [ ] task", "<ul><li>[ ] task</li></ul>"],
  ["an empty item", "- ", "<ul><li></li></ul>"],
  ["a rule by hyphens", "---", "<hr/>"],
  ["a rule by stars", "***", "<hr/>"],
  ["a rule between paragraphs", "a\n\n---\n\nb", "<p>a</p><hr/><p>b</p>"],
  ["a link with a title", '[l](https://x.y "t")', '<p><a href="https://x.y">l</a></p>'],
  ["brackets in a link", "[a \\[b\\] c](/y)", '<p><a href="/y">a [b] c</a></p>'],
  ["brackets that look like a link in it", "[a \\[b\\](/x) c](/y)", '<p><a href="/y">a [b](/x) c</a></p>'],
  ["brackets by reference", "[a \\[b\\](/x)][r]\n\n[r]: /y", '<p><a href="/y">a [b](/x)</a></p>'],
  ["a relative link", "[l](/rel)", '<p><a href="/rel">l</a></p>'],
  ["a fragment link", "[l](#f)", '<p><a href="#f">l</a></p>'],
  ["a mail link", "[l](mailto:a@b.c)", '<p><a href="mailto:a@b.c">l</a></p>'],
  ["a telephone link", "[l](tel:+4930)", '<p><a href="tel:+4930">l</a></p>'],
  ["an FTP link", "[l](ftp://x.y)", '<p><a href="ftp://x.y">l</a></p>'],
  ["a script link", "[l](javascript:alert(1))", "<p>[l](javascript:alert(1))</p>"],
  ["a script link in a link", "[a [l](javascript:x)](/y)", '<p><a href="/y">a [l](javascript:x)</a></p>'],
  ["a script link in capitals", "[l](JavaScript:alert(1))", "<p>[l](JavaScript:alert(1))</p>"],
  ["a disguised script link", "[l](javascript&colon;alert(1))", "<p>[l](javascript:alert(1))</p>"],
  ["a VBScript link", "[l](vbscript:x)", "<p>[l](vbscript:x)</p>"],
  ["a file link", "[l](file:///x)", "<p>[l](file:///x)</p>"],
  ["a data link", "[l](data:text/html,x)", "<p>[l](data:text/html,x)</p>"],
  ["a script link by reference", "[l][r]\n\n[r]: javascript:x", "<p>[l][r]</p><p>[r]: javascript:x</p>"],
  [
    "a link behind brackets",
    `${"[0, 1) ".repeat(150)}[l](/x)`,
    `<p>${"[0, 1) ".repeat(150)}<a href="/x">l</a></p>`,
  ],
  ["a script autolink", "<javascript:x>", "<p>&lt;javascript:x&gt;</p>"],
  ["an image-data link", "[l](data:image/png;base64,AA)", "<p>l</p>"],
  ["a link of another scheme", "[l](sms:1)", "<p>l</p>"],
  ["an autolink", "<https://x.y>", '<p><a href="https://x.y">https://x.y</a></p>'],
  ["a mail autolink", "<a@b.c>", '<p><a href="mailto:a@b.c">a@b.c</a></p>'],
  ["a link by reference", "[l][r]\n\n[r]: https://x.y", '<p><a href="https://x.y">l</a></p>'],
  ["a reference to nothing", "[l][nope]", "<p>[l][nope]</p>"],
  ["an address with a space", "[l](<https://x.y/a b>)", '<p><a href="https://x.y/a%20b">l</a></p>'],
  [
    "an address with umlaut and ampersand",
    "[l](https://x.y/ü?a=1&b=2)",
    '<p><a href="https://x.y/%C3%BC?a=1&amp;b=2">l</a></p>',
  ],
  [
    "an address with a quote",
    '[l](https://x.y/"onclick="x)',
    '<p><a href="https://x.y/%22onclick=%22x">l</a></p>',
  ],
  ["an empty link", "[](https://x.y)", "<p></p>"],
  ["an escaped image", "\\![a](b)", '<p>!<a href="b">a</a></p>'],
  ["an image in a code span", "`![a](b)`", "<p>![a](b)</p>"],
  ["an image that would run a script", "![a](javascript:x)", "<p>![a](javascript:x)</p>"],
  ["code in an item", "- a\n\n      x", "<ul><li>a<br/>x</li></ul>"],
  ["a fence in an item", "- ```\n  x\n  ```", "<ul><li>x</li></ul>"],
  ["a fence in a quote", "> ```\n> x\n> ```", "<p>x</p>"],
  ["inline HTML", "<b>x</b>", "<p>&lt;b&gt;x&lt;/b&gt;</p>"],
  ["a script", "<script>x</script>", "<p>&lt;script&gt;x&lt;/script&gt;</p>"],
  ["an embed", '<embed embedtype="media"/>', '<p>&lt;embed embedtype="media"/&gt;</p>'],
  ["an internal link", '<a linktype="page">x</a>', '<p>&lt;a linktype="page"&gt;x&lt;/a&gt;</p>'],
  ["a comment", "a <!-- b --> c", "<p>a &lt;!-- b --&gt; c</p>"],
  ["an HTML block", "<div>\n*a*\n</div>\n\nb", "<p>&lt;div&gt; *a* &lt;/div&gt;</p><p>b</p>"],
  ["character references", "&amp; &copy; &lt;", "<p>&amp; © &lt;</p>"],
  ["escapes", "\\*x\\* \\# h", "<p>*x* # h</p>"],
  ["a table", "|a|b|\n|---|---|\n|c|d|", "<p>|a|b| |---|---| |c|d|</p>"],
  ["a definition list", "a\n: b", "<p>a : b</p>"],
  ["a footnote", "text[^1]\n\n[^1]: note", '<p>text<a href="note">^1</a></p>'],
  ["a tab", "a\tb", "<p>a b</p>"],
  ["carriage returns", "a\r\nb\r\rc", "<p>a b</p><p>c</p>"],
  ["U+0000", "a\0b", "<p>a\ufffdb</p>"],
])("%s becomes a paragraph", (_, source, html) => {
  expect(blocksFromMarkdown(source, withHeadings)).toEqual({ blocks: [paragraph(html)] });
});

test.each<[string, string, object[]]>([
  ["nothing", "", []],
  ["blanks", " \n\t\n", []],
  ["only link definitions", "[a]: /b\n\n[c]: /d", []],
  ["a fence", "```\ncode\n```", [code("text", "code")]],
  ["a fence with an image", "```\n![a](b)\n```", [code("text", "![a](b)")]],
  ["a fence with a language and more", "```python title=x\nx\n```", [code("python", "x")]],
  ["a fence by tildes", "~~~ js\ny\n~~~", [code("js", "y")]],
  ["a fence with a language in references", "``` f&ouml;&ouml;\nx\n```", [code("föö", "x")]],
  ["a fence with blank lines", "```\n\nx\n\n\n```", [code("text", "\nx\n\n")]],
  ["an empty fence, which the block's own check refuses", "```\n```", [code("text", "")]],
  ["an unclosed fence", "```python\nunclosed", [code("python", "unclosed")]],
  ["indented code", "    ind\n      more", [code("text", "ind\n  more")]],
  ["indented code with HTML", "    <b>&amp;", [code("text", "<b>&amp;")]],
  [
    "prose around code",
    "p1\n\n```\nx\n```\n\np2",
    [paragraph("<p>p1</p>"), code("text", "x"), paragraph("<p>p2</p>")],
  ],
  ["adjacent fences", "```\na\n```\n```\nb\n```", [code("text", "a"), code("text", "b")]],
  ["prose of several kinds", "# a\n\nb\n\n- c", [paragraph("<p>a</p><p>b</p><ul><li>c</li></ul>")]],
])("%s makes these blocks", (_, source, blocks) => {
  expect(blocksFromMarkdown(source, withHeadings)).toEqual({ blocks });
});

test("headings are paragraphs by default", () => {
  expect(blocksFromMarkdown("## a\n\nb", defaultFeatures)).toEqual({
    blocks: [paragraph("<p>a</p><p>b</p>")],
  });
});

test("quotes and code stay where they are allowed", () => {
  expect(blocksFromMarkdown("> `a`\n> - b", ["blockquote", "code", "ul"])).toEqual({
    blocks: [paragraph("<blockquote><p><code>a</code></p><ul><li>b</li></ul></blockquote>")],
  });
});

describe("images are refused", () => {
  test.each<[string, string, string[]]>([
    ["in one line", "![a](x.png)", ["line 1"]],
    ["in two paragraphs", "a ![x](y)\nb\n\nc ![z](w) d", ["lines 1-2", "line 4"]],
    ["once for a paragraph of several lines", "Line1\nLine2 ![x](y)\nLine3 ![x](y)", ["lines 1-3"]],
    ["in a heading", "a\n\n# ![x](y)", ["line 3"]],
    ["in an underlined heading", "![x](y)\n===", ["lines 1-2"]],
    ["in an item", "- a\n- b\n\n  ![x](y)\n  c", ["lines 4-5"]],
    ["in a nested item", "- a\n  - b\n  - ![x](y)", ["line 3"]],
    ["in a quote", "> a\n>\n> ![x](y)\nlazy\n\nb", ["lines 3-4"]],
    ["in an item in a quote", "a\n\n> - b\n>   - ![x](y)", ["line 4"]],
    ["in a link", "[![x](y)](z)", ["line 1"]],
    ["in emphasis", "**a *![x](y)* b**", ["line 1"]],
    ["by reference", "![x][r]\n\n[r]: y", ["line 1"]],
    [
      "behind blank lines, code and definitions",
      "\n\n    code\n\n[a]: b\n\n```\nx\n```\n![x](y)",
      ["line 10"],
    ],
    ["with carriage returns", "a\r\n\r\n![x](y)\r\nb", ["lines 3-4"]],
  ])("%s", (_, source, lines) => {
    const expected = lines.map((line) => ({
      code: "inline_image",
      message: expect.stringMatching(new RegExp(`\\b${line}\\b`)),
    }));
    expect(blocksFromMarkdown(source, withHeadings)).toEqual({ problems: expected });
  });
});

test.each<[string, string]>([
  ["quotes within quotes", `${"> ".repeat(200)}a`],
  ["a hundred thousand quote marks", ">".repeat(100_000)],
  ["lists within lists", Array.from({ length: 200 }, (_, depth) => `${"  ".repeat(depth)}- a`).join("\n")],
  ["twenty thousand item numbers", `${"1. ".repeat(20_000)}a`],
  ["a lone surrogate", "a\ud800"],
])("%s: invalid", (_, source) => {
  expect(blocksFromMarkdown(source, withHeadings)).toEqual({
    problems: [{ code: "invalid", message: expect.stringMatching(/\w+\.$/) }],
  });
});

test("emphasis nested too deeply is a problem of its block", () => {
  const source = `a\n\n\`\`\`\nx\n\`\`\`\n\n${"*a ".repeat(200)}${"b* ".repeat(200)}`;
  expect(blocksFromMarkdown(source, withHeadings)).toEqual({
    problems: [{ code: "invalid", message: expect.any(String), block: 2 }],
  });
});

const repeated = (part: string) => part.repeat(100_000 / part.length);

test.each<[string, string]>([
  ["emphasis that begins", repeated("*a ")],
  ["emphasis that never matches", repeated("**a*b ")],
  ["emphasis within emphasis", "*a ".repeat(20_000) + "b* ".repeat(20_000)],
  ["one run of stars", `${"*".repeat(50_000)}a${"*".repeat(50_000)}`],
  ["brackets", repeated("[")],
  ["links that begin", repeated("[a](")],
  ["images that begin", repeated("![")],
  ["code spans that begin", repeated("`a ")],
  ["lazy lines in quotes", repeated("> a\nb\n")],
  [
    "quotes that get shallower",
    `${Array.from({ length: 50 }, (_, up) => `${"> ".repeat(50 - up)}a\n`).join("")}\n`.repeat(30),
  ],
  ["lists in quotes", repeated("> - a\n")],
  ["tags that begin", repeated("<a href='")],
])("a hundred kilobytes of %s are read or refused", (_, source) => {
  expect(Object.keys(blocksFromMarkdown(source, withHeadings))).toHaveLength(1);
});

describe("Markdown that would take too long is refused", () => {
  const megabyteOf = (part: string) => part.repeat(Math.floor(1_000_000 / part.length));
  const tooMany = { problems: [{ code: "max_length", message: expect.stringContaining("50,000 parts") }] };

  test.each<[string, string]>([
    ["items by another bullet", megabyteOf("+ a\n")],
    ["items", megabyteOf("- a\n")],
    ["loose items", megabyteOf("1. a\n\n")],
    ["paragraphs", megabyteOf("a\n\n")],
    ["headings", megabyteOf("# a\n")],
    ["rules", megabyteOf("---\n")],
    ["emphasis", megabyteOf("*a*")],
    ["emphasis that begins", megabyteOf("*a ")],
    ["brackets", megabyteOf("[a]")],
    ["brackets that open", megabyteOf("[")],
    ["links", megabyteOf("[a](b)")],
    ["links that begin", megabyteOf("[a](")],
    ["definitions", megabyteOf("[a]: b\n")],
    ["character references", megabyteOf("&amp;")],
    ["tags", megabyteOf("<b>")],
    ["code spans", megabyteOf("`a` ")],
    ["backslashes", megabyteOf("\\a")],
    ["lines in ninety quotes", `${"> ".repeat(90)}a\n${"a\n".repeat(400_000)}`],
    ["lines in quotes in lists", `${"> - ".repeat(30)}a\n${"a\n".repeat(400_000)}`],
  ])("a megabyte of %s", (_, source) => {
    expect(blocksFromMarkdown(source, withHeadings)).toEqual(tooMany);
  });

  test("one part more than a body may have", () => {
    // An ampersand is a mark, and so is the paragraph that it stands in; its own two tags are counted apart.
    const marked = (marks: number) => "& ".repeat(marks - 1);
    expect(blocksFromMarkdown(marked(50_000), withHeadings)).toHaveProperty("blocks.length", 1);
    expect(blocksFromMarkdown(marked(50_001), withHeadings)).toEqual(tooMany);
  });

  const filled = (start: string, fill: string) => start + fill.repeat(Math.floor(900_000 / fill.length));

  test.each<[string, string]>([
    ["brackets before a long paragraph", filled("[a ".repeat(200), "word ")],
    ["tags before a long paragraph", filled(`a ${"<? ".repeat(200)}`, "word ")],
    ["code spans before a long paragraph", filled(`a ${"`".repeat(200)}`, "word ")],
    ["links in one long paragraph", "[a](b) and more ".repeat(10_000)],
    ["white space behind an address", `[a](${filled("b", " ")}c)`],
    ["lines that continue an item lazily", filled("- a\n", "word word word word\n")],
    ["lines of a paragraph in an item", filled("- a\n", "  word word word word\n")],
    ["lists within lists in a long line", filled("- ".repeat(99), "word ")],
  ])("%s", (_, source) => {
    expect(blocksFromMarkdown(source, withHeadings)).toEqual({
      problems: [{ code: "max_length", message: expect.stringContaining("too many marks") }],
    });
  });

  test.each<[string, string]>([
    [
      "lists within lists",
      Array.from({ length: 90 }, (_, n) => `${"  ".repeat(n)}- a\n`)
        .join("")
        .repeat(100),
    ],
    ["lines of code", `\`\`\`\n${"a\n".repeat(100_000)}`],
    ["quotation marks in raw HTML", filled("<div>", '"')],
    ["ampersands in code in an item", filled("- a\n\n      ", "&")],
    ["signs that close tags", filled("a", ">")],
  ])("%s", (_, source) => {
    expect(blocksFromMarkdown(source, withHeadings)).toMatchObject(tooMany);
  });

  test.each<[string, string]>([
    ["paragraphs with thirty links", `${`[a](b) ${"word ".repeat(20)}`.repeat(30)}\n\n`],
    ["items of sixty lines that are not indented", `- ${`${"word ".repeat(14)}\n`.repeat(60)}\n`],
    ["items of sixty lines", `- a\n${`  ${"word ".repeat(14)}\n`.repeat(60)}\n`],
    ["headings in items before text that is not indented", `1. # a\n${"word ".repeat(100)}\n`],
    ["empty items before text", `-\n${"word ".repeat(100)}\n`],
  ])("but not a megabyte of %s", (_, source) => {
    expect(blocksFromMarkdown(megabyteOf(source), withHeadings)).toHaveProperty("blocks.length", 1);
  });

  test("addresses that take more room than the whole text", () => {
    const source = (uses: number) => `[a]: /${"x".repeat(9_999)}\n\n${"[a] ".repeat(uses)}`;
    expect(blocksFromMarkdown(source(10), withHeadings)).toHaveProperty("blocks.length", 1);
    expect(blocksFromMarkdown(source(11), withHeadings)).toEqual({
      problems: [{ code: "max_length", message: expect.stringContaining("addresses") }],
    });
  });
});

describe("whatever the Markdown", () => {
  const part = fc.constantFrom(
    ..."> - * + # ## === --- ``` ~~~ ` * ** _ __ [ ] ( ) ![ [a] < > & \\ | a b".split(" "),
    ..."<b> </b> <div> <script> <embed> <!-- --> <http://x.y> &amp; &ouml; ](/x) ](javascript:x)".split(" "),
    "1. ",
    "2) ",
    " ",
    "    ",
    "\t",
    "\n",
    "\n\n",
    "\\\n",
    "  \n",
    "\r\n",
    "[a]: b\n",
    "\0",
    "\u00a0",
    "é",
  );
  const source = fc.array(fc.oneof({ weight: 9, arbitrary: part }, anyText()), {
    maxLength: 40,
  });

  test("its paragraphs are sanitized and hold only what the features allow", () => {
    fc.assert(
      fc.property(source, featureSets, (parts, features) => {
        const result = blocksFromMarkdown(parts.join(""), features);
        for (const block of "blocks" in result ? result.blocks : []) {
          if (block.type !== "paragraph") continue;
          expect(forbiddenIn(block.value, features)).toEqual([]);
          expect(sanitizeRichText(block.value, features)).toEqual({ html: block.value });
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("an image before it is found in the first line, one behind it in the last", () => {
    fc.assert(
      fc.property(source, (parts) => {
        const between = parts.join("").replace(/[[\]<!`~\\\0]/g, "");
        const before = `![a](b)\n\n${between}\n\n`;
        const lines = before.split(/\r\n|\r|\n/).length;
        const result = blocksFromMarkdown(`${before}# ![a](b)`, withHeadings);
        expect(result).toHaveProperty("problems.0.message", expect.stringMatching(/line 1\b/));
        const last = "problems" in result ? result.problems.at(-1)?.message : "";
        expect(last).toMatch(new RegExp(`line ${lines}\\b`));
      }),
    );
  });
});
