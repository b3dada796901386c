import { setTimeout as pause } from "node:timers/promises";
import type { HttpClient } from "#bench/client.ts";
import { certain, clock } from "#bench/lectern/tools.ts";
import type { LoadKind } from "./kinds.ts";
import type { LoadAnswers } from "./load-row.ts";

export interface Traffic {
  /** How many connections send requests, each one after the other. */
  readonly connections: number;
  /** The time in which the connections open. */
  readonly rampMs: number;
  /** From the first request to the last, with the time in which the connections open. */
  readonly durationMs: number;
  /** Whether to leave out answers from before all connections are open, and those after the end. */
  readonly steadyOnly?: boolean;
}

/** Sends requests of all kinds in turns. A client that is refused waits for as long as the answer says. */
export const sendTraffic = async (
  client: HttpClient,
  kinds: readonly LoadKind[],
  { connections, rampMs, durationMs, steadyOnly = false }: Traffic,
): Promise<ReadonlyMap<LoadKind, LoadAnswers>> => {
  const answered = new Map(
    kinds.map((kind): [LoadKind, LoadAnswers] => [kind, { served: [], refused: [], problems: [] }]),
  );
  const turns = kinds.flatMap((kind) => Array.from({ length: kind.share }, () => kind));
  const startedAtMs = clock.monotonicMs();
  const endsAtMs = startedAtMs + durationMs;
  const isCounted = (): boolean => {
    const nowMs = clock.monotonicMs();
    return !steadyOnly || (nowMs >= startedAtMs + rampMs && nowMs <= endsAtMs);
  };
  let turn = 0;
  const sendSome = async (_: unknown, connection: number): Promise<void> => {
    await pause((rampMs * connection) / connections);
    do {
      // The step has no common divisor with the turns, so that neighbours send different kinds.
      const kind = certain(turns[(turn++ * 7) % turns.length]);
      const waitMs = await send(client, kind, certain(answered.get(kind)), isCounted);
      if (waitMs > 0) await pause(Math.max(0, Math.min(waitMs, endsAtMs - clock.monotonicMs())));
    } while (clock.monotonicMs() < endsAtMs);
  };
  await Promise.all(Array.from({ length: connections }, sendSome));
  return answered;
};

/** Sends one request; returns how long the client has to wait before the next one. */
const send = async (
  client: HttpClient,
  kind: LoadKind,
  { served, refused, problems }: LoadAnswers,
  isCounted: () => boolean,
): Promise<number> => {
  const request = kind.request();
  try {
    const answer = await client.send(request);
    if (answer.status < 300) {
      if (isCounted()) served.push(answer.ms);
      kind.served?.(answer);
      return 0;
    }
    const pauseSeconds = Number(answer.status === 503 ? answer.headers["retry-after"] : Number.NaN);
    if (pauseSeconds > 0) {
      if (isCounted()) refused.push(answer.ms);
      return pauseSeconds * 1000;
    }
    problems.push(`${request.path}: ${answer.status} ${answer.text.slice(0, 200)}`);
  } catch (error) {
    problems.push(`${request.path}: ${(error as Error).message}`);
  }
  return 0;
};

/** The answers of all kinds together. */
export const together = (answered: ReadonlyMap<LoadKind, LoadAnswers>): LoadAnswers => {
  const all = [...answered];
  return {
    served: all.flatMap(([, { served }]) => served),
    refused: all.flatMap(([, { refused }]) => refused),
    problems: all.flatMap(([{ name }, { problems }]) => problems.map((problem) => `${name}: ${problem}`)),
  };
};
