import { afterEach, describe, expect, test, vi } from "vitest";
import { schedulePage } from "#lib/actions/pages/schedule-page.ts";
import { clock } from "#lib/clock.ts";
import { restoreFromBin } from "#lib/routes/editor-bin.ts";
import { deletePost } from "#lib/routes/editor-state.ts";
import { readUpload } from "#lib/routes/editor-uploads.ts";
import { listPages } from "#lib/routes/pages.ts";
import { usualJobs } from "#local/jobs.ts";
import { whileSteady } from "#local/steady-clock.ts";
import { call } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { useFiles } from "#test/support/files.ts";
import { begin } from "#test/support/uploads.ts";
import { verifyCatalog } from "#test/support/verify-catalog.ts";
import { createDraft, createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();
useFiles();

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const wall = vi.spyOn(clock, "nowMs");
const monotonic = vi.spyOn(clock, "monotonicMs");
vi.spyOn(clock, "now").mockImplementation(() => new Date(clock.nowMs()).toISOString());

afterEach(() => {
  wall.mockReset();
  monotonic.mockReset();
});

describe("a job that removes what expires", () => {
  const at = (wallMs: number, monotonicMs: number) => {
    wall.mockReturnValue(wallMs);
    monotonic.mockReturnValue(monotonicMs);
  };

  test.each([
    ["ahead", 365 * dayMs],
    ["back", -365 * dayMs],
  ])(
    "rests for a day after the clock has jumped %s, and after it has jumped to where it was",
    async (_, jump) => {
      at(0, 0);
      using log = captureLog();
      let runs = 0;
      const job = whileSteady()(async () => void runs++);
      const runsAt = async (wallMs: number, monotonicMs: number) => {
        at(wallMs, monotonicMs);
        const before = runs;
        await job(new AbortController().signal);
        return runs > before;
      };
      expect(await runsAt(30_000, 20_000)).toBe(true);
      expect(await runsAt(jump + hourMs, hourMs)).toBe(false);
      expect(log.lines.map(({ alarm }) => alarm)).toEqual([
        expect.stringContaining(`jumped by ${jump / hourMs} hours`),
      ]);
      expect(await runsAt(jump + 20 * hourMs, 20 * hourMs)).toBe(false);
      expect(await runsAt(21 * hourMs, 21 * hourMs)).toBe(false);
      expect(await runsAt(40 * hourMs, 40 * hourMs)).toBe(false);
      expect(await runsAt(46 * hourMs, 46 * hourMs)).toBe(true);
      expect(log.lines).toHaveLength(2);
    },
  );
});

test("a clock that jumps a year ahead, and back, takes nothing away: it publishes what is due by then", async () => {
  const permit = () => {};
  const [kept, due, live] = [
    await createLivePost(world.notes),
    await createDraft(world.notes),
    await createLivePost(world.notes),
  ];
  const upload = await begin(1_000);
  await schedulePage(due.id, { permit, publishAt: new Date(Date.now() + 30 * dayMs).toISOString() });
  await call(deletePost, { as: "ada", params: { id: kept.id } });
  const planned = usualJobs(1_000);
  const runAll = async () => {
    for (const { job } of planned) await job(new AbortController().signal);
  };
  const isListed = async (slug: string) =>
    (await call(listPages, { query: { slug } })).body.results.length === 1;
  await runAll();
  expect([await isListed(live.slug), await isListed(due.slug)]).toEqual([true, false]);
  wall.mockImplementation(() => Date.now() + 365 * dayMs);
  await runAll();
  expect([await isListed(live.slug), await isListed(due.slug)]).toEqual([true, true]);
  wall.mockReset();
  await runAll();
  expect([await isListed(live.slug), await isListed(due.slug)]).toEqual([true, true]);
  expect((await call(restoreFromBin, { as: "ada", params: { id: kept.id } })).status).toBe(200);
  expect((await call(readUpload, { as: "ada", params: { id: upload.id } })).status).toBe(200);
  expect(await isListed((await createLivePost(world.notes)).slug)).toBe(true);
  expect(await verifyCatalog()).toEqual([]);
});
