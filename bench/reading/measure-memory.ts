import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceProcess } from "#bench/processes/service.ts";
import { memoryOf } from "#bench/processes/usage.ts";
import { budgetCell, grouped, type Table } from "#bench/report/table.ts";

/** Megabytes of the service at rest, before all requests and after them, for sites of at most so many posts. */
const memoryBudgets = [
  { posts: 1_000, startedMb: 100, restingMb: 180 },
  { posts: 10_000, startedMb: 120, restingMb: 230 },
] as const;

/** How long after its start, or the last answer, a service has given back what it does not need. */
const restMs = 4_000;

/** What the service holds at rest. */
export const restingMb = async ({ pids: [pid] }: ServiceProcess): Promise<number> => {
  await sleep(restMs);
  return memoryOf(pid).nowMb;
};

/** What the service holds after all requests, at once and at rest, beside what it held before them. */
export const measureMemory = async (posts: number, service: ServiceProcess, startedMb: number) => {
  const busy = memoryOf(service.pids[0]);
  const resting = await restingMb(service);
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
