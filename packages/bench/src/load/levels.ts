import { clientOf } from "#bench/client.ts";
import { certain } from "#bench/lectern/tools.ts";
import type { LoadKind } from "./kinds.ts";
import type { LoadAnswers } from "./load-row.ts";
import { sendTraffic, together } from "./send-traffic.ts";

/** Mixed traffic to one service, measured in rounds. */
export interface RoundsOfTraffic {
  readonly url: string;
  readonly kinds: readonly LoadKind[];
  readonly rounds: number;
  readonly roundMs: number;
}

/** The answers of one round. */
export interface TrafficRound extends LoadAnswers {
  /** Successful answers a second, all and those to writes. */
  readonly perSecond: number;
  readonly writesPerSecond: number;
}

/** The rounds with one number of connections. */
export interface Level {
  readonly connections: number;
  readonly rounds: readonly TrafficRound[];
}

/** The part of a round in which the connections open; its answers are not counted. */
const rampPart = 0.25;

/** More at once are a load of another kind, so thousands of connections make the round longer. */
const msToOpen = 1;

export const sendRound = async (
  { url, kinds, roundMs }: RoundsOfTraffic,
  connections: number,
): Promise<TrafficRound> => {
  using disposal = new DisposableStack();
  const client = clientOf(url);
  disposal.defer(client.close);
  const rampMs = Math.max(roundMs * rampPart, connections * msToOpen);
  const steadyMs = roundMs * (1 - rampPart);
  const answered = await sendTraffic(client, kinds, {
    connections,
    rampMs,
    durationMs: rampMs + steadyMs,
    steadyOnly: true,
  });
  const perSecond = (count: number): number => (count / steadyMs) * 1000;
  const answers = together(answered);
  const writes = kinds.flatMap((kind) => (kind.writes ? certain(answered.get(kind)).served : []));
  return {
    ...answers,
    perSecond: perSecond(answers.served.length),
    writesPerSecond: perSecond(writes.length),
  };
};

/** Rounds of all levels in turns, so that what else the machine does meets all of them. */
export const measureLevels = async (
  traffic: RoundsOfTraffic,
  levels: readonly number[],
): Promise<readonly Level[]> => {
  const measured = levels.map((connections) => ({ connections, rounds: [] as TrafficRound[] }));
  for (let round = 0; round < traffic.rounds; round++)
    for (const { connections, rounds } of measured) rounds.push(await sendRound(traffic, connections));
  return measured;
};
