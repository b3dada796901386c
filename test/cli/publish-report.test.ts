import { describe, expect, test } from "vitest";
import { noteOn } from "#cli/publish/notes.ts";
import { shown } from "#cli/publish/plan-report.ts";
import { progressOn } from "#cli/publish/progress.ts";
import { type FileResult, reportOn } from "#cli/publish/report.ts";

const results: readonly FileResult[] = [
  {
    ...{ file: "posts/a.md", outcome: "published", id: 4, url: "/notes/a/", revision: 9, errors: [] },
    removed: [{ line: 7, message: "The formatting h2 is not kept: New" }],
  },
  { file: "posts/b.md", outcome: "draft_saved", id: 5, url: null, revision: 10, removed: [], errors: [] },
  {
    file: "posts/c.md",
    outcome: "failed",
    id: null,
    url: null,
    revision: null,
    removed: [],
    errors: [
      { line: 2, message: "title: Too long." },
      { line: 5, message: "tags: Blank." },
    ],
  },
  { file: "posts/d.md", outcome: "skipped", id: null, url: null, revision: null, removed: [], errors: [] },
];

const feeds = [
  { title: "Notes (RSS)", url: "https://notes.example/_feeds/3/posts.rss", type: "application/rss+xml" },
];

/** What a report of the results prints, with a terminal or without. */
const printed = (json: boolean, isTTY: boolean) => {
  const out: string[] = [];
  const err: string[] = [];
  const stdout = { write: (text: string) => out.push(text) };
  const stderr = { isTTY, columns: 20, write: (text: string) => err.push(text) };
  const report = reportOn({ stdout, stderr, progress: progressOn(stderr), json, addressWidth: 10 });
  for (const result of results) {
    report.working(`1/4  ${result.file}`);
    report.finished(result);
  }
  report.end(feeds);
  return { stdout: out.join(""), stderr: err.join("") };
};

describe("a report", () => {
  test("has a line for each file that was tried, a line for each loss, error and feed, and the counts", () => {
    expect(printed(false, false)).toEqual({
      stdout: [
        "published    /notes/a/   posts/a.md",
        "draft saved              posts/b.md",
        "failed                   posts/c.md",
        "feed         https://notes.example/_feeds/3/posts.rss",
        "4 files: 1 published, 1 draft saved, 1 failed, 1 skipped",
        "",
      ].join("\n"),
      stderr: [
        "posts/a.md:7: The formatting h2 is not kept: New",
        "posts/c.md:2: title: Too long.",
        "posts/c.md:5: tags: Blank.",
        "",
      ].join("\n"),
    });
  });

  test("as JSON is one document, and nothing else", () => {
    const { stdout, stderr } = printed(true, false);
    const counts = {
      published: 1,
      updated: 0,
      renamed: 0,
      scheduled: 0,
      draft_saved: 1,
      unpublished: 0,
      unchanged: 0,
      conflict: 0,
      failed: 1,
      skipped: 1,
    };
    expect(JSON.parse(stdout)).toEqual({ results, counts, feeds });
    expect(stderr).toBe("");
  });
});

describe("progress", () => {
  test("is one line that is overwritten, cut at the terminal's width, and removed at the end", () => {
    const { stderr } = printed(true, true);
    const lines = stderr.split("\r\x1b[2K");
    expect(lines).toEqual([
      "",
      "1/4  posts/a.md",
      "1/4  posts/b.md",
      "1/4  posts/c.md",
      "1/4  posts/d.md",
      "",
    ]);
    const written: string[] = [];
    progressOn({ isTTY: true, columns: 8, write: (text) => written.push(text) }).show("0123456789");
    expect(written).toEqual(["\r\x1b[2K0123456"]);
  });
});

test("an error is an annotation of GitHub Actions, whatever is in the file's name and in the message", () => {
  const error = { line: 3, message: "50 %\nof it" };
  expect(noteOn("error", "a,b:c.md", error, true)).toBe("::error file=a%2Cb%3Ac.md,line=3::50 %25%0Aof it\n");
});

test("what files say is printed without escape sequences, and a fault outside of GitHub as one line", () => {
  const error = { line: 3, message: 'There is no "\u001b[2J\nx\u202e".' };
  expect(noteOn("error", "a.md", error, false)).toBe('a.md:3: There is no "\\u001b[2J x\\u202e".\n');
  expect(noteOn("error", "a.md", error, true)).toBe(
    '::error file=a.md,line=3::There is no "\\u001b[2J%0Ax\\u202e".\n',
  );
  expect(shown("\u009b2J")).toBe('"\\u009b2J"');
});
