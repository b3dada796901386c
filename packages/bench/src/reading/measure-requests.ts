import { clientOf, type HttpClient } from "#bench/client.ts";
import type { CountedRequest } from "#bench/counting/count-process.ts";
import { startCounter } from "#bench/counting/counter.ts";
import type { Cost } from "#bench/lectern/tests.ts";
import { certain } from "#bench/lectern/tools.ts";
import {
  type LimitRatios,
  type LimitSamples,
  limitKinds,
  ratiosToLimits,
  startLimits,
} from "#bench/limits/limits.ts";
import type { ServiceProcess } from "#bench/processes/service.ts";
import { startWorker } from "#bench/processes/worker.ts";
import { showProgress } from "#bench/progress.ts";
import { type Figures, figuresOf } from "#bench/report/figures.ts";
import type { RunOptions } from "#bench/result.ts";
import type { Touch } from "./change-process.ts";
import { facetWorkloads } from "./facet-workloads.ts";
import { feedWorkloads } from "./feed-workloads.ts";
import { filterWorkloads } from "./filter-workloads.ts";
import { listWorkloads } from "./list-workloads.ts";
import { type CheckedRequest, type Sample, sample } from "./measure.ts";
import { pageWorkloads } from "./page-workloads.ts";
import { searchWorkloads } from "./search-workloads.ts";
import { suggestionWorkloads } from "./suggestion-workloads.ts";
import type { Budget, Corpus, Workload } from "./workload.ts";

export interface Row {
  readonly name: string;
  readonly oneAtATime: Figures;
  /** Null if something changes before each request. */
  readonly sixteenAtATime: Figures | null;
  readonly timesLimits: LimitRatios;
  readonly counted: Counted;
  readonly budget: Budget;
}

interface Counted extends Cost {
  /** The size of the answer's body. */
  readonly bytes: number;
}

/** The rows, and a failure for each wrong answer and each count above its budget. */
export interface MeasuredRequests {
  readonly rows: readonly Row[];
  readonly failures: readonly string[];
}

/** How many rounds are measured after a first one that is not; a short run has only two, both measured. */
const usualRounds = 5;

const concurrencies = [1, 16] as const;

/** Measures all kinds of requests in turns, so that a slow minute of the machine affects all of them. */
export const measureRequests = async (
  { seconds }: RunOptions,
  corpus: Corpus,
  service: ServiceProcess,
): Promise<MeasuredRequests> => {
  const { url, table, pids } = service;
  const isShort = seconds < 1;
  const rounds = isShort ? 2 : usualRounds;
  const client = clientOf(url);
  await using changer = startWorker<Touch, object>("reading/change-process.ts", table);
  const change = async () => {
    const pageId = certain(corpus.newestFirst.at(-1)).id;
    await changer.ask({ pageId });
    const { status } = await client.send({ path: `/api/cms/pages/${pageId}/?fields=_` });
    if (status !== 200) throw new Error(`The service did not hear of a change: ${status}.`);
  };
  const running = await Promise.all(workloadsOf(corpus).map((workload) => startedWorkload(workload, client)));
  showProgress(`${corpus.size} posts: counting what ${running.length} kinds of requests ask of DynamoDB`);
  for (const { requests } of running) await client.sendUntilReady(certain(requests[0]));
  const counted = await countAll(running, service);
  const answers = counted.map(({ answer }) => answer);
  await using limits = await startLimits(answers);
  const durationMs = (seconds * 1000) / rounds / (concurrencies.length + limitKinds.length);
  for (let round = isShort ? 1 : 0; round <= rounds; round++) {
    showProgress(`${corpus.size} posts: ${round === 0 ? "warming up" : `round ${round} of ${rounds}`}`);
    for (const [row, { workload, requests, sent, samples, limitSamples, problems }] of running.entries()) {
      // What answers of the row before have left here: while it is collected, no request is sent.
      globalThis.gc?.();
      for (const concurrency of workload.kind === "changed" ? [1 as const] : concurrencies) {
        const sending = { requests, sent, isUnique: workload.kind !== "same", concurrency, durationMs };
        const before = workload.kind === "changed" ? { before: change } : {};
        const taken = await sample(client, pids, { ...sending, ...before });
        problems.push(...taken.problems.map((problem) => `${workload.name}: ${problem}`));
        if (round > 0) samples[concurrency].push(taken);
      }
      for (const kind of limitKinds) {
        const taken = await limits.sample(kind, row, certain(requests[0]), durationMs);
        problems.push(...taken.problems);
        if (round > 0) limitSamples[kind].push(taken);
      }
    }
  }
  client.close();
  const rows = running.map((course, index) => rowOf(course, certain(counted[index])));
  return {
    rows,
    failures: [...running.flatMap(({ problems }) => problems), ...rows.flatMap(excesses)],
  };
};

const workloadsOf = (corpus: Corpus): readonly Workload[] => [
  ...listWorkloads(corpus),
  ...filterWorkloads(corpus),
  ...searchWorkloads(corpus),
  ...facetWorkloads(corpus),
  ...suggestionWorkloads(corpus),
  ...pageWorkloads(corpus),
  ...feedWorkloads(corpus),
];

/** A workload while it is measured. */
interface RunningWorkload {
  readonly workload: Workload;
  readonly requests: readonly CheckedRequest[];
  readonly sent: { count: number };
  readonly samples: Readonly<Record<(typeof concurrencies)[number], Sample[]>>;
  readonly limitSamples: LimitSamples;
  readonly problems: string[];
}

const startedWorkload = async (workload: Workload, client: HttpClient): Promise<RunningWorkload> => ({
  workload,
  requests: await workload.requests(client),
  sent: { count: 0 },
  samples: { 1: [], 16: [] },
  limitSamples: { bare: [], table: [] },
  problems: [],
});

/** A wrong answer is one of the workload's problems. */
const countAll = async (
  running: readonly RunningWorkload[],
  service: ServiceProcess,
): Promise<readonly CountedRequest[]> => {
  await using counter = startCounter(service);
  const all: CountedRequest[] = [];
  for (const { workload, requests, problems } of running) {
    const [warmUp, other] = [certain(requests[0]), requests[1] ?? certain(requests[0])];
    const counted = await counter.count(warmUp, other);
    const problem = other.problemOf(counted.answer);
    if (problem) problems.push(`${workload.name}, counted: ${problem}`);
    all.push(counted);
  }
  return all;
};

const rowOf = (
  { workload, samples, limitSamples }: RunningWorkload,
  { answer, ...cost }: CountedRequest,
): Row => ({
  name: workload.name,
  oneAtATime: figuresOf(samples[1]),
  sixteenAtATime: samples[16].length > 0 ? figuresOf(samples[16]) : null,
  timesLimits: ratiosToLimits(samples[1], limitSamples),
  counted: { ...cost, bytes: answer.bytes },
  budget: workload.budget,
});

const excesses = ({ name, counted, budget }: Row): string[] => [
  ...(counted.requests > budget.requests
    ? [`${name}: ${counted.requests} requests to DynamoDB, the budget is ${budget.requests}`]
    : []),
  ...(counted.readUnits > budget.readUnits
    ? [`${name}: ${counted.readUnits} read units, the budget is ${budget.readUnits}`]
    : []),
  ...(counted.writeUnits > 0 ? [`${name}: ${counted.writeUnits} write units by a read`] : []),
];
