import { certain } from "#bench/lectern/tools.ts";
import { spreadOf } from "#bench/report/figures.ts";
import type { Level, TrafficRound } from "./levels.ts";

/** What the next level has to bring, or the service is saturated. */
const minGain = 1.1;

/** Why a level is the one at which the service has no more to give. */
export type Saturation = "refusals" | "no gain";

/** The first level with refusals, or after which more connections bring less than a tenth more. */
export const saturationOf = (
  levels: readonly Level[],
): { readonly index: number; readonly by: Saturation } | undefined => {
  for (const [index, { rounds }] of levels.entries()) {
    if (spreadOf(rounds.map(({ refused }) => refused.length)).median > 0) return { index, by: "refusals" };
    const next = levels[index + 1];
    if (next && !(rateOf(next) >= minGain * rateOf(certain(levels[index])))) return { index, by: "no gain" };
  }
  return undefined;
};

/**
 * Compares each level with the best one of as many connections or fewer. So a fall is seen even if throughput
 * rises again, because writes are refused and leave room for reads.
 */
export const ratiosToBest = (levels: readonly Level[]): readonly number[] =>
  levels.map(({ rounds }, index) => {
    const upTo = levels.slice(0, index + 1);
    const best = Math.max(...upTo.map(rateOf));
    return medianRatio(rounds, certain(upTo.find((level) => rateOf(level) === best)).rounds);
  });

/** The median of rounds, each compared with the other's round of the same time. */
export const medianRatio = (rounds: readonly TrafficRound[], others: readonly TrafficRound[]): number =>
  spreadOf(rounds.map((round, index) => round.perSecond / certain(others[index]).perSecond)).median;

const rateOf = ({ rounds }: Level): number => spreadOf(rounds.map(({ perSecond }) => perSecond)).median;
