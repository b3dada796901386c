import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceProcess } from "#bench/processes/service.ts";
import { memoryOf, untilIdle } from "#bench/processes/usage.ts";
import { budgetCell, grouped, type Table } from "#bench/report/table.ts";
import type { RunOptions } from "#bench/result.ts";

/** Megabytes at rest, before all requests and after them, for sites of at most so many posts. */
const memoryBudgets = [
  { posts: 1_000, startedMb: 100, restingMb: 180 },
  { posts: 10_000, startedMb: 120, restingMb: 230 },
] as const;

/** How long after its start, or the last answer, a service has given back what it does not need. */
const restMs = 15_000;

/** What the processes of a service hold at rest. A short run does not wait for it. */
export const restingMb = async ({ pids }: ServiceProcess, { seconds }: RunOptions): Promise<number> => {
  if (seconds >= 1) {
    await untilIdle(pids);
    await sleep(restMs);
  }
  return pids.reduce((sum, pid) => sum + memoryOf(pid).nowMb, 0);
};

/** What the service holds after all requests, at once and at rest, beside what it held before them. */
export const measureMemory = async (
  posts: number,
  run: RunOptions,
  service: ServiceProcess,
  startedMb: number,
) => {
  const busy = memoryOf(service.pids[0]);
  const resting = await restingMb(service, run);
  const budget = memoryBudgets.find((budget) => posts <= budget.posts);
  const row = (when: string, mb: number, budgetMb: number | null = null): readonly string[] => [
    when,
    mb.toFixed(0),
    budgetCell(mb, budgetMb),
  ];
  const table: Table = {
    title: `Memory at ${grouped(posts)} posts`,
    columns: ["when", "MB", "budget"],
    rows: [
      row("at rest, before all requests", startedMb, budget?.startedMb),
      row("at most", busy.peakMb),
      row("after the last answer", busy.nowMb),
      row("at rest, after all requests", resting, budget?.restingMb),
    ],
    notes: [
      `Ready ${(service.startMs / 1000).toFixed(1)} s after it was started, without a snapshot to begin with.`,
    ],
  };
  return { table, data: { startedMb, busy, restingMb: resting, startMs: service.startMs } };
};
