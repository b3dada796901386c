import fc from "fast-check";
import { expect, test } from "vitest";
import { parseFrontMatter } from "#cli/publish/split-front-matter.ts";
import { editedJson } from "#cli/pull/json-edits.ts";
import type { MatterChange } from "#cli/pull/matter-change.ts";
import { editedToml } from "#cli/pull/toml-edits.ts";
import { editedYaml } from "#cli/pull/yaml-edits.ts";

const yaml = `# The head
title: "First ice"   # in quotes
author: Ada
tags: [winter, 'ice', a-b]   # three
categories:
  - notes   # the first
  - ice
  # the last

summary: >-
  Three hard
  nights.
slug:
Custom: {a: 1}
# The end
`;

test.each<[string, MatterChange, string, string]>([
  [
    "a text keeps its quotes and its comment",
    { key: "title", value: 'A "new" one' },
    '"First ice"',
    '"A \\"new\\" one"',
  ],
  ["a plain text stays plain", { key: "author", value: ["Bo"] }, "author: Ada", "author: Bo"],
  ["a text can be a list", { key: "author", value: ["ada", "bo"] }, "author: Ada", "author: ada, bo"],
  [
    "members of a list stay as they are written",
    { key: "tags", value: ["ice", "new, one"] },
    "[winter, 'ice', a-b]",
    "['ice', \"new, one\"]",
  ],
  ["a line of a list goes", { key: "categories", value: ["ice"] }, "  - notes   # the first\n", ""],
  [
    "a line of a list comes",
    { key: "categories", value: ["notes", "ice", "thaw"] },
    "  - ice\n",
    "  - ice\n  - thaw\n",
  ],
  [
    "a folded text becomes one line",
    { key: "summary", value: "Two: nights" },
    ">-\n  Three hard\n  nights.\n",
    '"Two: nights"\n',
  ],
  ["a key without a value gets one", { key: "slug", value: "ice" }, "slug:\n", "slug: ice\n"],
  [
    "a key goes with its lines",
    { key: "categories", value: undefined },
    "categories:\n  - notes   # the first\n  - ice\n",
    "",
  ],
  [
    "a new key stands at the end",
    { key: "cover", value: "media/1-a.jpg" },
    "# The end\n",
    "# The end\ncover: media/1-a.jpg\n",
  ],
  [
    "a new list stands in brackets",
    { key: "aliases", value: ["/a/", "/b, c/"] },
    "# The end\n",
    '# The end\naliases: [/a/, "/b, c/"]\n',
  ],
])("in YAML, %s", (_, change, from, to) => {
  expect(yaml).toContain(from);
  expect(editedYaml(yaml, [change])).toBe(yaml.replace(from, () => to));
  const windows = (text: string) => text.replaceAll("\n", "\r\n");
  expect(editedYaml(windows(yaml), [change])).toBe(windows(yaml.replace(from, () => to)));
});

const toml = `# The head
title = "First ice"   # in quotes
date = 2026-01-12
tags = [
  'winter',   # the first
  'ice',
]
summary = """
Three #hard
nights."""

[params]
title = "Another"
`;

test.each<[string, MatterChange, string, string]>([
  [
    "a text keeps its comment",
    { key: "title", value: 'A "new" # one' },
    '"First ice"',
    '"A \\"new\\" # one"',
  ],
  ["a date stays without quotes", { key: "date", value: "2026-01-13" }, "2026-01-12", "2026-01-13"],
  [
    "a list is replaced",
    { key: "tags", value: ["ice"] },
    "[\n  'winter',   # the first\n  'ice',\n]",
    "['ice']",
  ],
  [
    "a text of several lines is replaced",
    { key: "summary", value: "Two" },
    '"""\nThree #hard\nnights."""',
    '"Two"',
  ],
  [
    "a key goes with its lines",
    { key: "tags", value: undefined },
    "tags = [\n  'winter',   # the first\n  'ice',\n]\n",
    "",
  ],
  [
    "a new key stands above the tables",
    { key: "cover", value: "a.jpg" },
    'nights."""\n',
    'nights."""\ncover = "a.jpg"\n',
  ],
])("in TOML, %s", (_, change, from, to) => {
  expect(toml).toContain(from);
  expect(editedToml(toml, [change])).toBe(toml.replace(from, () => to));
});

const texts = fc.array(fc.string({ minLength: 1, maxLength: 12, unit: "grapheme-ascii" }), {
  minLength: 1,
  maxLength: 4,
});
const anyText = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() !== "");

test.each([
  ["YAML", "---", yaml, editedYaml],
  ["TOML", "+++", toml, editedToml],
])(
  "whatever a text or list says, it is read back from %s, and other keys are as they were",
  (_, mark, matter, edited) => {
    const read = (text: string) => {
      const parsed = parseFrontMatter(`${mark}\n${text}${mark}\n`);
      if ("problem" in parsed) throw new Error(`${parsed.problem.message}\n${text}`);
      return new Map([...parsed.fields].map(([key, { line: _line, ...field }]) => [key, field]));
    };
    const before = read(matter);
    fc.assert(
      fc.property(fc.constantFrom("title", "summary", "fresh"), anyText, texts, (key, text, list) => {
        const unique = [...new Set(list)];
        const after = read(
          edited(matter, [
            { key, value: text },
            { key: "tags", value: unique },
          ]),
        );
        expect(after.get(key)).toMatchObject({ text });
        expect(after.get("tags")?.items?.map((item) => item.text)).toEqual(unique);
        for (const [name, field] of before)
          if (name !== key && name !== "tags")
            expect(JSON.stringify(after.get(name)?.text)).toBe(JSON.stringify(field.text));
      }),
    );
  },
);

const json = '{\n  "title": "First ice",\n  "tags": ["a",  "b"],\n  "n": 1\n}\n';

test.each<[string, MatterChange, string, string]>([
  ["a text is replaced", { key: "title", value: 'A "new" one' }, '"First ice"', '"A \\"new\\" one"'],
  ["a list is replaced", { key: "tags", value: ["b"] }, '["a",  "b"]', '["b"]'],
  ["a key goes", { key: "tags", value: undefined }, '"tags": ["a",  "b"],\n  ', ""],
  ["the last key goes", { key: "n", value: undefined }, ',\n  "n": 1', ""],
  ["a new key stands at the end", { key: "cover", value: "a.jpg" }, '"n": 1', '"n": 1,\n  "cover": "a.jpg"'],
])("in JSON, %s", (_, change, from, to) => {
  expect(json).toContain(from);
  expect(editedJson(json, [change])).toBe(json.replace(from, () => to));
});
