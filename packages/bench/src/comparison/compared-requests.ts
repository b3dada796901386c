import type { HttpClient } from "#bench/client.ts";
import { certain } from "#bench/lectern/tools.ts";
import type { ServedCorpus } from "#bench/processes/served-corpus.ts";
import { cpuMsUntilIdle, untilIdle } from "#bench/processes/usage.ts";
import { listWorkloads } from "#bench/reading/list-workloads.ts";
import { type CheckedRequest, type Sample, sample, sampleEach } from "#bench/reading/measure.ts";
import { pageWorkloads } from "#bench/reading/page-workloads.ts";
import { type Budget, knownCorpus, type Workload } from "#bench/reading/workload.ts";
import { requestsOf } from "#bench/writing/measure-writes.ts";
import { postMaker, postWrites } from "#bench/writing/post-writes.ts";
import type { WriteWorkload } from "#bench/writing/write-workload.ts";

/** Requests of one kind to one service. */
export interface ComparedRequests {
  readonly name: string;
  readonly budget: Budget;
  /** Two of them, to be counted. */
  readonly two: () => Promise<readonly [CheckedRequest, CheckedRequest]>;
  /** Sends them for about this time, one after the other, after others that wake the service up. */
  readonly sample: (durationMs: number) => Promise<ComparedSample>;
}

export interface ComparedSample extends Sample {
  /** CPU of the jobs that go on after the last answer, per request; 0 of reads, which leave none. */
  readonly laterCpuMs: number;
}

const comparedReads = [
  "list of 20, newest first",
  "one page with body",
  "page of a post, HTML",
  "page of a blog, HTML",
];
const comparedWrites = ["create a post", "update a post", "publish a post"];

/** What readers and editors do most. */
export const comparedRequests = async (
  posts: number,
  { ids, site }: ServedCorpus,
  client: HttpClient,
): Promise<Readonly<Record<"reads" | "writes", readonly ComparedRequests[]>>> => {
  const corpus = knownCorpus(posts, ids);
  const reads = named(comparedReads, [...listWorkloads(corpus), ...pageWorkloads(corpus)]);
  const writes = named(comparedWrites, postWrites(postMaker({ ids, client })));
  return {
    reads: await Promise.all(reads.map((workload) => readsOf(workload, client, site.pids))),
    writes: writes.map((workload) => writesOf(workload, client, site.pids)),
  };
};

const named = <Kind extends { readonly name: string }>(
  names: readonly string[],
  kinds: readonly Kind[],
): readonly Kind[] => names.map((name) => certain(kinds.find((kind) => kind.name === name)));

const readsOf = async (
  { name, budget, requests }: Workload,
  client: HttpClient,
  pids: readonly number[],
): Promise<ComparedRequests> => {
  const all = await requests(client);
  const sending = { requests: all, sent: { count: 0 }, isUnique: true, concurrency: 1 };
  return {
    name,
    budget,
    two: async () => [certain(all[0]), all[1] ?? certain(all[0])],
    sample: async (durationMs) => {
      const woken = await sample(client, pids, { ...sending, durationMs: durationMs / 2 });
      const taken = await sample(client, pids, { ...sending, durationMs });
      return { ...taken, problems: [...woken.problems, ...taken.problems], laterCpuMs: 0 };
    },
  };
};

const writesOf = (
  workload: WriteWorkload,
  client: HttpClient,
  pids: readonly number[],
): ComparedRequests => ({
  name: workload.name,
  budget: workload.budget,
  two: async () => [await workload.next(), await workload.next()],
  sample: async (durationMs) => {
    const wakingUp = await requestsOf(workload, durationMs / 2);
    const requests = await requestsOf(workload, durationMs);
    await untilIdle(pids);
    const woken = await sampleEach(client, pids, wakingUp);
    const taken = await sampleEach(client, pids, requests);
    const laterCpuMs = (await cpuMsUntilIdle(pids)) / (wakingUp.length + requests.length);
    return { ...taken, problems: [...woken.problems, ...taken.problems], laterCpuMs };
  },
});
