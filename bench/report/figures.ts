import type { Sample } from "#bench/reading/measure.ts";

/** The middle of several measurements, with the least and the greatest. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly greatest: number;
}

/** What samples of the same requests say. */
export interface Figures {
  readonly requestsPerSecond: Spread;
  /** Per request. */
  readonly cpuMs: Spread;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** How many answers were verified. */
  readonly answers: number;
}

/** Sums up samples: rates and CPU per sample, latencies of all of them. */
export const figuresOf = (samples: readonly Sample[]): Figures => {
  const latencies = samples.flatMap((sample) => sample.latencies).toSorted((one, other) => one - other);
  return {
    requestsPerSecond: spreadOf(samples.map((sample) => (sample.latencies.length / sample.elapsedMs) * 1000)),
    cpuMs: spreadOf(samples.map((sample) => sample.cpuMs / sample.latencies.length)),
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    answers: latencies.length,
  };
};

/** The spread of some values. */
export const spreadOf = (values: readonly number[]): Spread => {
  const sorted = values.toSorted((one, other) => one - other);
  return { median: percentile(sorted, 0.5), least: sorted[0]!, greatest: sorted.at(-1)! };
};

/** The value of sorted ones below which that part of them lies. */
export const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
