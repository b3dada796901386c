import { certain } from "#bench/lectern/tools.ts";
import { percentile, spreadOf } from "#bench/report/figures.ts";
import { grouped, type Table } from "#bench/report/table.ts";
import type { Level, TrafficRound } from "./levels.ts";
import { msCell, sortedNumbers } from "./load-table.ts";
import { ratiosToBest, saturationOf } from "./saturation.ts";

/** What has to be left of the best throughput. */
export const minRatio = 0.75;

/** How long a refusal may take, of a hundred the slowest: whoever is refused is to know it early. */
const maxRefusalMs = 1_000;

/** 1, 4, 16 … connections, up to this many. */
export const levelsUpTo = (most: number): readonly number[] => {
  const levels: number[] = [];
  for (let level = 1; level <= most; level *= 4) levels.push(level);
  return levels;
};

export const levelTable = (posts: number, levels: readonly Level[]): Table => ({
  title: `Rising numbers of connections at ${grouped(posts)} posts`,
  columns: [
    "connections",
    "served/s",
    "of these writes",
    "× best",
    "p50 ms",
    "p99 ms",
    "refused",
    "p99 ms",
    "else",
  ],
  rows: levels.map((level, index) => {
    const servedMs = sortedNumbers(level.rounds.flatMap((round) => round.served));
    const refusedMs = sortedNumbers(level.rounds.flatMap((round) => round.refused));
    const problems = level.rounds.flatMap((round) => round.problems);
    const answers = Math.max(1, servedMs.length + refusedMs.length);
    const ratio = certain(ratiosToBest(levels)[index]);
    return [
      grouped(level.connections),
      rateCell(level.rounds),
      Math.round(spreadOf(level.rounds.map((round) => round.writesPerSecond)).median).toString(),
      ratio.toFixed(2) + (isBeyond(levels, index) ? ` ${ratio >= minRatio ? "✓" : "✗"}` : ""),
      msCell(servedMs, 0.5),
      msCell(servedMs, 0.99),
      `${((100 * refusedMs.length) / answers).toFixed(1)} %`,
      msCell(refusedMs, 0.99),
      grouped(problems.length),
    ];
  }),
  notes: [
    `Medians of ${levels[0]?.rounds.length} rounds, levels in turns. × best: the throughput compared with the best level of as many ` +
      `connections or fewer, round by round. Beyond saturation, ${minRatio} has to be left. Refused: 503 with Retry-After.`,
    saturationNote(levels),
  ],
});

const saturationNote = (levels: readonly Level[]): string => {
  const saturation = saturationOf(levels);
  if (!saturation) return "No level saturates the service.";
  const { index, by } = saturation;
  const reason =
    by === "refusals" ? "where refusals begin" : "after which throughput rises by less than a tenth";
  return `Saturation: ${grouped(certain(levels[index]).connections)} connections, ${reason}.`;
};

const isBeyond = (levels: readonly Level[], index: number): boolean =>
  index > (saturationOf(levels)?.index ?? Number.POSITIVE_INFINITY);

/** The median, and the least and greatest round. */
export const rateCell = (rounds: readonly TrafficRound[]): string => {
  const { median, least, greatest } = spreadOf(rounds.map((round) => round.perSecond));
  return `${Math.round(median)} (${Math.round(least)}–${Math.round(greatest)})`;
};

export const levelFailures = (levels: readonly Level[], isJudged: boolean): readonly string[] => [
  ...levels.flatMap(({ connections, rounds }) =>
    rounds.flatMap(({ problems }) => problems.map((problem) => `${connections} connections: ${problem}`)),
  ),
  ...levels.flatMap(({ connections, rounds }) => {
    const refusedMs = sortedNumbers(rounds.flatMap(({ refused }) => refused));
    const slowestMs = refusedMs.length > 0 ? percentile(refusedMs, 0.99) : 0;
    return isJudged && slowestMs > maxRefusalMs
      ? [`${connections} connections: refusals take ${Math.round(slowestMs)} ms (p99).`]
      : [];
  }),
  ...ratiosToBest(levels).flatMap((ratio, index) =>
    isJudged && isBeyond(levels, index) && !(ratio >= minRatio)
      ? [
          `${certain(levels[index]).connections} connections: throughput is ${ratio.toFixed(2)} of the best with fewer.`,
        ]
      : [],
  ),
];
