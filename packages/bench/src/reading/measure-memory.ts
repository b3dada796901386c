import { setTimeout as sleep } from "node:timers/promises";
import type { ServedCorpus } from "#bench/processes/served-corpus.ts";
import { type ServiceProcess, startSite } from "#bench/processes/service.ts";
import { memoryOf, untilIdle } from "#bench/processes/usage.ts";
import { budgetCell, grouped, type Table } from "#bench/report/table.ts";
import type { RunOptions } from "#bench/result.ts";

/** Megabytes at rest, after a start and after all requests, for sites of at most so many posts. */
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

/** What a service held at most, after its last answer, and at rest. */
export interface MemoryFigures {
  readonly busy: ReturnType<typeof memoryOf>;
  readonly restingMb: number;
  readonly startMs: number;
}

/** What the service holds after all requests. */
export const measureMemory = async (run: RunOptions, service: ServiceProcess): Promise<MemoryFigures> => {
  const busy = memoryOf(service.pids[0]);
  return { busy, restingMb: await restingMb(service, run), startMs: service.startMs };
};

/** What a service holds at rest that begins with the snapshot of another, as all do but the first. */
export const measureRestart = async (run: RunOptions, { site, data }: ServedCorpus): Promise<number> => {
  await site.stop();
  const again = await startSite(data);
  return restingMb(again, run).finally(again.stop);
};

export const memoryTable = (
  posts: number,
  { busy, restingMb, startMs }: MemoryFigures,
  restartedMb: number,
): Table => {
  const budget = memoryBudgets.find((budget) => posts <= budget.posts);
  const row = (when: string, mb: number, budgetMb: number | null = null): readonly string[] => [
    when,
    mb.toFixed(0),
    budgetCell(mb, budgetMb),
  ];
  return {
    title: `Memory at ${grouped(posts)} posts`,
    columns: ["when", "MB", "budget"],
    rows: [
      row("at most", busy.peakMb),
      row("after the last answer", busy.nowMb),
      row("at rest, after all requests", restingMb, budget?.restingMb),
      row("at rest, started again", restartedMb, budget?.startedMb),
    ],
    notes: [`Ready ${(startMs / 1000).toFixed(1)} s after it was started, without a snapshot to begin with.`],
  };
};
