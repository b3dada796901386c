import { certain } from "#bench/lectern/tools.ts";
import type { Sample } from "#bench/reading/measure.ts";

/** The median, least and greatest of several values. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly greatest: number;
}

/** The results of samples of the same requests. */
export interface Figures {
  readonly requestsPerSecond: Spread;
  /** Per request. */
  readonly cpuMs: Spread;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** How many answers were checked. */
  readonly answers: number;
}

/** Sums samples up: rates and CPU per sample, latencies of all. */
export const figuresOf = (samples: readonly Sample[]): Figures => {
  const latencies = samples.flatMap((sample) => sample.latencies).toSorted((one, other) => one - other);
  return {
    requestsPerSecond: spreadOf(samples.map((sample) => (sample.latencies.length / sample.elapsedMs) * 1000)),
    cpuMs: spreadOf(samples.map(cpuMsEach)),
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    answers: latencies.length,
  };
};

/** CPU per request as a multiple of that of other samples, each of which was taken in the same round. */
export const timesOf = (samples: readonly Sample[], others: readonly Sample[]): Spread =>
  spreadOf(samples.map((sample, round) => cpuMsEach(sample) / cpuMsEach(certain(others[round]))));

const cpuMsEach = ({ cpuMs, latencies }: Sample): number => cpuMs / latencies.length;

export const spreadOf = (values: readonly number[]): Spread => {
  const sorted = values.toSorted((one, other) => one - other);
  return { median: percentile(sorted, 0.5), least: certain(sorted[0]), greatest: certain(sorted.at(-1)) };
};

/** The median with the least and the greatest. */
export const spreadCell = ({ median, least, greatest }: Spread, digits = 2): string =>
  `${median.toFixed(digits)} (${least.toFixed(digits)}–${greatest.toFixed(digits)})`;

export const percentOf = ({ median, least, greatest }: Spread): Spread => ({
  median: 100 * median,
  least: 100 * least,
  greatest: 100 * greatest,
});

/** The value below which this part of the sorted values lies. */
export const percentile = (sorted: readonly number[], part: number): number =>
  certain(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]);
