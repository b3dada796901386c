import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServedSite } from "#bench/processes/service.ts";
import { askOnce, startWorker } from "#bench/processes/worker.ts";
import { tell } from "#bench/progress.ts";
import type { Corpus } from "#bench/reading/workload.ts";
import type { Wanted } from "./catalog-process.ts";
import type { Effort } from "./effort.ts";
import type { Publications } from "./publish-process.ts";

/** Something that a new instance does before it answers, or an old one after a while. */
export interface ColdStep {
  readonly name: string;
  readonly effort: Effort;
  /** Milliseconds of CPU; null where nobody has said. */
  readonly budgetMs: number | null;
}

/** How many changes an instance has missed. */
const missedChanges = 1_000;

/** What it takes new processes to get ready for answers, and an old one to catch up. */
export const measureColdStart = async (
  { size, newestFirst }: Corpus,
  { engine }: ServedSite,
): Promise<readonly ColdStep[]> => {
  tell(`${size} posts: starting instances cold`);
  const folder = await mkdtemp(join(tmpdir(), "lectern-bench-cold-"));
  const settings = { DYNAMODB_ENDPOINT: engine, CATALOG_FILE: join(folder, "catalog.db") };
  const instance = startWorker<Wanted, Effort>("cold/catalog-process.ts", settings);
  try {
    const catalog = await instance.ask({ wanted: "catalog" });
    const pageIds = newestFirst.slice(0, missedChanges).map(({ id }) => id);
    await askOnce<Publications, object>(
      "cold/publish-process.ts",
      { DYNAMODB_ENDPOINT: engine },
      { pageIds },
    );
    const tail = await instance.ask({ wanted: "catalog" });
    return [
      { name: "catalog from the table", effort: catalog, budgetMs: null },
      { name: `catalog, ${pageIds.length} changes later`, effort: tail, budgetMs: 200 },
    ];
  } finally {
    await instance.end();
    await rm(folder, { recursive: true, force: true });
  }
};
