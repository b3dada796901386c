import type { Profiler } from "node:inspector";
import { describe, expect, test } from "vitest";
import type { LoadKind } from "#bench/load/kinds.ts";
import { causeOf } from "#bench/tails/causes.ts";
import { holdsIn } from "#bench/tails/holds.ts";
import { holdTable, tailTable } from "#bench/tails/tail-tables.ts";

const stackOf = (...files: readonly string[]) => files.map((file) => ({ name: "work", file }));

describe("the cause of a hold", () => {
  test.each([
    [
      "feeds",
      stackOf("lib/richtext/clean.ts", "lib/feed-renewal/feed-of-blog.ts", "functions/jobs/renew-feeds.ts"),
    ],
    [
      "bodies and rich text",
      stackOf("node_modules/htmlparser2/a.js", "lib/richtext/clean.ts", "lib/http/endpoint.ts"),
    ],
    ["the database", stackOf("lib/aws-signature.ts", "lib/catalog/following/follower.ts")],
    ["the database", stackOf("lib/store/sqlite/write-items.ts", "lib/actions/pages/save-draft.ts")],
    ["the index of words", stackOf("lib/search/words.ts", "lib/catalog/words/word-index.ts")],
    ["the rest of a request", stackOf("lib/http/endpoint.ts", "local/gateway.ts")],
    ["loading of modules", stackOf("node:internal/modules/esm/loader")],
    ["Node itself", stackOf("node:internal/http")],
    ["garbage collection", [{ name: "(garbage collector)", file: "" }, ...stackOf("lib/themes/element.ts")]],
    ["none: another program had the processor", [{ name: "(idle)", file: "" }]],
  ])("is %s", (cause, stack) => {
    expect(causeOf(stack)).toBe(cause);
  });
});

/** A profile with a sample in each millisecond, of the root's children by their places. */
const profileOf = (files: readonly string[], samples: readonly number[]): Profiler.Profile => {
  const frame = (functionName: string, url: string) => {
    return { functionName, scriptId: "0", url, lineNumber: 0, columnNumber: 0 };
  };
  const children = files.map((file, index) => {
    return { id: index + 2, callFrame: frame("work", `file:///project/${file}`) };
  });
  const root = { id: 1, callFrame: frame("(root)", ""), children: children.map(({ id }) => id) };
  return {
    nodes: [root, ...children],
    startTime: 0,
    endTime: samples.length * 1000,
    samples: samples.map((index) => index + 2),
    timeDeltas: samples.map(() => 1000),
  };
};

test("a hold has the cause of most of its time, and the file of most of that", () => {
  const files = ["lib/themes/element.ts", "lib/themes/page.ts", "lib/http/endpoint.ts"];
  const profile = profileOf(files, [2, 2, 0, 1, 1, 2, 1, 2, 2, 2, 0, 0, 2]);
  const spans = [
    { fromMs: 2, toMs: 7.5 },
    { fromMs: 8, toMs: 12.5 },
    { fromMs: 50, toMs: 60 },
  ];
  expect(holdsIn(profile, spans, "file:///project/")).toEqual([
    { cause: "pages in HTML", place: "lib/themes/page.ts", ms: 5.5 },
    { cause: "the rest of a request", place: "lib/http/endpoint.ts", ms: 4.5 },
    { cause: "Node itself", place: "", ms: 10 },
  ]);
});

test("holds are counted by cause and length, the cause of most time first", () => {
  const hold = (cause: string, ms: number) => ({ cause, place: "lib/log.ts", ms });
  const { rows } = holdTable(60, 1, [hold("feeds", 7), hold("catalog", 12), hold("catalog", 100)]);
  expect(rows).toEqual([
    ["catalog", "0", "1", "0", "0", "1", "100", "112", "lib/log.ts"],
    ["feeds", "1", "0", "0", "0", "0", "7", "7", "lib/log.ts"],
  ]);
});

test("only reads are judged by how much slower the slowest are", () => {
  const kind = (name: string, isWrite: boolean): LoadKind => {
    return { name, share: 1, ...(isWrite && { writes: true }), request: () => ({ path: "/" }) };
  };
  const answers = (...served: number[]) => ({ served, refused: [], problems: [] });
  const { rows } = tailTable(
    60,
    16,
    new Map([
      [kind("list", false), answers(1, 2, 10)],
      [kind("page", false), answers(1, 2, 11)],
      [kind("publish", true), answers(1, 20)],
      [kind("search", false), answers()],
    ]),
  );
  expect(rows.map((cells) => cells.join(" "))).toEqual([
    "list 3 2.0 10.0 5.0 ✓",
    "page 3 2.0 11.0 5.5 ✗",
    "publish 2 20.0 20.0 1.0",
    "search 0 – – –",
    "all reads 6 2.0 11.0 5.5 ✗",
  ]);
});
