import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { schedulePage } from "#lib/actions/pages/schedule-page.ts";
import { readPost } from "#lib/routes/editor-posts.ts";
import { listPages } from "#lib/routes/pages.ts";
import { LostDatabase, lookAtFilesBy } from "#lib/store/database-files.ts";
import { startJobs } from "#local/jobs.ts";
import { call } from "#test/support/call.ts";
import { storedFileKeys, useFiles } from "#test/support/files.ts";
import { createDraft, useWorld } from "#test/support/world.ts";

const world = useWorld();
useFiles();
const permit = () => {};

const isLive = async (id: number) => (await call(readPost, { as: "su", params: { id } })).body.live;

test("a draft that is approved while the service runs goes live by itself, and lists have it", async () => {
  const jobs = startJobs(20);
  try {
    const { id, slug } = await createDraft(world.notes);
    await schedulePage(id, { permit, publishAt: new Date(Date.now() + 300).toISOString() });
    expect(await isLive(id)).toBe(false);
    while (!(await isLive(id))) await pause(20);
    const { body } = await call(listPages, { query: { slug } });
    expect(body.results).toMatchObject([{ id }]);
  } finally {
    await jobs.stop();
  }
});

test("a snapshot of the catalog is stored as soon as the service runs", async () => {
  const jobs = startJobs();
  try {
    await expect.poll(storedFileKeys).toContainEqual(expect.stringMatching(/\/newest\.json$/));
  } finally {
    await jobs.stop();
  }
});

test("after the stop nothing is published any more", async () => {
  const jobs = startJobs(10);
  await jobs.stop();
  const { id } = await createDraft(world.notes);
  await schedulePage(id, { permit, publishAt: "2026-01-01T00:00:00Z" });
  await pause(100);
  expect(await isLive(id)).toBe(false);
});

test("jobs run at the start unless they are put off, and only those that follow writes when they are woken", async () => {
  const calls: string[] = [];
  const recorded = (name: string) => async () => void calls.push(name);
  const jobs = startJobs(60_000, [
    { job: recorded("usual"), intervalMs: 60_000 },
    { job: recorded("put off"), intervalMs: 60_000, isPutOff: true },
    { job: recorded("follows writes"), intervalMs: 60_000, followsWrites: true },
  ]);
  await expect.poll(() => calls).toEqual(["usual", "follows writes"]);
  jobs.wake();
  await expect.poll(() => calls).toEqual(["usual", "follows writes", "follows writes"]);
  await jobs.stop();
});

test("jobs rest while the files of the database are not there", async () => {
  const findLoss = vi.fn(() => new LostDatabase("The files are gone."));
  onTestFinished(lookAtFilesBy({ findLoss, findWarnings: () => [], findCause: async () => undefined }));
  const job = vi.fn(async () => {});
  const jobs = startJobs(60_000, [{ job, intervalMs: 60_000 }]);
  await expect.poll(() => findLoss).toHaveBeenCalled();
  await jobs.stop();
  expect(job).not.toHaveBeenCalled();
});
