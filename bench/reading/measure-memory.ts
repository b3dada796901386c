import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceProcess } from "#bench/processes/service.ts";
import { memoryOf, type ProcessMemory } from "#bench/processes/usage.ts";
import { budgetCell, grouped, type Table } from "#bench/report/table.ts";

/** Megabytes of service and engine together at rest, for sites of at most so many posts. */
const memoryBudgets = [
  { posts: 1_000, mb: 180 },
  { posts: 10_000, mb: 230 },
] as const;

/** How long after the last answer a service has given back what it does not need. */
const restMs = 4_000;

/** What service and engine hold after all of these requests, at once and at rest. */
export const measureMemory = async (posts: number, { pids, startMs }: ServiceProcess) => {
  const busy = memoryOfBoth(pids);
  await sleep(restMs);
  const resting = memoryOfBoth(pids);
  const budgetMb = memoryBudgets.find((budget) => posts <= budget.posts)?.mb ?? null;
  const row = (name: keyof typeof busy, budget: number | null = null) => [
    name,
    busy[name].peakMb.toFixed(0),
    busy[name].nowMb.toFixed(0),
    resting[name].nowMb.toFixed(0),
    budgetCell(resting[name].nowMb, budget),
  ];
  const table: Table = {
    title: `Memory at ${grouped(posts)} posts`,
    columns: ["process", "peak MB", "MB after the last answer", "MB at rest", "budget"],
    rows: [row("service"), row("engine"), row("together", budgetMb)],
    notes: [`Ready ${(startMs / 1000).toFixed(1)} s after it was started, without a snapshot to begin with.`],
  };
  return { table, data: { busy, resting, startMs } };
};

const memoryOfBoth = (pids: ServiceProcess["pids"]) => {
  const [service, engine] = pids.map(memoryOf) as [ProcessMemory, ProcessMemory];
  const together = { nowMb: service.nowMb + engine.nowMb, peakMb: service.peakMb + engine.peakMb };
  return { service, engine, together };
};
