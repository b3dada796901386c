import type { Grade } from "./judged-set.ts";

/** People look at so many results. */
const places = 10;

/**
 * How good the first ten results are, from 0 to 1 (nDCG@10): the sum of their gains, each less the lower it
 * stands, as a part of what the best order would have. An answer of grade 3 gains 7, of 2 three, of 1 one.
 * Source: Burges et al., "Learning to Rank using Gradient Descent", ICML 2005.
 */
export const ndcgAt10 = (found: readonly string[], grades: ReadonlyMap<string, Grade>): number => {
  const best = [...grades.values()].sort((one, other) => other - one);
  return dcg(found.map((name) => grades.get(name) ?? 0)) / dcg(best);
};

const dcg = (grades: readonly number[]): number =>
  grades
    .slice(0, places)
    .map((grade, place) => (2 ** grade - 1) / Math.log2(place + 2))
    .reduce((sum, each) => sum + each, 0);
