// Proves contract rules: code-colours.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Section } from "#lib/blocks/sections.ts";
import { articleHtml } from "#lib/themes/article-html.ts";
import { codeHighlighter, codeLanguage, codeLanguages } from "#lib/themes/highlight-code.ts";
import type { CodePart } from "#lib/themes/theme.ts";
import { readingOf } from "./reading.ts";

const bodyWith = (...blocks: readonly { language: string; source: string }[]): Section[] => [
  { type: "detail", value: blocks.map((value) => ({ type: "code", value })) },
];

const partsOf = async (language: string, source: string): Promise<readonly CodePart[] | null> =>
  (await codeHighlighter(bodyWith({ language, source })))?.(language, source) ?? null;

/** Short and with something of every colour, where the language has it. */
const samples = {
  python: "# Count\ndef total(rows: list[int]) -> int:\n    return sum(rows) + 1 if rows else None\n",
  typescript: 'import { x } from "./x.ts"; // why\nexport const y = `a` + x(1);\n',
  bash: 'for f in *.csv; do\n  echo "$f" # each\ndone\n',
  sql: "SELECT count(*) FROM birds WHERE name = 'wren' -- all\n",
  yaml: "title: Marsh # here\nitems:\n  - 12\n",
  diff: "@@ -1 +1 @@\n-old\n+new\n",
  xml: '<p class="a">A &amp; B<script>var x = 1;</script><style>p { color: red }</style></p>\n',
} as const;

describe("the parts of code", () => {
  test.each(Object.entries(samples))(
    "of %s are its text, and some have a colour",
    async (language, source) => {
      const parts = (await partsOf(language, source)) ?? [];
      expect(parts.map(({ text }) => text).join("")).toBe(source);
      expect(new Set(parts.map(({ kind }) => kind)).size).toBeGreaterThan(1);
    },
  );

  test("have the kind of what they are, without neighbours of the same kind", async () => {
    expect(await partsOf("python", "def f(a): # b\n    return 'c<d' + 1\n")).toEqual([
      { text: "def", kind: "keyword" },
      { text: " ", kind: null },
      { text: "f", kind: "name" },
      { text: "(a): ", kind: null },
      { text: "# b", kind: "comment" },
      { text: "\n    ", kind: null },
      { text: "return", kind: "keyword" },
      { text: " ", kind: null },
      { text: "'c<d'", kind: "string" },
      { text: " + ", kind: null },
      { text: "1", kind: "number" },
      { text: "\n", kind: null },
    ]);
  });

  test("do not depend on the code that was shown before", async () => {
    const source = '<style>p { color: "red" }</style><?php echo 1; ?>';
    const before = await partsOf("html", source);
    await partsOf("php", "<?php echo 1; ?>");
    await partsOf("css", "p { color: red }");
    expect(await partsOf("html", source)).toEqual(before);
  });

  test("are none where a page has more than 6,000 characters of code, or a line has more than 200", async () => {
    const source = "x = 1\n".repeat(600);
    const parts = await codeHighlighter(bodyWith({ language: "python", source }));
    expect([parts?.("python", source), parts?.("python", source)]).toEqual([expect.any(Array), null]);
    expect(parts?.("python", "x = 1\n")).toEqual(expect.any(Array));
    expect(await partsOf("python", `x = "${"y".repeat(194)}"`)).toEqual(expect.any(Array));
    expect(await partsOf("python", `x = "${"y".repeat(195)}"`)).toBeNull();
  });

  test.each([
    ["javascript", "'<a", "\n"],
    ["ruby", "'a", "\n"],
    ["ruby", "'a", " \n"],
    ["c", "a", "\t\r\n"],
  ])("of %s are none after %j with more than 200 blanks", async (language, start, blank) => {
    const blanks = (count: number) => blank.repeat(count).slice(0, count);
    expect(await partsOf(language, `${start}${blanks(200)}x`)).toEqual(expect.any(Array));
    expect(await partsOf(language, `${start}${blanks(201)}x`)).toBeNull();
  });

  const anyCode = fc.stringMatching(/^(?:[\w\s<>&"'`#$@!?:;,.*/\\(){}[\]=+-]|é|👍){0,200}$/u);

  test.each(codeLanguages)("of %s are its text, whatever it is", async (language) => {
    const parts = (await codeHighlighter(bodyWith({ language, source: "" })))!;
    fc.assert(
      fc.property(anyCode, (source) => {
        const found = parts(language, source);
        if (found) expect(found.map(({ text }) => text).join("")).toBe(source);
      }),
      { numRuns: 40 },
    );
  });
});

describe("the language of code", () => {
  test.each([
    ["py", "python"],
    ["Python", "python"],
    ["html", "xml"],
    ["ts twoslash", "typescript"],
    ["js{1,3}", "javascript"],
    ["text", undefined],
    ["", undefined],
    ["constructor", undefined],
    ["brainfuck", undefined],
  ])("%j is %s", (written, language) => {
    expect(codeLanguage(written)).toBe(language);
  });

  test("a body without code in a known language has no colours", async () => {
    expect(await codeHighlighter(bodyWith({ language: "text", source: "x" }))).toBeUndefined();
    expect(
      await codeHighlighter([{ type: "appendix", value: bodyWith({ language: "c", source: "" }) }]),
    ).toBe(undefined);
    const odd = [null, 7, "c", {}, { language: 7 }].map((value) => ({ type: "code", value }));
    expect(await codeHighlighter([{ type: "detail", value: odd }])).toBeUndefined();
  });
});

test("a page shows the parts of code as elements with classes, and escapes their texts", async () => {
  const block = { language: "py", source: "x = '</code>'" };
  const body = bodyWith(block);
  const html = articleHtml(
    { body, sections: ["detail"] },
    readingOf([], { codeParts: await codeHighlighter(body) }),
  );
  expect(html).toContain(
    `<figcaption>py</figcaption><pre tabindex="0"><code class="language-py">` +
      `x = <span class="string">'&lt;/code>'</span></code></pre>`,
  );
});
