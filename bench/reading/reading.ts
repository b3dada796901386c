import { measureBundles } from "#bench/cold/bundles.ts";
import { measureColdStart } from "#bench/cold/cold-start.ts";
import { bundleTable, coldStartTable } from "#bench/cold/cold-tables.ts";
import { knownPosts } from "#bench/corpus/known-post.ts";
import { type LoadedSite, loadedSite } from "#bench/loading/kept-corpus.ts";
import { type ServedSite, startSite } from "#bench/processes/service.ts";
import { tell } from "#bench/progress.ts";
import type { Measurement, Result, Run } from "#bench/result.ts";
import { checkFreshness } from "./check-freshness.ts";
import { measureRequests } from "./measure-requests.ts";
import { freshnessTable, memoryTable, requestTable } from "./reading-tables.ts";
import type { Corpus } from "./workload.ts";

/** Reading: lists, pages, search, facets and suggestions of a corpus, one at a time and sixteen at a time. */
export const measureReading: Measurement = async (run) => {
  tell(`${run.posts} posts: loading`);
  await using disposal = new AsyncDisposableStack();
  const loaded = await loadedSite(run.posts, run);
  disposal.defer(loaded.remove);
  const site = await startSite(loaded.data);
  disposal.defer(site.stop);
  return await resultOf(run, loaded, site);
};

const resultOf = async (run: Run, { ids }: LoadedSite, site: ServedSite): Promise<Result> => {
  const byDate = (one: { visibleDate: string }, other: { visibleDate: string }) =>
    one.visibleDate < other.visibleDate ? 1 : -1;
  const corpus: Corpus = { size: run.posts, ids, newestFirst: knownPosts(run.posts, ids).toSorted(byDate) };
  const requests = await measureRequests(run, corpus, site);
  const memory = memoryTable(run.posts, site);
  const freshness = await checkFreshness(run, corpus, site);
  const cold = await measureColdStart(corpus, site);
  const bundles = await measureBundles(run);
  const coldStart = coldStartTable(run.posts, cold);
  const bundleSizes = bundleTable(bundles);
  return {
    tables: [
      requestTable(run.posts, requests.rows),
      memory.table,
      freshnessTable(run.posts, freshness),
      coldStart,
      bundleSizes.table,
    ],
    data: { posts: run.posts, requests: requests.rows, memory: memory.data, freshness, cold, bundles },
    failures: [...requests.failures, ...freshness.violations, ...bundleSizes.failures],
  };
};
