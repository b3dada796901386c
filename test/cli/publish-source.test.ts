import { describe, expect, test } from "vitest";
import { readPostSource } from "#cli/publish/source.ts";

const read = (file: string, ...lines: string[]) => readPostSource(file, lines.join("\n"));

const problemsOf = (...lines: string[]) => {
  const source = read("posts/2026-01-02-first-ice.md", ...lines);
  return "problems" in source ? source.problems.map(({ line, message }) => `${line}: ${message}`) : [];
};

describe("a file", () => {
  test("says a whole post, trimmed and without repeats", () => {
    const source = read(
      "posts/2026-01-02-a-note.md",
      "---",
      "title: ' First ice '",
      "slug: first-ice",
      "date: 2025-01-12T17:40:00+01:00",
      "tags: [winter, ice, winter]",
      "categories: [birds]",
      "summary: >",
      "  Three hard",
      "  nights.",
      "---",
      "",
      "Three nights.",
    );
    expect(source).toMatchObject({
      file: "posts/2026-01-02-a-note.md",
      post: {
        title: "First ice",
        slug: "first-ice",
        visible_date: "2025-01-12T16:40:00.000Z",
        tags: ["winter", "ice"],
        search_description: "Three hard nights.",
      },
      body: "\nThree nights.",
      bodyLine: 11,
      categories: [{ text: "birds", line: 6 }],
    });
  });

  test("that says a title only is a post without date, tags, categories and summary", () => {
    const source = read("a.md", "---", "title: A", "tags:", "---");
    expect(source).toMatchObject({
      post: { title: "A", tags: [], search_description: "" },
      body: "",
      categories: [],
    });
    expect("post" in source && source.post.visible_date).toBeUndefined();
  });

  test("dated by a day is dated at its beginning in UTC", () => {
    const source = read("a.md", "---", "title: A", "date: 2025-05-25", "---");
    expect(source).toMatchObject({ post: { visible_date: "2025-05-25T00:00:00.000Z" } });
  });

  test.each([
    { file: "posts/2025-01-12-first-ice.md", slug: "first-ice" },
    { file: "first_ice.markdown", slug: "first_ice" },
    { file: "./2025-01-12.md", slug: "2025-01-12" },
    { file: "2025-01-12-2025-in-numbers.md", slug: "2025-in-numbers" },
    { file: "日本語.md", slug: "日本語" },
  ])("named $file has the slug $slug when it says none", ({ file, slug }) => {
    expect(read(file, "---", "title: A", "---")).toMatchObject({ post: { slug } });
  });
});

describe("problems", () => {
  test("of a file are named all at once, each at its line", () => {
    expect(
      problemsOf(
        "---",
        "titel: First ice",
        "slug: first ice",
        "date: yesterday",
        "tags: {winter: ice}",
        "categories: {birds: 1}",
        "summary: {a: b}",
        "---",
        "",
        "One ![a](b.png)",
        "line.",
        "",
        "![c](https://d.png)",
      ),
    ).toEqual([
      "1: title: This field is required.",
      expect.stringMatching(/^3: slug: A slug consists of /),
      expect.stringMatching(/^4: date: A date and time /),
      "5: tags: Expected a list.",
      "6: categories: Expected a list.",
      "7: summary: Not a valid string.",
      "13: A file beside the text is required, not https://d.png.",
    ]);
  });

  test.each([
    { name: "a title that is too long", yaml: `title: ${"x".repeat(256)}`, problem: /^2: title: .* 255 / },
    { name: "an empty title", yaml: "title:", problem: /^2: title: .*blank/ },
    {
      name: "a tag that is too long",
      yaml: `title: a\ntags:\n- b\n- ${"x".repeat(101)}`,
      problem: /^5: tags: .* 100 /,
    },
    {
      name: "a date with a zone by name",
      yaml: "title: a\ndate: 2026-01-12 10:00:00 CET",
      problem: /^3: date: /,
    },
    { name: "a day that no calendar has", yaml: "title: a\ndate: 2025-02-30", problem: /^3: date: / },
    { name: "broken YAML", yaml: "title: a: b", problem: /^2: .* in quotes/ },
  ])("such as $name are those of the service, known without asking it", ({ yaml, problem }) => {
    expect(problemsOf("---", yaml, "---")).toEqual([expect.stringMatching(problem)]);
  });

  test("of a code block are said where the block begins", () => {
    const lines = ["---", "title: a", "---", "", "Text.", "", "[link]: /x", "", "More.", "", "```js", "```"];
    expect(problemsOf(...lines)).toEqual(["11: source: A non-empty string is required."]);
  });

  test("of a name that gives no slug are said of the file", () => {
    const source = read("first ice.md", "---", "title: a", "---");
    expect(source).toMatchObject({ problems: [{ line: 1, message: expect.stringMatching(/^slug: /) }] });
  });
});

describe("front matter of other programs", () => {
  test("is read with its names for keys, lists with commas, and keys that mean nothing as warnings", () => {
    const source = read(
      "a.md",
      "---",
      "title: A",
      "description: Cold.",
      "author: ada, bo",
      "tags: winter, ice,",
      "categories: birds",
      "aliases: [/2019/ice/]",
      "lastmod: 2026-01-01",
      "titel: B",
      "date: 2026-01-12 10:00:00 +0200",
      "---",
    );
    expect(source).toMatchObject({
      post: {
        ...{ search_description: "Cold.", authors: ["ada", "bo"], tags: ["winter", "ice"] },
        aliases: ["/2019/ice/"],
        visible_date: "2026-01-12T08:00:00.000Z",
      },
      categories: [{ text: "birds", line: 6 }],
      warnings: [
        {
          line: 9,
          message: "titel: unknown key; is it title?",
        },
      ],
    });
  });

  test("is refused where it says a thing twice, or something of episodes without an audio", () => {
    expect(problemsOf("---", "title: A", "Title: B", "cover: d.jpg", "season: 1", "---")).toEqual([
      "3: Title: this is said by title already.",
      "5: season: Only episodes have this; name their audio.",
    ]);
  });
});
