import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceProcess } from "#bench/processes/service.ts";
import { memoryOf, type ProcessMemory } from "#bench/processes/usage.ts";
import { type Figures, spreadCell } from "#bench/report/figures.ts";
import { budgetCell, grouped, type Table } from "#bench/report/table.ts";
import { type Freshness, readers } from "./check-freshness.ts";
import type { Row } from "./measure-requests.ts";

const columns = [
  "request",
  "c=1: req/s",
  "p50 ms",
  "p99 ms",
  "CPU ms",
  "budget",
  "× bare",
  "× signed",
  "c=16: req/s",
  "p50 ms",
  "p99 ms",
  "CPU ms",
];

export const requestTable = (posts: number, rows: readonly Row[]): Table => ({
  title: `Reading at ${grouped(posts)} posts`,
  columns,
  rows: rows.map(cellsOf),
  notes: [],
});

const cellsOf = ({ name, oneAtATime, sixteenAtATime, timesLimits, budget }: Row): string[] => [
  name,
  ...figureCells(oneAtATime, sixteenAtATime !== null),
  budgetCell(oneAtATime.cpuMs.median, budget.cpuMs),
  timesLimits.bare.median.toFixed(1),
  timesLimits.signed.median.toFixed(1),
  ...(sixteenAtATime ? figureCells(sixteenAtATime, true) : ["–", "–", "–", "–"]),
];

/** Of requests to DynamoDB that wait for one another; a read should wait for one only. */
const readDepth = 1;

export const countTable = (posts: number, rows: readonly Row[]): Table => ({
  title: `What reading asks of DynamoDB at ${grouped(posts)} posts`,
  columns: ["request", "requests", "depth", "units", "bytes"],
  rows: rows.map(({ name, counted, budget }) => [
    name,
    `${counted.requests}/${budget.requests}`,
    `${counted.depth}/${Math.min(readDepth, budget.requests)}`,
    `${counted.readUnits}/${budget.readUnits}`,
    grouped(counted.bytes),
  ]),
  notes: [],
});

/** If something changes before each request, the rate would mean nothing. */
const figureCells = ({ requestsPerSecond, p50Ms, p99Ms, cpuMs }: Figures, isSteady: boolean): string[] => [
  isSteady ? requestsPerSecond.median.toFixed(0) : "–",
  p50Ms.toFixed(2),
  p99Ms.toFixed(2),
  spreadCell(cpuMs),
];

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

export const freshnessTable = (posts: number, { published, kinds, cpuMs, violations }: Freshness): Table => ({
  title: `Reading at ${grouped(posts)} posts while a post is published every second`,
  columns: ["read", "answers", "p50 ms", "p99 ms", "violations"],
  rows: kinds.map(({ name, reads, p50Ms, p99Ms, violations: missed }) => [
    name,
    grouped(reads),
    p50Ms.toFixed(2),
    p99Ms.toFixed(2),
    String(missed),
  ]),
  notes: [
    `${published} publications, ${readers} readers at a time, ${cpuMs.toFixed(2)} ms of CPU per read, publishing included; ` +
      `${violations.length} reads missed a publication that had answered before they began.`,
  ],
});
