import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readText } from "#cli/publish/body/read-text.ts";
import { digestOfFile } from "#cli/publish/digest.ts";
import { optionalFields, optionalIn } from "#cli/publish/digest-text.ts";
import { chooseParent } from "#cli/publish/parent.ts";
import { changesTo, type PlannedPost, planPost, type StoredPost } from "#cli/publish/plan.ts";
import { readPostSource } from "#cli/publish/source.ts";
import { defaultFeatures } from "#lib/richtext/features.ts";
import { blocksFromMarkdown } from "#lib/richtext/markdown.ts";

const site = {
  name: "Test",
  categories: [
    { id: 4, slug: "birds", name: "Birds" },
    { id: 7, slug: "weather", name: "Weather" },
  ],
  rich_text_features: [...defaultFeatures],
};

const wantedFrom = (...lines: string[]): PlannedPost => {
  const source = readPostSource("a.md", lines.join("\n"));
  if ("problems" in source) throw new Error(JSON.stringify(source.problems));
  const wanted = planPost(source, site);
  if ("problems" in wanted) throw new Error(JSON.stringify(wanted.problems));
  return wanted;
};

const file = (keys: readonly string[], body = "One *line*.\n"): PlannedPost =>
  wantedFrom("---", "title: Ice", ...keys, "---", body);

const stored = {
  id: 9,
  type: "site.Post",
  title: "Ice",
  slug: "a",
  page_slug: "a",
  seo_title: "Set by hand",
  search_description: "Cold.",
  parent: { id: 3 },
  visible_date: "2025-01-12T16:40:00.000Z",
  tags: ["winter", "ice"],
  categories: [4, 7],
  cover_image: null,
  overview: [{ type: "paragraph", value: "<p>Set by hand.</p>" }],
  detail: [{ type: "paragraph", value: "<p>One <i>line</i>.</p>" }],
  latest_revision_id: 12,
  previous_revision_id: null,
  live: true,
  status: "live",
  preview_url: "",
  edit_url: "",
  api_url: "",
} as StoredPost;

const keys = [
  "date: 2025-01-12T16:40:00Z",
  "tags: [winter, ice]",
  "categories: [birds, weather]",
  "summary: Cold.",
];

const without = (key: string) => keys.filter((line) => !line.startsWith(key));

const paragraph = (value: string) => ({ type: "paragraph", value });

describe("a stored post", () => {
  test.each([
    { name: "all is the same", wanted: file(keys) },
    { name: "the order of tags differs", wanted: file([...without("tags"), "tags: [ice, winter]"]) },
    {
      name: "the order of categories differs",
      wanted: file([...without("categories"), "categories: [weather, birds]"]),
    },
    {
      name: "the date is written in another zone",
      wanted: file([...without("date"), "date: 2025-01-12T17:40:00+01:00"]),
    },
    { name: "the file has no date", wanted: file(without("date")) },
    { name: "the Markdown is written differently", wanted: file(keys, "\n\nOne\n_line_.") },
  ])("is as the file wants it when $name", ({ wanted }) => {
    expect(changesTo(stored, wanted)).toEqual({});
  });

  test.each([
    {
      name: "the title",
      wanted: wantedFrom("---", "title: Thaw", ...keys, "---", "One *line*."),
      changes: { title: "Thaw" },
    },
    {
      name: "the date",
      wanted: file([...without("date"), "date: 2025-01-13"]),
      changes: { visible_date: "2025-01-13T00:00:00.000Z" },
    },
    { name: "the tags, which the file no longer has", wanted: file(without("tags")), changes: { tags: [] } },
    {
      name: "the categories",
      wanted: file([...without("categories"), "categories: [birds]"]),
      changes: { categories: [4] },
    },
    { name: "the summary", wanted: file(without("summary")), changes: { search_description: "" } },
    {
      name: "the body",
      wanted: file(keys, "Two lines."),
      changes: { detail: [paragraph("<p>Two lines.</p>")] },
    },
    {
      name: "the code in the body",
      wanted: file(keys, "One *line*.\n\n    code"),
      changes: {
        detail: [
          paragraph("<p>One <i>line</i>.</p>"),
          { type: "code", value: { language: "text", source: "code" } },
        ],
      },
    },
  ])("differs in $name, and in nothing else", ({ wanted, changes }) => {
    expect(changesTo(stored, wanted)).toEqual(changes);
  });
});

test("a digest is the same as before the blocks of the text were sent instead of its Markdown", () => {
  const text =
    "\n# Head\n\nSome *text* with a [link](/x/).\n\n- one\n- two\n\n```js\nlet a;\n```\n\n> Last.\n";
  const planned = wantedFrom(
    "---",
    "title: Ice",
    "date: 2026-01-02",
    "tags: [b, a]",
    "categories: [birds]",
    "authors: ada",
    "summary: Cold.",
    "---",
    text,
  );
  expect(digestOfFile(planned)).toEqual({ content: "zKccJ2Y-9h3yNPCKYX7Z4w", slug: "rI2DQruy", optional: 3 });
});

describe("a file in the terms of a service", () => {
  test("may only name categories that there are", () => {
    const source = readPostSource(
      "a.md",
      "---\ntitle: a\ncategories:\n  - birds\n  - birds\n  - fish\n  - cats\n---\n",
    );
    if ("problems" in source) throw new Error();
    expect(planPost(source, site)).toEqual({
      problems: [
        { line: 6, message: 'categories: There is no "fish"; there are birds, weather.' },
        { line: 7, message: 'categories: There is no "cats"; there are birds, weather.' },
      ],
    });
  });

  test("cannot be judged when the service knows rich text that this program does not", () => {
    const source = readPostSource("a.md", "---\ntitle: a\n---\n");
    if ("problems" in source) throw new Error();
    const newer = { ...site, rich_text_features: ["hologram"] };
    expect(() => planPost(source, newer)).toThrow(/newer than this program.*hologram/);
  });

  test("has the blocks that the service makes of the Markdown, on lines one below the other", () => {
    const pieces = [
      "text\n",
      "\n",
      "```\ncode\n```\n",
      "    code\n",
      "[a]: /b\n",
      "# h\n",
      "- item\n",
      "> quote\n",
      "---\n",
    ];
    const markdown = fc.array(fc.constantFrom(...pieces)).map((lines) => lines.join(""));
    fc.assert(
      fc.property(markdown, (text) => {
        const { detail } = readText(text, 5, { features: defaultFeatures });
        expect({ blocks: detail.map(({ block }) => block([])) }).toEqual(
          blocksFromMarkdown(text, defaultFeatures),
        );
        const lines = detail.map(({ line }) => line);
        expect(lines).toEqual([...new Set(lines)].sort((one, other) => one - other));
      }),
    );
  });
});

describe("the blog", () => {
  const notes = { id: 3, title: "Notes", type: "site.Blog", api_url: "", path: "/home/notes" } as const;
  const diary = { ...notes, id: 5, title: "Diary", path: "/home/diary" };
  const calls = { ...notes, id: 4, title: "Calls", type: "site.Podcast", path: "/home/calls" } as const;

  test.each([
    { name: "the only one", parents: [notes], path: undefined, id: 3 },
    { name: "the only one, podcasts aside", parents: [notes, calls], path: undefined, id: 3 },
    { name: "the one that is named", parents: [notes, diary], path: "/home/diary", id: 5 },
    { name: "the one that is named with other slashes", parents: [notes, diary], path: "home/diary/", id: 5 },
    { name: "the podcast that is named", parents: [notes, calls], path: "/home/calls", id: 4 },
  ])("is $name", ({ parents, path, id }) => {
    expect(chooseParent(parents, path).id).toBe(id);
  });

  test.each([
    {
      name: "several",
      parents: [notes, diary],
      path: undefined,
      choices: "--parent /home/notes or /home/diary",
    },
    { name: "podcasts only", parents: [calls], path: undefined, choices: "--parent /home/calls" },
    { name: "others than the named", parents: [notes], path: "/home/nots", choices: "--parent /home/notes" },
    { name: "none", parents: [], path: undefined, choices: "may not add posts to any blog" },
  ])("is asked for when there are $name", ({ parents, path, choices }) => {
    expect(() => chooseParent(parents, path)).toThrow(choices);
  });
});

test("each field that a file may leave out has a bit of its own in digests", () => {
  const names = optionalFields(-1);
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) expect(optionalFields(optionalIn({ [name]: 1 }))).toEqual([name]);
});
