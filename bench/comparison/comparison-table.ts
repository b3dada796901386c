import { percentOf, spreadCell } from "#bench/report/figures.ts";
import { budgetCell, grouped, type Table } from "#bench/report/table.ts";
import type { ComparedRow } from "./compare-requests.ts";

export const comparisonTable = (posts: number, before: string, rows: readonly ComparedRow[]): Table => ({
  title: `Before and now at ${grouped(posts)} posts`,
  columns: [
    "request",
    ...["CPU ms: before", "now", "budget", "% of before"],
    ...["later: before", "now"],
    ...["× bare: before", "now"],
    ...["× table: before", "now"],
    ...["requests: before", "now"],
    ...["depth: before", "now"],
  ],
  rows: rows.map(({ name, budgetMs, before, now, timesBefore }) => [
    name,
    spreadCell(before.figures.cpuMs),
    spreadCell(now.figures.cpuMs),
    budgetCell(now.figures.cpuMs.median, budgetMs),
    spreadCell(percentOf(timesBefore), 0),
    ...[before, now].map(({ laterCpuMs }) => (laterCpuMs.greatest > 0 ? laterCpuMs.median.toFixed(2) : "–")),
    ...[before, now].map(({ timesLimits }) => timesLimits.bare.median.toFixed(1)),
    ...[before, now].map(({ timesLimits }) => timesLimits.table.median.toFixed(1)),
    ...[before, now].map(({ cost }) => String(cost.requests)),
    ...[before, now].map(({ cost }) => String(cost.depth)),
  ]),
  notes: [`"Before" is ${before}.`],
});
