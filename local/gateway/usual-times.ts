/** Assumed of work that has not been done yet. */
const firstMs = 20;

/** Counts shorter times as this one, so that an average can always grow again. */
const minMs = 1;

/** The share of its difference from the average that a single time adds to it. */
const weight = 0.1;

/** Counts a longer time as so many averages: a first call loads its function, and a disk may be slow once. */
const maxAverages = 4;

/**
 * Estimates how long work of each name takes: a running average, which a single slow run raises by a third.
 */
export const usualTimes = () => {
  const averages = new Map<string, number>();
  const of = (name: string): number => averages.get(name) ?? firstMs;
  return {
    of,
    note: (name: string, ms: number): void => {
      const average = of(name);
      const counted = Math.min(Math.max(ms, minMs), maxAverages * average);
      averages.set(name, average + weight * (counted - average));
    },
  };
};
