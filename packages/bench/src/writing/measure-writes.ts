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
import { cpuMsUntilIdle, untilIdle } from "#bench/processes/usage.ts";
import { showProgress } from "#bench/progress.ts";
import { type CheckedRequest, type Sample, sampleEach } from "#bench/reading/measure.ts";
import { type Figures, figuresOf, type Spread, spreadOf } from "#bench/report/figures.ts";
import type { RunOptions } from "#bench/result.ts";
import type { WriteBudget, WriteSite, WriteWorkload } from "./write-workload.ts";

export interface WriteRow {
  readonly name: string;
  readonly figures: Figures;
  /** CPU of the jobs that go on after the last answer, such as the renewal of feeds, per request. */
  readonly laterCpuMs: Spread;
  readonly timesLimits: LimitRatios;
  readonly cost: Cost;
  readonly budget: WriteBudget;
}

/** The rows, and a failure for each wrong answer and each count above its budget. */
export interface MeasuredWrites {
  readonly rows: readonly WriteRow[];
  readonly failures: readonly string[];
}

/**
 * How many rounds are measured, after others in which V8 compiles what is used often: until then a
 * publication takes a third more. A short run has only two rounds, both measured.
 */
const usualRounds = 5;
const warmUpRounds = 4;

/** About the time of a write: a round has as many as go into its time, so that each run writes the same. */
const usualWriteMs = 10;

/** Measures all kinds of writes in turns, one request at a time. */
export const measureWrites = async (
  { seconds }: RunOptions,
  workloads: readonly WriteWorkload[],
  { client }: WriteSite,
  service: ServiceProcess,
  settings: Readonly<Record<string, string>>,
): Promise<MeasuredWrites> => {
  const isShort = seconds < 1;
  const rounds = isShort ? 2 : usualRounds;
  const durationMs = (seconds * 1000) / rounds / (1 + limitKinds.length);
  const running = workloads.map(startedWorkload);
  showProgress(`Counting what ${running.length} kinds of writes ask of DynamoDB`);
  const counted = await countAll(running, service, settings);
  const answers = counted.map(({ answer }) => answer);
  await using limits = await startLimits(answers);
  for (let round = isShort ? 1 : 1 - warmUpRounds; round <= rounds; round++) {
    const isMeasured = round > 0;
    showProgress(isMeasured ? `Round ${round} of ${rounds}` : "Warming up");
    for (const [row, { workload, samples, laterCpuMs, limitSamples, problems }] of running.entries()) {
      const requests = await requestsOf(workload, durationMs);
      await untilIdle(service.pids);
      const taken = await sampleEach(client, service.pids, requests);
      const laterMs = (await cpuMsUntilIdle(service.pids)) / requests.length;
      problems.push(...taken.problems);
      // The first round without measuring is the limits' one for warming up.
      if (round < 0) continue;
      for (const kind of limitKinds) {
        const atLimit = await limits.sample(kind, row, certain(requests[0]), durationMs);
        problems.push(...atLimit.problems);
        if (isMeasured) limitSamples[kind].push(atLimit);
      }
      if (!isMeasured) continue;
      samples.push(taken);
      laterCpuMs.push(laterMs);
    }
  }
  const rows = running.map((course, index) => rowOf(course, certain(counted[index])));
  const problems = running.flatMap(({ workload, problems }) =>
    problems.map((problem) => `${workload.name}: ${problem}`),
  );
  return { rows, failures: [...problems, ...rows.flatMap(excesses)] };
};

/** The requests of a round that lasts for about this time, with all that they need. */
export const requestsOf = async (workload: WriteWorkload, durationMs: number): Promise<CheckedRequest[]> => {
  const most = Math.min(durationMs / usualWriteMs, workload.mostInRound ?? Number.POSITIVE_INFINITY);
  const requests: CheckedRequest[] = [];
  while (requests.length < most) requests.push(await workload.next());
  return requests;
};

/** A workload while it is measured. */
interface RunningWrites {
  readonly workload: WriteWorkload;
  readonly samples: Sample[];
  readonly laterCpuMs: number[];
  readonly limitSamples: LimitSamples;
  readonly problems: string[];
}

const startedWorkload = (workload: WriteWorkload): RunningWrites => {
  return { workload, samples: [], laterCpuMs: [], limitSamples: { bare: [], table: [] }, problems: [] };
};

/** A wrong answer is one of the workload's problems. */
const countAll = async (
  running: readonly RunningWrites[],
  service: ServiceProcess,
  settings: Readonly<Record<string, string>>,
): Promise<readonly CountedRequest[]> => {
  await using counter = startCounter(service, settings);
  const all: CountedRequest[] = [];
  for (const { workload, problems } of running) {
    const [warmUp, other] = [await workload.next(), await workload.next()];
    const counted = await counter.count(warmUp, other);
    const problem = other.problemOf(counted.answer);
    if (problem) problems.push(`counted: ${problem}`);
    all.push(counted);
  }
  return all;
};

const rowOf = (
  { workload, samples, laterCpuMs, limitSamples }: RunningWrites,
  { answer: _, ...cost }: CountedRequest,
): WriteRow => ({
  name: workload.name,
  figures: figuresOf(samples),
  laterCpuMs: spreadOf(laterCpuMs),
  timesLimits: ratiosToLimits(samples, limitSamples),
  cost,
  budget: workload.budget,
});

const excesses = ({ name, cost, budget }: WriteRow): string[] =>
  (["requests", "readUnits", "writeUnits"] as const).flatMap((kind) =>
    cost[kind] > budget[kind] ? [`${name}: ${cost[kind]} ${kind}, the budget is ${budget[kind]}`] : [],
  );
