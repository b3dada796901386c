import { expect, test } from "vitest";
import { allowedActs, type HeldPage, holdsOf } from "../../browser/admin/locks/standing.ts";

const free: HeldPage = { locked: false, locked_by: null, workflow: null, scheduled_for: null };
const unknown = { by: null, since: null };
const workflow = (state: string) => ({ name: "Review", task: "Reading", state });

test("a page that nothing holds has no holds, whatever its log says", () => {
  expect(holdsOf(free, [{ at: "1", user: "ada", kind: "wagtail.lock" }], "ada")).toEqual([]);
});

test.each([
  ["one's own", "ada", { kind: "own lock" }],
  ["somebody's", "bo", { kind: "lock", owner: "bo" }],
  ["nobody's", null, { kind: "lock of nobody" }],
] as const)("a lock is %s", (_, locked_by, hold) => {
  expect(holdsOf({ ...free, locked: true, locked_by }, [], "ada")).toEqual([{ ...hold, ...unknown }]);
});

test("who has done it and when is what the log says last", () => {
  const log = [
    { at: "9", user: "ada", kind: "wagtail.edit" },
    { at: "8", user: "bo", kind: "wagtail.workflow.resume" },
    { at: "7", user: "ada", kind: "wagtail.workflow.reject" },
    { at: "6", user: "cy", kind: "wagtail.workflow.start" },
  ];
  const page = (state: string) => ({ ...free, workflow: workflow(state) });
  expect(holdsOf(page("in_progress"), log, "ada")).toEqual([
    { kind: "review", workflow: "Review", task: "Reading", by: "bo", since: "8" },
  ]);
  expect(holdsOf(page("needs_changes"), log, "ada")).toEqual([
    { kind: "changes", workflow: "Review", task: "Reading", by: "ada", since: "7" },
  ]);
});

test("several things hold a page at once", () => {
  const page = {
    locked: true,
    locked_by: null,
    workflow: workflow("in_progress"),
    scheduled_for: "2090-01-01T00:00:00Z",
  };
  expect(holdsOf(page, [], "ada").map(({ kind }) => kind)).toEqual(["schedule", "lock of nobody", "review"]);
});

test("only steps that the service allows are offered", () => {
  const review = { kind: "review", workflow: "Review", task: "Reading", ...unknown } as const;
  expect(allowedActs(review, { approve: true, request_changes: true, unlock: true })).toEqual([
    "approve",
    "request_changes",
  ]);
  expect(allowedActs(review, {})).toEqual([]);
  expect(allowedActs({ kind: "own lock", ...unknown }, { unlock: true })).toEqual(["unlock"]);
});
