import { expect, test } from "vitest";
import { publicTimes } from "../../../browser/admin/history/public-times.ts";

const entry = (at: string, kind: string, revision_id: number | null = null) => ({
  at,
  kind: `wagtail.${kind}`,
  revision_id,
});

test("a revision is public until the next one is, and the last one until now", () => {
  const log = [entry("5", "publish.scheduled", 9), entry("4", "edit", 9), entry("3", "publish", 7)];
  expect([...publicTimes(log)]).toEqual([
    [9, [{ from: "5", until: null }]],
    [7, [{ from: "3", until: "5" }]],
  ]);
});

test("what is unpublished or deleted is public no more, and may be again", () => {
  const log = [
    entry("6", "delete"),
    entry("5", "publish", 7),
    entry("4", "unpublish"),
    entry("3", "lock"),
    entry("2", "publish", 7),
  ];
  expect([...publicTimes(log)]).toEqual([
    [
      7,
      [
        { from: "5", until: "6" },
        { from: "2", until: "4" },
      ],
    ],
  ]);
});

test("a log without publications says nothing", () => {
  expect(publicTimes([entry("2", "unpublish"), entry("1", "create")]).size).toBe(0);
});
