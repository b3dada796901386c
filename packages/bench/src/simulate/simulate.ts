import { busiestTimesAverage } from "#bench/lectern/estimate.ts";
import { grouped, type Table } from "#bench/report/table.ts";
import type { BenchResult, RunOptions } from "#bench/result.ts";
import { type SimulatedSite, type SiteTraffic, simulatedSite } from "./simulated-site.ts";

const quiet: SiteTraffic = { posts: 10_000, readsPerDay: 0, writesPerMinute: 0, downloadsPerDay: 0 };

/** The sites of docs/scale.md. */
export const simulatedSites: readonly (readonly [name: string, SiteTraffic])[] = [
  ["10,000,000 reads a day", { ...quiet, readsPerDay: 10_000_000 }],
  ["1,000 writes a minute", { ...quiet, readsPerDay: 100_000, writesPerMinute: 1_000 }],
  ["1,000,000 posts", { ...quiet, posts: 1_000_000, readsPerDay: 100_000 }],
  ["1,000,000 downloads a day", { ...quiet, downloadsPerDay: 1_000_000 }],
];

/** Computes what large sites need and cost, from docs/requests.md, without a service. */
export async function* simulate({ traffic }: Pick<RunOptions, "traffic">): AsyncIterable<BenchResult> {
  const sites = traffic ? [[nameOf(traffic), traffic] as const] : simulatedSites;
  for (const [name, each] of sites) {
    const simulated = simulatedSite(each);
    yield { tables: [tableOf(name, simulated)], data: { name, traffic: each, ...simulated }, failures: [] };
  }
}

const nameOf = ({ posts, readsPerDay, writesPerMinute, downloadsPerDay }: SiteTraffic): string =>
  [
    `${grouped(posts)} posts`,
    `${grouped(readsPerDay)} reads and ${grouped(downloadsPerDay)} downloads a day`,
    `${grouped(writesPerMinute)} writes a minute`,
  ].join(", ");

/** Rows that need a hundredth of their limit, or less, say nothing. */
const worthSaying = 0.01;

const tableOf = (
  name: string,
  { needs, readUnitsPerSecond, writeUnitsPerSecond, growth, estimate }: SimulatedSite,
): Table => {
  const rounded = (value: number): string =>
    value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 1 : 0 });
  const [dearest] = estimate.lines.toSorted((one, other) => other.cost - one.cost);
  return {
    title: `Simulated: ${name}`,
    columns: ["at its busiest", "needed", "limit", "% of limit", "beyond it"],
    rows: needs
      .filter(({ needed, limit }) => needed / limit > worthSaying)
      .map(({ what, needed, limit, beyond }) => [
        what,
        rounded(needed),
        rounded(limit),
        rounded((100 * needed) / limit),
        beyond,
      ]),
    notes: [
      ...(growth.posts > 0
        ? [`It grows by ${rounded(growth.posts)} posts and ${rounded(growth.gb)} GB of revisions a day.`]
        : []),
      `DynamoDB at the busiest: ${rounded(readUnitsPerSecond)} read units and ${rounded(writeUnitsPerSecond)} write units a second.`,
      `Dollars a month: ${rounded(estimate.total)}, most of it for ${dearest?.service}: ${dearest?.what} (${rounded(dearest?.cost ?? 0)}).`,
      `Computed, not measured: units from docs/requests.md, which are of short posts; the busiest second has ${busiestTimesAverage} times the reads of an average one, and no cache keeps a page.`,
    ],
  };
};
