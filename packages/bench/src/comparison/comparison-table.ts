import { percentOf, spreadCell } from "#bench/report/figures.ts";
import { budgetCell, grouped, type Table } from "#bench/report/table.ts";
import type { ComparedRow } from "./compare-requests.ts";
import type { StartFigures } from "./compare-starts.ts";

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

/** `restingMb`: after all requests. */
export const startTable = (
  posts: number,
  starts: Readonly<Record<"before" | "now", StartFigures>>,
  restingMb: Readonly<Record<"before" | "now", number>>,
): Table => {
  const row = (name: string, cell: (side: "before" | "now") => string): readonly string[] => [
    name,
    cell("before"),
    cell("now"),
  ];
  return {
    title: `Starts and memory before and now at ${grouped(posts)} posts`,
    columns: ["figure", "before", "now"],
    rows: [
      row("ms from the start to the first answer", (side) => spreadCell(starts[side].firstAnswerMs, 0)),
      row("processes", (side) => String(starts[side].processes)),
      row("MB at rest after a start", (side) => starts[side].startedMb.toFixed(0)),
      row("MB at rest after all requests", (side) => restingMb[side].toFixed(0)),
    ],
    notes: ["Starts with a catalog of the last one, in turns. Memory of all processes, but npm's."],
  };
};
