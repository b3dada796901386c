import { clientOf } from "#bench/client.ts";
import { knownPosts } from "#bench/corpus/known-post.ts";
import { sendTraffic, together } from "#bench/load/send-traffic.ts";
import { serveCorpus } from "#bench/processes/served-corpus.ts";
import { showProgress } from "#bench/progress.ts";
import type { BenchResult, Measurement, RunOptions } from "#bench/result.ts";
import type { Hold } from "./holds.ts";
import { tailKinds } from "./tail-kinds.ts";
import { holdTable, tailTable } from "./tail-tables.ts";

const connections = 16;

/** Loaded into the service. */
const watcher = new URL("watched-process.ts", import.meta.url);

/** Tails: how long reads take while others publish, and what holds the event loop meanwhile. */
export const measureTails: Measurement = async function* (run) {
  for (const posts of run.posts) yield await watchSite(posts, run);
};

const watchSite = async (posts: number, run: RunOptions): Promise<BenchResult> => {
  await using served = await serveCorpus(posts, run, { preload: watcher });
  const { ids, site } = served;
  const kinds = await tailKinds(ids, knownPosts(posts, ids));
  using disposal = new DisposableStack();
  const client = clientOf(site.url);
  disposal.defer(client.close);
  for (const { request } of kinds) await client.sendUntilReady(request());
  const durationMs = 3 * run.seconds * 1000;
  const traffic = { connections, rampMs: 0, durationMs };
  await sendTraffic(client, kinds, { ...traffic, durationMs: durationMs / 4 });
  showProgress(`${posts} posts: ${connections} connections for ${durationMs / 1000} s`);
  const answered = await sendTraffic(client, kinds, traffic);
  showProgress(`${posts} posts: the same under a profiler`);
  await site.ask("begin");
  const watched = await sendTraffic(client, kinds, traffic);
  const holds = (await site.ask("end")) as readonly Hold[];
  const problems = [...together(answered).problems, ...together(watched).problems];
  return {
    tables: [tailTable(posts, connections, answered), holdTable(posts, durationMs / 1000, holds)],
    data: { posts, answered: [...answered].map(([{ name }, { served }]) => ({ name, served })), holds },
    failures: problems,
  };
};
