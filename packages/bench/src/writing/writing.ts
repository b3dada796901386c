import { clientOf } from "#bench/client.ts";
import { catalogProblems } from "#bench/processes/catalog-problems.ts";
import { serveCorpus } from "#bench/processes/served-corpus.ts";
import { showProgress } from "#bench/progress.ts";
import type { BenchResult, Measurement, RunOptions } from "#bench/result.ts";
import { accountWrites } from "./account-writes.ts";
import { measureWrites } from "./measure-writes.ts";
import { postMaker, postWrites } from "./post-writes.ts";
import { uploadWrites } from "./upload-writes.ts";
import { commentSettings, visitorWrites } from "./visitor-writes.ts";
import type { WriteSite } from "./write-workload.ts";
import { writingTable } from "./writing-table.ts";

/** Writing: what editors and visitors change on the site of each corpus, and whether its catalog agrees. */
export const measureWriting: Measurement = async function* (run) {
  for (const posts of run.posts) yield await writeCorpus(posts, run);
};

const writeCorpus = async (posts: number, run: RunOptions): Promise<BenchResult> => {
  await using served = await serveCorpus(posts, run, { settings: commentSettings });
  const { ids, site, data } = served;
  using disposal = new DisposableStack();
  const client = clientOf(site.url);
  disposal.defer(client.close);
  const written: WriteSite = { ids, client };
  const maker = postMaker(written);
  const workloads = [
    ...postWrites(maker),
    ...(await uploadWrites(written)),
    ...(await accountWrites(written)),
    ...visitorWrites(written, maker),
  ];
  const { rows, failures } = await measureWrites(run, workloads, written, site, commentSettings);
  showProgress(`${posts} posts: verifying the catalog`);
  await site.stop();
  const problems = await catalogProblems(data);
  return {
    tables: [writingTable(posts, rows, problems)],
    data: { posts, rows, catalogProblems: problems },
    failures: [...failures, ...problems],
  };
};
