import { spreadCell } from "#bench/report/figures.ts";
import { budgetCell, grouped, type Table } from "#bench/report/table.ts";
import type { WriteRow } from "./measure-writes.ts";

export const writingTable = (
  posts: number,
  rows: readonly WriteRow[],
  catalogProblems: readonly string[],
): Table => ({
  title: `Writing at ${grouped(posts)} posts`,
  columns: [
    "request",
    "p50 ms",
    "p99 ms",
    "CPU ms",
    "budget",
    "later",
    "× bare",
    "× table",
    "requests",
    "depth",
    "read units",
    "write units",
  ],
  rows: rows.map(({ name, figures, laterCpuMs, timesLimits, cost, budget }) => [
    name,
    figures.p50Ms.toFixed(2),
    figures.p99Ms.toFixed(2),
    spreadCell(figures.cpuMs),
    budgetCell(figures.cpuMs.median, budget.cpuMs),
    laterCpuMs.median.toFixed(2),
    timesLimits.bare.median.toFixed(1),
    timesLimits.table.median.toFixed(1),
    `${cost.requests}/${budget.requests}`,
    budget.depth === undefined ? String(cost.depth) : `${cost.depth}/${budget.depth}`,
    `${cost.readUnits}/${budget.readUnits}`,
    `${cost.writeUnits}/${budget.writeUnits}`,
  ]),
  notes: [
    catalogProblems.length === 0
      ? "`lectern catalog verify` found nothing wrong after all these writes."
      : "`lectern catalog verify` found something wrong after these writes.",
  ],
});
