import { startWorker } from "#bench/processes/worker.ts";
import { percentile, spreadOf } from "#bench/report/figures.ts";
import { grouped, type Table } from "#bench/report/table.ts";
import type { CommandDone, CommandWork } from "./command-process.ts";
import { rateCell } from "./level-table.ts";
import { type RoundsOfTraffic, sendRound, type TrafficRound } from "./levels.ts";
import { msCell, sortedNumbers } from "./load-table.ts";

/** How many save at a time. */
const counts: readonly number[] = [1, 8, 64];

/** How much slower than without a command the slowest save in a hundred may be. */
const maxTimes = 5;

/** A site, with kinds of requests that all save. */
export interface SavedSite extends RoundsOfTraffic {
  readonly data: string;
  /** For the command, which publishes them again and again. */
  readonly pageIds: readonly number[];
}

/** The saves of so many clients, and what the command publishes a second, without each other and together. */
export interface BesideCommand {
  readonly savers: number;
  readonly without: readonly TrafficRound[];
  readonly beside: readonly TrafficRound[];
  readonly publishedAlone: readonly number[];
  readonly publishedBeside: readonly number[];
}

/** Saves without a command and beside one that writes in the same folder without pause, in turns. */
export const measureBesideCommand = async (site: SavedSite): Promise<readonly BesideCommand[]> => {
  const { data, pageIds, rounds, roundMs } = site;
  await using command = startWorker<CommandWork, CommandDone>("load/command-process.ts", {});
  const published = async (durationMs: number): Promise<number> =>
    ((await command.ask({ data, pageIds, durationMs })).published / durationMs) * 1000;
  // Opens the folder, and has V8 compile what is used often.
  await published(roundMs);
  const measured: BesideCommand[] = [];
  for (const savers of counts) {
    const taken = [];
    for (let round = 0; round < rounds; round++) {
      const without = await sendRound(site, savers);
      const publishedAlone = await published(roundMs);
      const [beside, publishedBeside] = await Promise.all([sendRound(site, savers), published(roundMs)]);
      taken.push({ without, beside, publishedAlone, publishedBeside });
    }
    measured.push({
      savers,
      without: taken.map(({ without }) => without),
      beside: taken.map(({ beside }) => beside),
      publishedAlone: taken.map(({ publishedAlone }) => publishedAlone),
      publishedBeside: taken.map(({ publishedBeside }) => publishedBeside),
    });
  }
  return measured;
};

export const besideCommandTable = (posts: number, measured: readonly BesideCommand[]): Table => ({
  title: `Saves beside a command that writes without pause at ${grouped(posts)} posts`,
  columns: [
    "savers",
    "saves/s without",
    "p50 ms",
    "p99 ms",
    "saves/s beside",
    "p50 ms",
    "p99 ms",
    "× without",
    "else",
    "command: writes/s alone",
    "beside",
  ],
  rows: measured.map((each) => {
    const { savers, without, beside, publishedAlone, publishedBeside } = each;
    const [withoutMs, besideMs] = [savedMs(without), savedMs(beside)];
    const times = timesWithout(each);
    const others = [...without, ...beside].flatMap(({ refused, problems }) => [...refused, ...problems]);
    return [
      grouped(savers),
      rateCell(without),
      msCell(withoutMs, 0.5),
      msCell(withoutMs, 0.99),
      rateCell(beside),
      msCell(besideMs, 0.5),
      msCell(besideMs, 0.99),
      Number.isNaN(times) ? "–" : `${times.toFixed(1)} ${times <= maxTimes ? "✓" : "✗"}`,
      grouped(others.length),
      spreadOf(publishedAlone).median.toFixed(0),
      spreadOf(publishedBeside).median.toFixed(0),
    ];
  }),
  notes: [
    "A save creates a post. The command publishes posts in the folder of the service, eight at a time. Else: refused, or another answer.",
  ],
});

export const besideCommandFailures = (
  measured: readonly BesideCommand[],
  isJudged: boolean,
): readonly string[] =>
  measured.flatMap((each) => {
    const times = timesWithout(each);
    return [
      ...[...each.without, ...each.beside].flatMap(({ problems }) => problems),
      ...(isJudged && each.publishedBeside.includes(0)
        ? [`Beside ${each.savers} savers, a command wrote nothing.`]
        : []),
      ...(isJudged && !(times <= maxTimes)
        ? [`Beside a command, the slowest of ${each.savers} savers wait ${times.toFixed(1)} times as long.`]
        : []),
    ];
  });

const savedMs = (rounds: readonly TrafficRound[]): readonly number[] =>
  sortedNumbers(rounds.flatMap(({ served }) => served));

/** How many times as long the slowest save in a hundred takes beside a command. */
const timesWithout = ({ without, beside }: BesideCommand): number =>
  percentile(savedMs(beside), 0.99) / percentile(savedMs(without), 0.99);
