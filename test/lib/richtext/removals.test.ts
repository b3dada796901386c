// Proves contract rules: reports.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultFeatures, type RichTextFeature } from "#lib/richtext/features.ts";
import { blocksFromMarkdown } from "#lib/richtext/markdown.ts";
import { type Removal, removalsBetween } from "#lib/richtext/removals.ts";
import { sanitizeRichText } from "#lib/richtext/sanitize.ts";

const removedFrom = (html: string, features: readonly RichTextFeature[] = defaultFeatures): Removal[] => {
  const result = sanitizeRichText(html, features);
  if ("problem" in result) throw new Error(result.problem.message);
  return removalsBetween([{ html, line: null }], result.html);
};

const removedFromMarkdown = (source: string, features: readonly RichTextFeature[] = defaultFeatures) => {
  const found: (Removal & { block: number | null })[] = [];
  blocksFromMarkdown(source, features, undefined, (block, removals) => {
    for (const removal of removals) found.push({ ...removal, block });
  });
  return found;
};

const inWords = ({ kind, name, line, text }: Removal): string =>
  `${line === null ? "" : `${line}: `}${kind} ${name} (${text})`;

describe("what is removed from HTML", () => {
  test.each([
    ["<p>kept</p>", []],
    ["<p>a <strong>b</strong> <em>c</em></p>", []],
    ["<h2>Low water</h2>", ["formatting h2 (Low water)"]],
    [
      "<p>a<img src=x onerror=run()>b</p>",
      ["element img ()", "attribute src (x)", "attribute onerror (run())"],
    ],
    ["<p onclick='run()'>a</p>", ["attribute onclick (run())"]],
    ["<script>run()</script><p>a</p>", ["element script ()"]],
    ["<p>a<!-- b -->c</p>", ["comment comment (<!-- b -->)"]],
    ['<a href="javascript:run()">go</a>', ["formatting a (go)", "link a (javascript:run())"]],
    ['<a href="https://a.example/?b=1&amp;c=2">go</a>', []],
    ['<a linktype="page" id="3">go</a>', []],
    [
      '<p><a href="javascript:run()">go</a> <a href="https://a.example/">stay</a></p>',
      ["formatting a (go)", "link a (javascript:run())"],
    ],
    ['<a href="https://a.example/" href="https://b.example/">go</a>', ["link a (https://b.example/)"]],
    ["<p><b></b><b>x</b></p>", ["element b ()"]],
    [`<u>${"long ".repeat(40)}</u>`, [`formatting u (${"long ".repeat(16)})`]],
    [`<u>a${"🌊".repeat(60)}</u>`, [`formatting u (a${"🌊".repeat(39)})`]],
  ])("of %s", (html, expected) => {
    expect(removedFrom(html).map(inWords)).toEqual(expected);
  });
});

describe("what is removed from Markdown", () => {
  test.each([
    ["It *stood* **still**.", []],
    ["one\n\n## Two\n\nthree", ["3: formatting h2 (Two)"]],
    ["a `b`\n\n- c\n- > d\n", ["1: formatting code (b)", "4: formatting blockquote (d)"]],
    ["a\nb <u>c</u>", ["2: formatting u (<u>)"]],
    ["<div class=x>\nhello\n</div>", ["1: formatting div (<div class=x>)", "1: attribute class (x)"]],
    ["a\n\n[b](javascript:run) c", ["3: link a (javascript:run)"]],
    ["**a** <b>c</b>", ["1: formatting b (<b>)"]],
  ])("of %j", (source, expected) => {
    expect(removedFromMarkdown(source).map(inWords)).toEqual(expected);
  });

  test("names the block", () => {
    const source = "a\n\n    code\n\n# b";
    expect(removedFromMarkdown(source).map(({ block, name }) => [block, name])).toEqual([[2, "h1"]]);
  });
});

type Counts = ReadonlyMap<string, number>;

/** Elements, attributes and links of the HTML that is made below, in which no value holds a tag. */
const countsIn = (html: string): Counts => {
  const counts = new Map<string, number>();
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  const aliases: Record<string, string> = { strong: "b", em: "i" };
  for (const [, name = "", written = ""] of html.matchAll(/<([a-z][a-z0-9]*)([^>]*)>/g)) {
    count(`element ${aliases[name] ?? name}`);
    for (const [, attribute, quoted, plain = ""] of written.matchAll(
      / ([a-z-]+)(?:=(?:"([^"]*)"|([^ ]+)))?/g,
    )) {
      const value = (quoted ?? plain).replaceAll("&amp;", "&");
      count(name === "a" && attribute === "href" ? `link ${value}` : `attribute ${attribute} ${value}`);
    }
  }
  return counts;
};

const element = fc.constantFrom(
  ..."p b strong i em u h1 h2 h3 div span ul ol li blockquote a code sup table tr td section mark".split(" "),
);
const attribute = fc.constantFrom(
  ...["", ' class="x"', " onclick=run()", ' data-block-key="k1"', ' style="color:red"', " hidden"],
);
const target = fc.constantFrom(
  ...["https://a.example/", "/b?c=1&amp;d=2", "javascript:run()", "java\tscript:run()", "mailto:a@b.example"],
);
const text = fc.constantFrom("low", " water ", "&amp;", "", "heron &lt;b&gt;");

const { html } = fc.letrec<{ html: string; node: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    text,
    fc.constantFrom("<br>", "<hr>", "<img src=x onerror=run()>", "<!-- note -->", "<input disabled>"),
    fc
      .tuple(element, attribute, tie("html"))
      .map(([name, has, inner]) => `<${name}${has}>${inner}</${name}>`),
    fc.tuple(target, tie("html")).map(([href, inner]) => `<a href="${href}">${inner}</a>`),
    fc.tuple(element, tie("html")).map(([name, inner]) => `<${name}>${inner}`),
  ),
  html: fc.array(tie("node"), { maxLength: 5 }).map((nodes) => nodes.join("")),
}));

const allFeatures: readonly RichTextFeature[] = [
  ...(["bold", "italic", "superscript", "code", "h2", "h3", "ul", "ol", "hr", "blockquote", "link"] as const),
];

/** What the law says of what was sent, stored and reported, for each thing that was sent. */
const expectLaw = (sent: Counts, stored: Counts, removals: readonly Removal[]): void => {
  const aliases: Record<string, string> = { strong: "b", em: "i" };
  const removed = new Map<string, number>();
  for (const { kind, name, text: value } of removals) {
    if (kind === "comment") continue;
    const what =
      kind === "link"
        ? `link ${value}`
        : kind === "attribute"
          ? `attribute ${name} ${value}`
          : `element ${aliases[name] ?? name}`;
    removed.set(what, (removed.get(what) ?? 0) + 1);
  }
  for (const [what, count] of removed) expect([what, count <= (sent.get(what) ?? 0)]).toEqual([what, true]);
  for (const [what, count] of sent) {
    const kept = count - (removed.get(what) ?? 0);
    // What is stored may have more: paragraphs around text, formatting that goes on in the next line.
    expect([what, kept]).toEqual([what, Math.min(count, stored.get(what) ?? 0)]);
  }
};

describe("as multisets, what was sent is what is stored and what is reported", () => {
  test("of a thousand pieces of HTML", () => {
    fc.assert(
      fc.property(html, fc.constantFrom(defaultFeatures, allFeatures), (sent, features) => {
        const result = sanitizeRichText(sent, features);
        if ("problem" in result) return;
        expectLaw(countsIn(sent), countsIn(result.html), removedFrom(sent, features));
      }),
      { numRuns: 700, seed: 20_261_122 },
    );
  });

  const inline = fc.constantFrom(
    ...[
      "low *water*",
      "**heron**",
      "`code`",
      "[a](https://a.example/)",
      "<u>raw</u>",
      "<b>raw</b>",
      "a\nb",
      "plain",
    ],
  );
  const line = fc.tuple(fc.constantFrom("", "# ", "## ", "- ", "1. ", "> ", "- > "), inline);
  const markdown = fc
    .array(line, { minLength: 1, maxLength: 6 })
    .map((lines) => lines.map(([start, content]) => start + content).join("\n\n"));

  test("of Markdown, whose raw HTML becomes text", () => {
    fc.assert(
      fc.property(markdown, (source) => {
        const converted = blocksFromMarkdown(source, defaultFeatures);
        if ("problems" in converted) return;
        const stored = converted.blocks.map(({ value }) => (typeof value === "string" ? value : "")).join("");
        const removed = removedFromMarkdown(source);
        const names = (name: string) => removed.filter((each) => each.name === name).length;
        const sent = (pattern: RegExp) => source.match(pattern)?.length ?? 0;
        expect(names("u")).toBe(sent(/<u>/g));
        expect(names("code")).toBe(sent(/`code`/g));
        expect(names("h1") + names("h2")).toBe(sent(/^(- )?(> )?#/gm));
        expect(names("blockquote")).toBe(sent(/> (?=\S)/g) - sent(/<\/?[ub]> /g));
        expect(names("b") + (countsIn(stored).get("element b") ?? 0)).toBe(sent(/\*\*heron|<b>/g));
        expect(names("em") + (countsIn(stored).get("element i") ?? 0)).toBe(sent(/\*water/g));
        for (const { line: at, name } of removed) {
          const there = source.split("\n")[(at ?? 0) - 1] ?? "";
          if (name === "u" || name === "code") expect(there).toContain(name);
        }
      }),
      { numRuns: 300, seed: 20_261_122 },
    );
  });
});
