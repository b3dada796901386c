import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tableMs } from "#bench/cold/slow-stores.ts";
import { certain } from "#bench/lectern/tools.ts";
import { startWorker } from "#bench/processes/worker.ts";
import { showProgress } from "#bench/progress.ts";
import { percentile, spreadOf } from "#bench/report/figures.ts";
import type { Table } from "#bench/report/table.ts";
import type { BenchResult } from "#bench/result.ts";
import type { CreatedAtOnce, Creation } from "./creators-process.ts";

/** How many create at once; one alone is what the others are compared with. */
const counts: readonly number[] = [1, 2, 8, 32];

/** The first round of each is not counted. */
const rounds = 20;

/** Many who create in one blog at the same moment, before a table that refuses as DynamoDB does. */
export async function* measureCreators(): AsyncIterable<BenchResult> {
  await using disposal = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "lectern-bench-creators-"));
  disposal.defer(() => rm(folder, { recursive: true, maxRetries: 5 }));
  const settings = { TABLE_FILE: join(folder, "table.sqlite"), CATALOG_FILE: ":memory:" };
  const worker = startWorker<Creation, CreatedAtOnce>("creators/creators-process.ts", settings);
  disposal.use(worker);
  const measured: CreatedAtOnce[][] = [];
  for (const creators of counts) {
    showProgress(`${creators} creators in one blog`);
    const all: CreatedAtOnce[] = [];
    for (let round = 0; round <= rounds; round++)
      all.push(await worker.ask({ creators, round, requestMs: tableMs }));
    measured.push(all.slice(1));
  }
  yield {
    tables: [creatorsTable(measured)],
    data: { requestMs: tableMs, measured },
    failures: measured.flat().flatMap(({ problems }) => problems),
  };
}

const creatorsTable = (measured: readonly (readonly CreatedAtOnce[])[]): Table => ({
  title: `Creators at once in one blog, ${tableMs} ms for each request to the table`,
  columns: ["creators", "transactions", "conflicts", "decided again", "p50 ms", "last ms", "slowest ms"],
  rows: measured.map((of) => {
    const all = of.flatMap(({ ms }) => ms).toSorted((one, other) => one - other);
    const last = of.map(({ ms }) => Math.max(...ms));
    const median = (count: (round: CreatedAtOnce) => number): string =>
      String(spreadOf(of.map(count)).median);
    return [
      String(certain(of[0]).ms.length),
      median(({ sent }) => sent),
      median(({ conflicts }) => conflicts),
      median(({ failedConditions }) => failedConditions),
      percentile(all, 0.5).toFixed(0),
      spreadOf(last).median.toFixed(0),
      certain(all.at(-1)).toFixed(0),
    ];
  }),
  notes: [
    `Computed on this machine with a stand-in of DynamoDB, not measured on AWS. Medians of ${rounds} rounds.`,
    "Conflicts are sent again after a random pause. Last: when all have been answered.",
  ],
});
