/** Assumed of work that has not been done yet. */
const firstMs = 20;

/** Less is not told apart, so that an average can always grow again. */
const minMs = 1;

/** A single time changes the average by a tenth of what it differs. */
const weight = 0.1;

/** A first call loads its function, and a disk may be slow once: longer times count as so many averages. */
const maxAverages = 4;

/** How long work of each name usually takes: a running average, which a single slow run raises by a third. */
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
