import { measureColdStart } from "#bench/cold/cold-start.ts";
import { coldStartTable, fileTable } from "#bench/cold/cold-tables.ts";
import { serveCorpus } from "#bench/processes/served-corpus.ts";
import type { BenchResult, Measurement, RunOptions } from "#bench/result.ts";
import { checkFreshness } from "./check-freshness.ts";
import { measureMemory, measureRestart, memoryTable } from "./measure-memory.ts";
import { measureRequests } from "./measure-requests.ts";
import { countTable, freshnessTable, requestTable } from "./reading-tables.ts";
import { knownCorpus } from "./workload.ts";

/** Reading: lists, pages, search, facets and suggestions of each corpus, and cold starts. */
export const measureReading: Measurement = async function* (run) {
  for (const posts of run.posts) yield await readCorpus(posts, run);
};

const readCorpus = async (posts: number, run: RunOptions): Promise<BenchResult> => {
  await using served = await serveCorpus(posts, run);
  const { ids, site } = served;
  const corpus = knownCorpus(posts, ids);
  const requests = await measureRequests(run, corpus, site);
  const memory = await measureMemory(run, site);
  const freshness = await checkFreshness(run, corpus, site);
  const cold = await measureColdStart(corpus, site);
  const files = fileTable(posts, cold);
  const restartedMb = await measureRestart(run, served);
  return {
    tables: [
      requestTable(posts, requests.rows),
      countTable(posts, requests.rows),
      memoryTable(posts, memory, restartedMb),
      freshnessTable(posts, freshness),
      coldStartTable(posts, cold),
      files.table,
    ],
    data: { posts, requests: requests.rows, memory: { ...memory, restartedMb }, freshness, cold },
    failures: [...requests.failures, ...freshness.violations, ...files.failures],
  };
};
