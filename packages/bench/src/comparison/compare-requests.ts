import type { CountedRequest } from "#bench/counting/count-process.ts";
import type { Cost } from "#bench/lectern/tests.ts";
import { certain } from "#bench/lectern/tools.ts";
import {
  type LimitRatios,
  type LimitSamples,
  limitKinds,
  ratiosToLimits,
  startLimits,
} from "#bench/limits/limits.ts";
import { showProgress } from "#bench/progress.ts";
import type { CheckedRequest, Sample } from "#bench/reading/measure.ts";
import { type Figures, figuresOf, type Spread, spreadOf, timesOf } from "#bench/report/figures.ts";
import type { RunOptions } from "#bench/result.ts";
import type { ComparedRequests, ComparedSample } from "./compared-requests.ts";
import type { Side } from "./side.ts";

/** One kind of request on both sides. */
export interface ComparedRow {
  readonly name: string;
  /** For the CPU of now; null if there is none. */
  readonly budgetMs: number | null;
  readonly before: SideFigures;
  readonly now: SideFigures;
  /** CPU of now as a multiple of before. */
  readonly timesBefore: Spread;
  /** A line for each wrong answer. */
  readonly problems: readonly string[];
}

export interface SideFigures {
  readonly figures: Figures;
  /** What the jobs take that go on after the last answer, per request. */
  readonly laterCpuMs: Spread;
  readonly timesLimits: LimitRatios;
  readonly cost: Cost;
}

/**
 * How many rounds are measured, after others in which V8 compiles what is used often. A short run has only
 * two, both measured.
 */
const usualRounds = 10;
const warmUpRounds = 6;

/** Measures some kinds of requests in rounds: of each kind both services, and then the limits, in turns. */
export const compareRequests = async (
  { seconds }: RunOptions,
  kinds: "reads" | "writes",
  before: Side,
  now: Side,
): Promise<readonly ComparedRow[]> => {
  const isShort = seconds < 1;
  const measured = isShort ? 2 : usualRounds;
  const rounds = measured + (isShort ? 0 : warmUpRounds);
  const durationMs = (seconds * 1000) / measured / 2;
  const running: RunningRow[] = [];
  for (const index of now[kinds].keys())
    running.push({
      before: await countedSide(before, certain(before[kinds][index])),
      now: await countedSide(now, certain(now[kinds][index])),
      limitSamples: { bare: [], table: [] },
    });
  const answers = running.map((row) => row.now.counted.answer);
  await using limits = await startLimits(answers);
  for (let round = 1; round <= rounds; round++) {
    showProgress(`Comparing ${kinds}: round ${round} of ${rounds}`);
    for (const [index, row] of running.entries()) {
      // Each side is as often the first as the second.
      for (const side of round % 2 ? [row.before, row.now] : [row.now, row.before])
        side.samples.push(await side.requests.sample(durationMs));
      for (const kind of limitKinds)
        row.limitSamples[kind].push(await limits.sample(kind, index, row.now.request, durationMs));
    }
  }
  return running.map((row) => rowOf(row, measured));
};

/** One kind of request, while it is measured. */
interface RunningRow {
  readonly before: RunningSide;
  readonly now: RunningSide;
  readonly limitSamples: LimitSamples;
}

interface RunningSide {
  readonly requests: ComparedRequests;
  readonly request: CheckedRequest;
  readonly counted: CountedRequest;
  readonly samples: ComparedSample[];
}

const countedSide = async ({ counter }: Side, requests: ComparedRequests): Promise<RunningSide> => {
  const [warmUp, request] = await requests.two();
  return { requests, request, counted: await counter.count(warmUp, request), samples: [] };
};

/** Makes the row of the last rounds, which are measured. */
const rowOf = ({ before, now, limitSamples }: RunningRow, measured: number): ComparedRow => {
  const last = <Taken extends Sample>(samples: readonly Taken[]) => samples.slice(-measured);
  const { bare, table } = limitSamples;
  const atLimits = { bare: last(bare), table: last(table) };
  const figures = ({ samples, counted: { answer: _, ...cost } }: RunningSide): SideFigures => ({
    figures: figuresOf(last(samples)),
    laterCpuMs: spreadOf(last(samples).map(({ laterCpuMs }) => laterCpuMs)),
    timesLimits: ratiosToLimits(last(samples), atLimits),
    cost,
  });
  const { name, budget } = now.requests;
  return {
    name,
    budgetMs: budget.cpuMs,
    before: figures(before),
    now: figures(now),
    timesBefore: timesOf(last(now.samples), last(before.samples)),
    problems: [
      ...[before, now].flatMap(({ request, counted }) => request.problemOf(counted.answer) ?? []),
      ...[...before.samples, ...now.samples, ...bare, ...table].flatMap(({ problems }) => problems),
    ],
  };
};
