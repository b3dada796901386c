import { setTimeout as sleep } from "node:timers/promises";
import type { HttpAnswer, HttpClient, HttpRequest } from "#bench/client.ts";
import { cpuMsOf } from "#bench/processes/usage.ts";
import { clock } from "#lib/clock.ts";

/** A request, and what is wrong with an answer to it; undefined for a right one. */
export interface CheckedRequest extends HttpRequest {
  readonly problemOf: (answer: HttpAnswer) => string | undefined;
}

/** What came of sending requests for a while. */
export interface Sample {
  /** Of each answer, in milliseconds. */
  readonly latencies: readonly number[];
  readonly elapsedMs: number;
  /** Of all processes of the service. */
  readonly cpuMs: number;
  /** A line for each wrong answer. */
  readonly problems: readonly string[];
}

/** How requests are sent. */
export interface Sending {
  /** Sent one after the other, and then again from the first one on. */
  readonly requests: readonly CheckedRequest[];
  /** Counts the requests from sample to sample. */
  readonly sent: { count: number };
  /** Every request gets an address of its own, so that no answer is one that was kept for another request. */
  readonly isUnique: boolean;
  /** Done before each request; its CPU is not counted. Only for one at a time. */
  readonly before?: () => Promise<void>;
  /** So many at a time. */
  readonly concurrency: number;
  /** For so long; each of those at a time sends at least one. */
  readonly durationMs: number;
}

/** What is left to do after the last answer, collecting garbage for one, belongs to the sample as well. */
const settlingMs = 5;

/** Sends requests for a while, and checks the answers. */
export const sample = async (
  client: HttpClient,
  pids: readonly number[],
  { requests, sent, isUnique, before, concurrency, durationMs }: Sending,
): Promise<Sample> => {
  const latencies: number[] = [];
  const problems: string[] = [];
  let otherCpuMs = 0;
  const cpuBeforeMs = cpuMsOf(pids);
  const startedAtMs = clock.monotonicMs();
  const prepare = async (): Promise<void> => {
    if (!before) return;
    const idleCpuMs = cpuMsOf(pids);
    await before();
    otherCpuMs += cpuMsOf(pids) - idleCpuMs;
  };
  const sendSome = async (): Promise<void> => {
    do {
      await prepare();
      const count = sent.count++;
      const request = requests[count % requests.length]!;
      const answer = await client.send(isUnique ? withAddressOfItsOwn(request, count) : request);
      latencies.push(answer.ms);
      const problem = request.problemOf(answer);
      if (problem !== undefined) problems.push(`${request.path}: ${problem}`);
    } while (clock.monotonicMs() - startedAtMs < durationMs);
  };
  await Promise.all(Array.from({ length: concurrency }, sendSome));
  const elapsedMs = clock.monotonicMs() - startedAtMs;
  await sleep(settlingMs);
  return { latencies, elapsedMs, cpuMs: cpuMsOf(pids) - cpuBeforeMs - otherCpuMs, problems };
};

/** Every endpoint accepts `_` and does not look at it. */
const withAddressOfItsOwn = ({ path, ...request }: HttpRequest, count: number): HttpRequest => ({
  ...request,
  path: `${path}${path.includes("?") ? "&" : "?"}_=${count}`,
});
