import { certain } from "#bench/lectern/tools.ts";
import { percentile } from "#bench/report/figures.ts";
import { grouped, type Table } from "#bench/report/table.ts";
import type { LoadRow } from "./load-row.ts";

/** How much slower than alone the slowest one in a hundred may be. */
const maxRatio = 10;

export const loadTable = (posts: number, connections: number, rows: readonly LoadRow[]): Table => ({
  title: `${connections} connections at ${grouped(posts)} posts`,
  columns: [
    "request",
    "alone: p50 ms",
    "p99 ms",
    "served",
    "p50 ms",
    "p99 ms",
    "× alone",
    "refused",
    "p99 ms",
    "else",
  ],
  rows: rows.map(({ name, alone, crowded }) => {
    const [aloneMs, servedMs, refusedMs] = [alone.served, crowded.served, crowded.refused].map(sortedNumbers);
    const times = part(certain(servedMs), 0.99) / part(certain(aloneMs), 0.99);
    return [
      name,
      msCell(certain(aloneMs), 0.5),
      msCell(certain(aloneMs), 0.99),
      grouped(certain(servedMs).length),
      msCell(certain(servedMs), 0.5),
      msCell(certain(servedMs), 0.99),
      Number.isNaN(times) ? "–" : `${times.toFixed(1)} ${times < maxRatio ? "✓" : "✗"}`,
      grouped(certain(refusedMs).length),
      msCell(certain(refusedMs), 0.99),
      grouped(crowded.problems.length),
    ];
  }),
  notes: ["Refused: 503 with Retry-After, after which the client asks again."],
});

export const sortedNumbers = (values: readonly number[]): readonly number[] =>
  values.toSorted((one, other) => one - other);

export const part = (values: readonly number[], which: number): number =>
  values.length > 0 ? percentile(values, which) : Number.NaN;

/** The milliseconds below which this part of the sorted values lies; a dash if there is none. */
export const msCell = (values: readonly number[], which: number): string =>
  values.length > 0 ? part(values, which).toFixed(1) : "–";
