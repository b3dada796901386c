import type { CountedRequest } from "#bench/counting/count-process.ts";
import type { Cost } from "#bench/counting/metering.ts";
import { type LimitRatios, ratiosToLimits, startLimits } from "#bench/limits/limits.ts";
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
  /** Of the jobs that go on after the last answer, per request. */
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
  for (const [index, one] of now[kinds].entries()) {
    const sides = {
      before: await countedSide(before, before[kinds][index]!),
      now: await countedSide(now, one),
    };
    running.push({ ...sides, rounds: [] });
  }
  const answers = running.map((row) => row.now.counted.answer);
  await using limits = await startLimits(now.site, answers);
  for (let round = 1; round <= rounds; round++) {
    showProgress(`Comparing ${kinds}: round ${round} of ${rounds}`);
    for (const [index, row] of running.entries()) {
      const sample = (side: "before" | "now") => row[side].requests.sample(durationMs);
      // Each side is as often the first as the second.
      const [first, second] = round % 2 ? (["before", "now"] as const) : (["now", "before"] as const);
      const sides = { [first]: await sample(first), [second]: await sample(second) } as Pick<
        Round,
        "before" | "now"
      >;
      row.rounds.push({
        ...sides,
        bare: await limits.sample("bare", index, row.now.request, durationMs),
        signed: await limits.sample("signed", index, row.now.request, durationMs),
      });
    }
  }
  return running.map((row) => rowOf(row, measured));
};

/** The samples of a row in a round. */
type Round = Readonly<Record<"before" | "now", ComparedSample> & Record<"bare" | "signed", Sample>>;

interface RunningRow {
  readonly before: CountedSide;
  readonly now: CountedSide;
  readonly rounds: Round[];
}

interface CountedSide {
  readonly requests: ComparedRequests;
  readonly request: CheckedRequest;
  readonly counted: CountedRequest;
}

const countedSide = async ({ counter }: Side, requests: ComparedRequests): Promise<CountedSide> => {
  const [warmUp, request] = await requests.two();
  return { requests, request, counted: await counter.count(warmUp, request) };
};

/** Of the last rounds. */
const rowOf = ({ before, now, rounds }: RunningRow, measured: number): ComparedRow => {
  const samples = <Kind extends keyof Round>(kind: Kind) =>
    rounds.slice(-measured).map((round) => round[kind]);
  const atLimits = { bare: samples("bare"), signed: samples("signed") };
  const figures = (side: "before" | "now", { counted: { answer: _, ...cost } }: CountedSide) => ({
    figures: figuresOf(samples(side)),
    laterCpuMs: spreadOf(samples(side).map(({ laterCpuMs }) => laterCpuMs)),
    timesLimits: ratiosToLimits(samples(side), atLimits),
    cost,
  });
  const { name, budget } = now.requests;
  return {
    name,
    budgetMs: budget.cpuMs,
    before: figures("before", before),
    now: figures("now", now),
    timesBefore: timesOf(samples("now"), samples("before")),
    problems: [
      ...[before, now].flatMap(({ request, counted }) => request.problemOf(counted.answer) ?? []),
      ...rounds.flatMap((round) => Object.values(round).flatMap(({ problems }) => problems)),
    ],
  };
};
