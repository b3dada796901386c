import { setTimeout as pause } from "node:timers/promises";
import { clientOf } from "#bench/client.ts";
import type { ServiceProcess } from "#bench/processes/service.ts";
import { descriptorsOf, memoryOf } from "#bench/processes/usage.ts";
import { grouped, type Table } from "#bench/report/table.ts";
import type { LoadKind } from "./kinds.ts";
import { sendTraffic, together } from "./send-traffic.ts";
import { slowCount } from "./slow-clients.ts";
import { openSlowConnections } from "./slow-connections.ts";

const connections = 64;

/** Traffic before the first count, after which everything that stays open is open. */
const warmMs = 5_000;

/**
 * The time in which the service notices that all clients have gone, ends the jobs that follow writes, and
 * gives memory back.
 */
const quietMs = 6_000;

/** Some are open for a moment, or are opened late. A leak has one for each of many requests. */
const allowedGrowth = 16;

/**
 * By how many megabytes memory may grow in the second half, in which the site grows by ten thousand posts. A
 * leak of one kilobyte in each request has twice that.
 */
const allowedGrowthMb = 64;

/** What service and engine hold while nobody asks. */
interface Held {
  readonly memoryMb: readonly number[];
  readonly descriptors: readonly number[];
}

export interface Soaked {
  readonly held: readonly { readonly when: string; readonly held: Held }[];
  readonly served: number;
  readonly refused: number;
  readonly endedSlow: number;
  readonly problems: readonly string[];
}

/** Mixed traffic beside slow clients for long; what the processes hold is read when all clients have gone. */
export const soak = async (
  { url, pids }: Pick<ServiceProcess, "url" | "pids">,
  kinds: readonly LoadKind[],
  soakMs: number,
): Promise<Soaked> => {
  const warm = await sendBesideSlow(url, kinds, Math.min(warmMs, soakMs / 4));
  const beginning = await heldBy(pids);
  const first = await sendBesideSlow(url, kinds, soakMs / 2);
  const middle = await heldBy(pids);
  const second = await sendBesideSlow(url, kinds, soakMs / 2);
  const end = await heldBy(pids);
  return {
    held: [
      { when: "beginning", held: beginning },
      { when: "middle", held: middle },
      { when: "end", held: end },
    ],
    served: first.served.length + second.served.length,
    refused: first.refused.length + second.refused.length,
    endedSlow: first.endedSlow + second.endedSlow,
    problems: [warm, first, second].flatMap(({ problems }) => problems),
  };
};

const sendBesideSlow = async (url: string, kinds: readonly LoadKind[], durationMs: number) => {
  using disposal = new DisposableStack();
  const client = clientOf(url);
  disposal.defer(client.close);
  using slow = openSlowConnections(url, slowCount);
  await slow.allOpen;
  const answers = together(await sendTraffic(client, kinds, { connections, rampMs: 0, durationMs }));
  return { ...answers, endedSlow: slow.ended() };
};

const heldBy = async (pids: readonly number[]): Promise<Held> => {
  await pause(quietMs);
  return {
    memoryMb: pids.map((pid) => memoryOf(pid).nowMb),
    descriptors: pids.map(descriptorsOf),
  };
};

export const soakTable = (posts: number, seconds: number, soaked: Soaked): Table => ({
  title: `${grouped(seconds)} seconds of ${connections} connections and ${slowCount} slow ones at ${grouped(posts)} posts`,
  columns: ["when", "service MB", "engine MB", "service descriptors", "engine descriptors"],
  rows: soaked.held.map(({ when, held: { memoryMb, descriptors } }) => [
    when,
    ...memoryMb.map((megabytes) => megabytes.toFixed(0)),
    ...descriptors.map(grouped),
  ]),
  notes: [
    `${grouped(soaked.served)} requests were served, which made the site larger, ${grouped(soaked.refused)} refused with Retry-After, ` +
      `${grouped(soaked.problems.length)} else. The service ended ${grouped(soaked.endedSlow)} of the slow connections, which came again. ` +
      "Read each time after all clients had gone.",
  ],
});

export const soakFailures = ({ held, problems }: Pick<Soaked, "held" | "problems">): readonly string[] => {
  const [before, middle, after] = held.map((reading) => reading.held) as [Held, Held, Held];
  const grown = ["service", "engine"].flatMap((name, index) => {
    const [atFirst, atLast] = [before.descriptors[index]!, after.descriptors[index]!];
    const [halfMb, endMb] = [middle.memoryMb[index]!, after.memoryMb[index]!];
    return [
      ...(atLast > atFirst + allowedGrowth
        ? [`The ${name} had ${atFirst} descriptors in the beginning and ${atLast} in the end.`]
        : []),
      ...(endMb > halfMb + allowedGrowthMb
        ? [`The ${name} took ${halfMb.toFixed(0)} MB in the middle and ${endMb.toFixed(0)} in the end.`]
        : []),
    ];
  });
  return [...problems.map((problem) => `soak: ${problem}`), ...grown];
};
