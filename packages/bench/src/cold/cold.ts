import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultFunctionMb, fallback, type Route, routes } from "#bench/lectern/routes.ts";
import { showProgress } from "#bench/progress.ts";
import type { BenchResult, Measurement } from "#bench/result.ts";
import { bundleOf, bundleOfSdk } from "./bundles.ts";
import { firstRequestOf } from "./first-request.ts";
import { failuresOf, instanceTable, type MeasuredFunction, priceTable } from "./instance-tables.ts";
import { loadingCpuMs, measureInstance } from "./new-instances.ts";
import { type SnapshottedSite, snapshotCorpus } from "./snapshotted-site.ts";

/** Functions of each kind, by which memory is chosen (decision 087), and what they are measured with. */
const typical = [
  "pages/list",
  "site/pages/read",
  "editor/pages/list",
  "editor/posts/update",
  "accounts/login",
];
const memories = [512, 1_024, 1_769];

/** New instances of every function, from loading it to its first answer. A short run has two functions. */
export const measureCold: Measurement = async function* (run) {
  await using disposal = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "lectern-bench-cold-"));
  disposal.defer(() => rm(folder, { recursive: true, force: true }));
  const isShort = run.seconds < 1;
  showProgress("Bundling functions");
  const all: readonly Route[] = [...routes, fallback];
  const chosen = isShort ? all.filter(({ id }) => ["pages/list", "editor/posts/update"].includes(id)) : all;
  const functions: MeasuredFunction[] = [];
  for (const route of chosen)
    functions.push({ route, ...(await bundleOf(route.id, folder)), instances: new Map() });
  const sdk = await bundleOfSdk(folder);
  const sdkMs = await loadingCpuMs(sdk.file, defaultFunctionMb, isShort ? 1 : usualRounds);

  for (const posts of run.posts) {
    await using site = await snapshotCorpus(posts, run, folder);
    const ofMemories = isShort ? { rounds: 1, memories: [512] } : { rounds: usualRounds, memories };
    yield await measureMemories(posts, functions, site, ofMemories);
    showProgress(`${posts} posts: starting a new instance of every function`);
    for (const { route, file, instances } of functions) {
      const { memoryMb } = route.limits;
      const first = { file, event: firstRequestOf(route, site.ids), repetitions: 1 };
      instances.set(posts, await measureInstance(route, memoryMb, first, { site, rounds: 1 }));
    }
  }
  yield {
    tables: [instanceTable(run.posts, functions, sdkMs)],
    data: {
      sdkMs,
      functions: functions.map(({ route: { id, limits }, bytes, instances }) => ({
        ...{ id, memoryMb: limits.memoryMb, bytes },
        instances: Object.fromEntries(instances),
      })),
    },
    failures: failuresOf(functions),
  };
};

/** How often an instance is started with each memory. */
const usualRounds = 3;

/** Enough that their sum is measured well. */
const warmAnswers = 20;

const measureMemories = async (
  posts: number,
  functions: readonly MeasuredFunction[],
  site: SnapshottedSite,
  { rounds, memories }: { readonly rounds: number; readonly memories: readonly number[] },
): Promise<BenchResult> => {
  showProgress(`${posts} posts: starting new instances with more and less memory`);
  const byMemory = [];
  for (const { route, file } of functions.filter(({ route }) => typical.includes(route.id)))
    for (const memoryMb of memories) {
      const first = { file, event: firstRequestOf(route, site.ids), repetitions: warmAnswers };
      const instance = await measureInstance(route, memoryMb, first, { site, rounds });
      byMemory.push({ id: route.id, memoryMb, ...instance });
    }
  return { tables: [priceTable(posts, byMemory)], data: { posts, byMemory }, failures: [] };
};
