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
    const [aloneMs, servedMs, refusedMs] = [alone.served, crowded.served, crowded.refused].map(sorted);
    const times = part(servedMs!, 0.99) / part(aloneMs!, 0.99);
    return [
      name,
      shown(part(aloneMs!, 0.5)),
      shown(part(aloneMs!, 0.99)),
      grouped(servedMs!.length),
      shown(part(servedMs!, 0.5)),
      shown(part(servedMs!, 0.99)),
      Number.isNaN(times) ? "–" : `${times.toFixed(1)} ${times < maxRatio ? "✓" : "✗"}`,
      grouped(refusedMs!.length),
      shown(part(refusedMs!, 0.99)),
      grouped(crowded.problems.length),
    ];
  }),
  notes: ["Refused: 503 with Retry-After, after which the client asks again."],
});

const sorted = (values: readonly number[]): readonly number[] => values.toSorted((one, other) => one - other);

const part = (values: readonly number[], which: number): number =>
  values.length > 0 ? percentile(values, which) : Number.NaN;

const shown = (ms: number): string => (Number.isNaN(ms) ? "–" : ms.toFixed(1));
