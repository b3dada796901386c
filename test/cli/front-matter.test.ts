import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseFrontMatter } from "#cli/publish/split-front-matter.ts";

const fieldsOf = (...lines: string[]) => {
  const parsed = parseFrontMatter(["---", ...lines, "---", ""].join("\n"));
  if ("problem" in parsed) throw new Error(parsed.problem.message);
  return Object.fromEntries(parsed.fields);
};

describe("front matter", () => {
  test.each([
    { name: "a plain text", yaml: "title: First ice", text: "First ice" },
    { name: "a quoted text with a colon", yaml: 'title: "Reed: a story"', text: "Reed: a story" },
    { name: "what looks like a date", yaml: "date: 2025-05-25", text: "2025-05-25" },
    { name: "what looks like a number", yaml: "title: 1.10", text: "1.10" },
    { name: "what looks like a boolean", yaml: "title: yes", text: "yes" },
    { name: "nothing after the colon", yaml: "summary:", text: "" },
    { name: "a comment", yaml: "title: a # b", text: "a" },
  ])("keeps $name as the text that it is", ({ yaml, text }) => {
    const [field] = Object.values(fieldsOf(yaml));
    expect(field).toEqual({ line: 2, text });
  });

  test("knows the line of every key and of every item of a list", () => {
    expect(
      fieldsOf("title: a", "tags:", "  - winter", "", "  - ice", "categories: [birds, weather]"),
    ).toEqual({
      title: { line: 2, text: "a" },
      tags: {
        line: 3,
        items: [
          { text: "winter", line: 4 },
          { text: "ice", line: 6 },
        ],
      },
      categories: {
        line: 7,
        items: [
          { text: "birds", line: 7 },
          { text: "weather", line: 7 },
        ],
      },
    });
  });

  test.each([
    { name: "a mapping of lists", yaml: "title: {a: [b]}" },
    { name: "a list in a list", yaml: "tags: [a, [b]]" },
    { name: "an alias", yaml: "title: *a" },
  ])("says of $name only where it stands", ({ yaml }) => {
    expect(Object.values(fieldsOf(yaml))).toEqual([{ line: 2 }]);
  });

  test("reads a mapping of texts", () => {
    expect(fieldsOf("build: {render: never}")).toEqual({
      build: { line: 2, entries: new Map([["render", "never"]]) },
    });
  });

  test.each([
    { name: "ends with line feeds", end: "\n" },
    { name: "ends with carriage returns", end: "\r\n" },
  ])("of a file whose lines $name is read, and the body left as it is", ({ end }) => {
    const file = ["---", "title: a", "summary:", "---", "", "One", "two", ""].join(end);
    expect(parseFrontMatter(file)).toEqual({
      fields: new Map([
        ["title", { line: 2, text: "a" }],
        ["summary", { line: 3, text: "" }],
      ]),
      body: ["", "One", "two", ""].join(end),
      bodyLine: 5,
    });
  });

  test("may follow a byte order mark, and its fences may end with blanks", () => {
    expect(parseFrontMatter("\uFEFF--- \ntitle: a\n---\t\nbody")).toMatchObject({
      body: "body",
      bodyLine: 4,
    });
  });

  test.each([
    { name: "an empty file", file: "", line: 1, message: /Expected front matter/ },
    { name: "a file without", file: "# Title\n", line: 1, message: /Expected front matter/ },
    { name: "one that does not end", file: "---\ntitle: a\n", line: 1, message: /Expected front matter/ },
    { name: "a list", file: "---\n- a\n---\n", line: 2, message: /consists of keys/ },
    { name: "a repeated key", file: "---\ntitle: a\ntitle: b\n---\n", line: 3, message: /must be unique/ },
    { name: "a colon without quotes", file: "---\na: 1\nb: x: y\n---\n", line: 3, message: /in quotes/ },
    { name: "an open bracket", file: "---\na: 1\ntags: [a\n---\n", line: 3, message: /must .*end with a \]/ },
    { name: "an unknown tag", file: "---\ntitle: !secret a\n---\n", line: 2, message: /Unresolved tag/ },
  ])("that is $name is a problem at its line", ({ file, line, message }) => {
    expect(parseFrontMatter(file)).toEqual({ problem: { line, message: expect.stringMatching(message) } });
  });

  test("gives back whatever title and body were written", () => {
    const wellFormed = fc.string({ unit: "grapheme" }).filter((text) => text.isWellFormed());
    fc.assert(
      fc.property(wellFormed, wellFormed, (title, body) => {
        const parsed = parseFrontMatter(`---\ntitle: ${JSON.stringify(title)}\n---\n${body}`);
        expect(parsed).toMatchObject({ body, bodyLine: 4 });
        expect("fields" in parsed && parsed.fields.get("title")?.text).toBe(title);
      }),
    );
  });

  test("is read, or its problem is at a line of the file, whatever the file", () => {
    const sign = fc.constantFrom(
      "---\n",
      "title: ",
      "- ",
      "? ",
      "&a ",
      "*a",
      "[",
      "{",
      "}",
      ",",
      "\t",
      "'",
      "!",
      "\n",
      ": ",
    );
    const file = fc
      .array(fc.oneof({ weight: 4, arbitrary: sign }, fc.string()))
      .map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(file, (yaml) => {
        const text = `---\n${yaml}\n---\n`;
        const parsed = parseFrontMatter(text);
        const places = "problem" in parsed ? [parsed.problem] : [...parsed.fields.values()];
        for (const { line } of places) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(text.split("\n").length);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("front matter in TOML", () => {
  const read = (...lines: string[]) => parseFrontMatter(["+++", ...lines, "+++", "Body", ""].join("\n"));

  test("is read as texts, lists and maps, each at the line of its key", () => {
    const matter = read(
      "title = 'First ice'",
      "date = 2026-01-12T17:40:00+01:00",
      "lastmod = 2026-01-13 08:00:00",
      "publishDate = 2026-01-12",
      "draft = false",
      'tags = ["winter", "ice"]',
      "weight = 3",
      "",
      "[params]",
      "title = 'Another'",
      "[[chapters]]",
      'start = "00:00"',
      "season = 1",
    );
    expect(matter).toEqual({
      fields: new Map<string, unknown>([
        ["title", { line: 2, text: "First ice" }],
        ["date", { line: 3, text: "2026-01-12T17:40:00.000+01:00" }],
        ["lastmod", { line: 4, text: "2026-01-13T08:00:00.000Z" }],
        ["publishDate", { line: 5, text: "2026-01-12" }],
        ["draft", { line: 6, text: "false" }],
        [
          "tags",
          {
            line: 7,
            items: [
              { text: "winter", line: 7 },
              { text: "ice", line: 7 },
            ],
          },
        ],
        ["weight", { line: 8, text: "3" }],
        ["params", { line: 10, entries: new Map([["title", "Another"]]) }],
        [
          "chapters",
          {
            line: 12,
            maps: [
              {
                line: 12,
                entries: new Map([
                  ["start", "00:00"],
                  ["season", "1"],
                ]),
              },
            ],
          },
        ],
      ]),
      body: "Body\n",
      bodyLine: 16,
    });
  });

  test.each([
    {
      name: "a key twice",
      lines: ["title = 'a'", "", "title = 'b'"],
      line: 4,
      message: /not TOML: .*title|redefin/i,
    },
    { name: "no value", lines: ["a = 1", "title ="], line: 3, message: /not TOML/ },
    { name: "YAML", lines: ["title: a"], line: 2, message: /not TOML/ },
    { name: "great depth", lines: [`a = ${"[".repeat(90_000)}`], line: 2, message: /not TOML/ },
  ])("with $name is a problem at its line", ({ lines, line, message }) => {
    expect(read(...lines)).toEqual({ problem: { line, message: expect.stringMatching(message) } });
  });
});

test.each([
  {
    name: "very long",
    file: `---\ntitle: ${"a".repeat(200_000)}\n---\n`,
    line: 1,
    message: /at most 200000/,
  },
  { name: "very deep", file: `---\na: ${"[".repeat(100_000)}\n---\n`, line: 2, message: /nested too deeply/ },
  {
    name: "made of aliases",
    file: `---\na: &a [x]\n${Array.from({ length: 200 }, (_, at) => `k${at}: [${"*a,".repeat(9)}*a]`).join("\n")}\ntitle: [\n---\n`,
    line: 203,
    message: /not YAML/,
  },
])("front matter that is $name is refused", ({ file, line, message }) => {
  expect(parseFrontMatter(file)).toEqual({ problem: { line, message: expect.stringMatching(message) } });
});

describe("what looks like something else than a text", () => {
  const textsOf = (file: string) => {
    const parsed = parseFrontMatter(file);
    if ("problem" in parsed) throw new Error(parsed.problem.message);
    return [...parsed.fields.values()].map(({ text, items }) => text ?? items?.map((item) => item.text));
  };

  test.each([
    ["1e999", "1e999"],
    ["1e3", "1e3"],
    ["007", "007"],
    ["2024", "2024"],
    ["0x1F", "0x1F"],
    ["12345678901234567890", "12345678901234567890"],
    [".inf", ".inf"],
    ["2024-01-01", "2024-01-01"],
    ["true", "true"],
    ["null", ""],
    ["~", ""],
    ["'null'", "null"],
    ["[2024, yes, 1e3, 1.10, ~]", ["2024", "yes", "1e3", "1.10", ""]],
  ])("in YAML is kept as it is written: %s", (written, text) => {
    expect(textsOf(`---\ntitle: ${written}\n---\n`)).toEqual([text]);
  });

  test.each([
    ["1e999", "1e999"],
    ["1e3", "1e3"],
    ["1.10 # a comment", "1.10"],
    ["+7", "+7"],
    ["1_000", "1_000"],
    ["0x1F", "0x1F"],
    ["-inf", "-inf"],
    ["2024-01-01", "2024-01-01"],
    ["true", "true"],
    ["[2024, 1.10, 1e999]", ["2024", "1.10", "1e999"]],
    ['[ # 1\n  "a, 2", \'b # 3\',\n  """c\n4""", 1e3,\n]', ["a, 2", "b # 3", "c\n4", "1e3"]],
  ])("in TOML is kept as it is written: %s", (written, text) => {
    expect(textsOf(`+++\ntitle = ${written}\n+++\n`)).toEqual([text]);
  });
});
