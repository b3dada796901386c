import { certain } from "#bench/lectern/tools.ts";
import type { LoadKind } from "#bench/load/kinds.ts";
import type { LoadAnswers } from "#bench/load/load-row.ts";
import { sortedNumbers } from "#bench/load/load-table.ts";
import { percentile } from "#bench/report/figures.ts";
import { grouped, type Table } from "#bench/report/table.ts";
import type { Hold } from "./holds.ts";

/** How much slower than the middle one the slowest read in a hundred may be. */
const maxTail = 5;

export const tailTable = (
  posts: number,
  connections: number,
  answered: ReadonlyMap<LoadKind, LoadAnswers>,
): Table => {
  const kinds = [...answered];
  const row = (name: string, served: readonly number[], isRead: boolean): readonly string[] => {
    if (served.length === 0) return [name, "0", "–", "–", "–"];
    const ms = sortedNumbers(served);
    const [middle, slowest] = [percentile(ms, 0.5), percentile(ms, 0.99)];
    const verdict = slowest <= maxTail * middle ? " ✓" : " ✗";
    const times = (slowest / middle).toFixed(1) + (isRead ? verdict : "");
    return [name, grouped(ms.length), middle.toFixed(1), slowest.toFixed(1), times];
  };
  const reads = kinds.filter(([{ writes }]) => !writes).flatMap(([, { served }]) => served);
  return {
    title: `Tails at ${grouped(posts)} posts, with ${connections} connections that read and publish`,
    columns: ["request", "answers", "p50 ms", "p99 ms", "p99 ÷ p50"],
    rows: [
      ...kinds.map(([{ name, writes }, { served }]) => row(name, served, !writes)),
      row("all reads", reads, true),
    ],
    notes: [],
  };
};

/** The lower ends of the columns, in milliseconds. */
const bounds = [5, 10, 20, 50, 100] as const;

export const holdTable = (posts: number, seconds: number, holds: readonly Hold[]): Table => {
  const byCause = Map.groupBy(holds, ({ cause }) => cause);
  const sum = (of: readonly Hold[]): number => of.reduce((total, { ms }) => total + ms, 0);
  const rows = [...byCause].toSorted(([, one], [, other]) => sum(other) - sum(one));
  return {
    title: `What held the event loop at ${grouped(posts)} posts`,
    columns: [
      "cause",
      ...bounds.map((bound, index) =>
        bounds[index + 1] ? `${bound}–${bounds[index + 1]} ms` : `${bound}+ ms`,
      ),
      "longest ms",
      "together ms",
      "mostly in",
    ],
    rows: rows.map(([cause, held]) => [
      cause,
      ...bounds.map((bound, index) =>
        grouped(
          held.filter(({ ms }) => ms >= bound && ms < (bounds[index + 1] ?? Number.POSITIVE_INFINITY)).length,
        ),
      ),
      Math.max(...held.map(({ ms }) => ms)).toFixed(0),
      sum(held).toFixed(0),
      placeOf(held),
    ]),
    notes: [
      `In ${seconds.toFixed(0)} seconds of the same traffic, under a profiler, which makes each of them a little longer.`,
    ],
  };
};

/** The file in which most of these were, weighed by time. */
const placeOf = (holds: readonly Hold[]): string => {
  const places = [...Map.groupBy(holds, ({ place }) => place)].map(([place, held]) => {
    return { place, ms: held.reduce((total, { ms }) => total + ms, 0) };
  });
  return certain(places.toSorted((one, other) => other.ms - one.ms)[0]).place || "–";
};
