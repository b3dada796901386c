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

/** What the service holds while nobody asks. */
interface Held {
  readonly memoryMb: number;
  readonly descriptors: number;
}

export interface Soaked {
  readonly held: readonly { readonly when: string; readonly held: Held }[];
  readonly served: number;
  readonly refused: number;
  readonly endedSlow: number;
  readonly problems: readonly string[];
}

/** Mixed traffic beside slow clients for long; what the service holds is read when all clients have gone. */
export const soak = async (
  { url, pids: [pid] }: Pick<ServiceProcess, "url" | "pids">,
  kinds: readonly LoadKind[],
  soakMs: number,
): Promise<Soaked> => {
  const warm = await sendBesideSlow(url, kinds, Math.min(warmMs, soakMs / 4));
  const beginning = await heldBy(pid);
  const first = await sendBesideSlow(url, kinds, soakMs / 2);
  const middle = await heldBy(pid);
  const second = await sendBesideSlow(url, kinds, soakMs / 2);
  const end = await heldBy(pid);
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

const heldBy = async (pid: number): Promise<Held> => {
  await pause(quietMs);
  return { memoryMb: memoryOf(pid).nowMb, descriptors: descriptorsOf(pid) };
};

export const soakTable = (posts: number, seconds: number, soaked: Soaked): Table => ({
  title: `${grouped(seconds)} seconds of ${connections} connections and ${slowCount} slow ones at ${grouped(posts)} posts`,
  columns: ["when", "MB", "descriptors"],
  rows: soaked.held.map(({ when, held: { memoryMb, descriptors } }) => [
    when,
    memoryMb.toFixed(0),
    grouped(descriptors),
  ]),
  notes: [
    `${grouped(soaked.served)} requests were served, which made the site larger, ${grouped(soaked.refused)} refused with Retry-After, ` +
      `${grouped(soaked.problems.length)} else. The service ended ${grouped(soaked.endedSlow)} of the slow connections, which came again. ` +
      "Read each time after all clients had gone.",
  ],
});

export const soakFailures = ({ held, problems }: Pick<Soaked, "held" | "problems">): readonly string[] => {
  const [before, middle, after] = held.map((reading) => reading.held) as [Held, Held, Held];
  const [atFirst, atLast] = [before.descriptors, after.descriptors];
  const [halfMb, endMb] = [middle.memoryMb, after.memoryMb];
  return [
    ...problems.map((problem) => `soak: ${problem}`),
    ...(atLast > atFirst + allowedGrowth
      ? [`The service had ${atFirst} descriptors in the beginning and ${atLast} in the end.`]
      : []),
    ...(endMb > halfMb + allowedGrowthMb
      ? [`The service took ${halfMb.toFixed(0)} MB in the middle and ${endMb.toFixed(0)} in the end.`]
      : []),
  ];
};
