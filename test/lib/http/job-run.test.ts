import { expect, test } from "vitest";
import { jobRun } from "#lib/http/log.ts";
import { captureLog } from "#test/support/captured-log.ts";

test("one step that fails does not delay the others, is logged, and fails the run at its end", async () => {
  using captured = captureLog();
  const run = jobRun("jobs/some");
  const lost = new Error("lost");
  await run.step({ id: 1 }, () => Promise.reject(lost));
  await run.step({ id: 2 }, async () => ({ outcome: "refused", reason: "why" }));
  expect(captured.lines).toEqual([
    { level: "error", job: "jobs/some", id: 1, outcome: "failed", reason: expect.stringContaining("lost") },
    { level: "error", job: "jobs/some", id: 2, outcome: "refused", reason: "why" },
  ]);
  expect(run.end).toThrow(expect.objectContaining({ errors: [lost] }));
});

test("a run without failures ends, and idle steps write nothing", async () => {
  using captured = captureLog();
  const run = jobRun("jobs/some");
  await run.step({}, async () => ({ outcome: "idle" }));
  run.end();
  expect(captured.lines).toEqual([]);
});
