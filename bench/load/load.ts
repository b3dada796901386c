import { setTimeout as pause } from "node:timers/promises";
import { clientOf, type HttpClient } from "#bench/client.ts";
import { serveCorpus } from "#bench/processes/served-corpus.ts";
import { showProgress } from "#bench/progress.ts";
import type { BenchResult, Measurement, RunOptions } from "#bench/result.ts";
import { clock } from "#lib/clock.ts";
import { type LoadKind, loadKinds } from "./kinds.ts";
import type { LoadAnswers, LoadRow } from "./load-row.ts";
import { loadTable } from "./load-table.ts";

/** How many connections send requests, each one after the other. */
const connections = 200;

/** The time in which the connections open. */
const rampMs = 2_000;

/** Overload: reads and writes from 200 connections at once, compared with one. */
export const measureLoad: Measurement = async function* (run) {
  for (const posts of run.posts) yield await loadSite(posts, run);
};

const loadSite = async (posts: number, run: RunOptions): Promise<BenchResult> => {
  await using served = await serveCorpus(posts, run);
  const { ids, site } = served;
  await using disposal = new AsyncDisposableStack();
  const client = clientOf(site.url);
  disposal.defer(client.close);
  const kinds = loadKinds(ids);
  for (const { request } of kinds) await client.sendUntilReady(request());
  const durationMs = run.seconds * 1000;
  showProgress(`${posts} posts: one connection`);
  const alone = new Map<LoadKind, LoadAnswers>();
  for (const kind of kinds) alone.set(kind, await sendFor(client, [kind], 1, durationMs / 2).then(only));
  showProgress(`${posts} posts: ${connections} connections`);
  const crowded = await sendFor(client, kinds, connections, 2 * durationMs);
  const rows = kinds.map(
    (kind): LoadRow => ({
      name: kind.name,
      alone: alone.get(kind)!,
      crowded: crowded.get(kind)!,
    }),
  );
  const failures = rows.flatMap(({ name, alone, crowded }) => [
    ...alone.problems.map((problem) => `${name}, alone: ${problem}`),
    ...alone.refused.map(() => `${name}: refused although nobody else asked`),
    ...crowded.problems.map((problem) => `${name}: ${problem}`),
  ]);
  return { tables: [loadTable(posts, connections, rows)], data: { posts, rows }, failures };
};

const only = (answered: ReadonlyMap<LoadKind, LoadAnswers>): LoadAnswers => [...answered.values()][0]!;

/** Sends requests of all kinds in turns. */
const sendFor = async (
  client: HttpClient,
  kinds: readonly LoadKind[],
  concurrency: number,
  durationMs: number,
): Promise<ReadonlyMap<LoadKind, LoadAnswers>> => {
  const answered = new Map(
    kinds.map((kind): [LoadKind, LoadAnswers] => [kind, { served: [], refused: [], problems: [] }]),
  );
  const turns = kinds.flatMap((kind) => Array.from({ length: kind.share }, () => kind));
  const endsAtMs = clock.monotonicMs() + durationMs;
  let turn = 0;
  const sendSome = async (_: unknown, connection: number): Promise<void> => {
    await pause((rampMs * connection) / concurrency);
    do {
      // The step has no common divisor with the turns, so that neighbours send different kinds.
      const kind = turns[(turn++ * 7) % turns.length]!;
      await send(client, kind, answered.get(kind)!);
    } while (clock.monotonicMs() < endsAtMs);
  };
  await Promise.all(Array.from({ length: concurrency }, sendSome));
  return answered;
};

const send = async (
  client: HttpClient,
  kind: LoadKind,
  { served, refused, problems }: LoadAnswers,
): Promise<void> => {
  const request = kind.request();
  try {
    const answer = await client.send(request);
    if (answer.status < 300) {
      served.push(answer.ms);
      kind.served?.(answer);
      return;
    }
    const pauseSeconds = Number(answer.status === 503 ? answer.headers["retry-after"] : Number.NaN);
    if (pauseSeconds > 0) {
      refused.push(answer.ms);
      await pause(pauseSeconds * 1000);
    } else problems.push(`${request.path}: ${answer.status} ${answer.text.slice(0, 200)}`);
  } catch (error) {
    problems.push(`${request.path}: ${(error as Error).message}`);
  }
};
