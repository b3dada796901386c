import { grouped, type Table } from "#bench/report/table.ts";
import { minRatio, rateCell } from "./level-table.ts";
import { type RoundsOfTraffic, sendRound, type TrafficRound } from "./levels.ts";
import { msCell, sortedNumbers } from "./load-table.ts";
import { medianRatio } from "./saturation.ts";
import { openSlowConnections } from "./slow-connections.ts";

/** How many connections the measured traffic has. */
const connections = 16;
/** How many slow clients there are beside it. */
export const slowCount = 150;

export interface SlowClients {
  readonly without: readonly TrafficRound[];
  readonly beside: readonly TrafficRound[];
}

/** Mixed traffic without slow clients and beside them, in turns. */
export const measureSlowClients = async (traffic: RoundsOfTraffic): Promise<SlowClients> => {
  const without: TrafficRound[] = [];
  const beside: TrafficRound[] = [];
  for (let round = 0; round < traffic.rounds; round++) {
    without.push(await sendRound(traffic, connections));
    using slow = openSlowConnections(traffic.url, slowCount);
    await slow.allOpen;
    beside.push(await sendRound(traffic, connections));
  }
  return { without, beside };
};

export const slowClientsTable = (posts: number, { without, beside }: SlowClients): Table => {
  const row = (name: string, rounds: readonly TrafficRound[]): readonly string[] => {
    const servedMs = sortedNumbers(rounds.flatMap(({ served }) => served));
    const problems = rounds.flatMap((round) => round.problems).length;
    const ratio = medianRatio(rounds, without).toFixed(2);
    return [name, rateCell(rounds), ratio, msCell(servedMs, 0.5), msCell(servedMs, 0.99), grouped(problems)];
  };
  return {
    title: `${connections} connections beside ${slowCount} slow ones at ${grouped(posts)} posts`,
    columns: ["slow connections", "served/s", "× without", "p50 ms", "p99 ms", "else"],
    rows: [row("0", without), row(String(slowCount), beside)],
    notes: [
      "A third of the slow connections sends heads byte by byte, a third bodies, and a third reads answers of 170 KB in pieces of 512 bytes.",
    ],
  };
};

export const slowClientsFailures = (
  { without, beside }: SlowClients,
  isJudged: boolean,
): readonly string[] => {
  const ratio = medianRatio(beside, without);
  return [
    ...without.flatMap(({ problems }) => problems),
    ...beside.flatMap(({ problems }) => problems.map((problem) => `beside slow clients: ${problem}`)),
    ...(isJudged && !(ratio >= minRatio)
      ? [`Beside slow clients, throughput is ${ratio.toFixed(2)} of what it is without.`]
      : []),
  ];
};
