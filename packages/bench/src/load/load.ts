import { clientOf } from "#bench/client.ts";
import { knownPosts } from "#bench/corpus/known-post.ts";
import { serveCorpus } from "#bench/processes/served-corpus.ts";
import { showProgress } from "#bench/progress.ts";
import type { BenchResult, Measurement, RunOptions } from "#bench/result.ts";
import { besideCommandFailures, besideCommandTable, measureBesideCommand } from "./beside-command.ts";
import { compareWithOne } from "./compare-with-one.ts";
import { loadKinds } from "./kinds.ts";
import { levelFailures, levelsUpTo, levelTable } from "./level-table.ts";
import { measureLevels } from "./levels.ts";
import { measureSlowClients, slowClientsFailures, slowClientsTable } from "./slow-clients.ts";
import { soak, soakFailures, soakTable } from "./soak.ts";

/** Rounds of levels, and of slow clients. */
const rounds = 5;

/** Ratios of shorter rounds say nothing, and do not fail the run. */
const judgedRoundMs = 1_000;

/** Overload: many connections, ever more of them, slow ones beside, a command that writes, and for long. */
export const measureLoad: Measurement = async function* (run) {
  for (const posts of run.posts) yield await loadSite(posts, run, posts === run.posts[0]);
};

/** What stays behind after requests does not depend on the site's size: one site is soaked. */
const loadSite = async (posts: number, run: RunOptions, isSoaked: boolean): Promise<BenchResult> => {
  await using served = await serveCorpus(posts, run);
  const { ids, site, data } = served;
  const kinds = loadKinds(ids);
  const client = clientOf(site.url);
  for (const { request } of kinds) await client.sendUntilReady(request());
  client.close();
  const roundMs = run.seconds * 1000;
  const isJudged = roundMs >= judgedRoundMs;
  const compared = await compareWithOne(posts, site.url, kinds, roundMs);
  const traffic = { url: site.url, kinds, rounds, roundMs };
  showProgress(`${posts} posts: rising numbers of connections`);
  const levels = await measureLevels(traffic, levelsUpTo(run.connections));
  showProgress(`${posts} posts: slow clients`);
  const slow = await measureSlowClients(traffic);
  showProgress(`${posts} posts: saves beside a command`);
  const saves = kinds.filter(({ name }) => name === "create a post");
  const published = knownPosts(posts, ids).map(({ id }) => id);
  const besideCommand = await measureBesideCommand({ ...traffic, kinds: saves, data, pageIds: published });
  if (isSoaked) showProgress(`${posts} posts: ${run.soak} seconds`);
  const soaked = isSoaked ? await soak(site, kinds, run.soak * 1000) : undefined;
  return {
    tables: [
      compared.table,
      levelTable(posts, levels),
      slowClientsTable(posts, slow),
      besideCommandTable(posts, besideCommand),
      ...(soaked ? [soakTable(posts, run.soak, soaked)] : []),
    ],
    data: { posts, rows: compared.rows, levels, slow, besideCommand, soaked },
    failures: [
      ...compared.failures,
      ...levelFailures(levels, isJudged),
      ...slowClientsFailures(slow, isJudged),
      ...besideCommandFailures(besideCommand, isJudged),
      ...(soaked ? soakFailures(soaked) : []),
    ],
  };
};
