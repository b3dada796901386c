import { setTimeout as sleep } from "node:timers/promises";
import type { HttpAnswer, HttpClient, HttpRequest } from "#bench/client.ts";
import { certain, clock } from "#bench/lectern/tools.ts";
import { cpuMsOf } from "#bench/processes/usage.ts";

export interface CheckedRequest extends HttpRequest {
  readonly problemOf: (answer: HttpAnswer) => string | undefined;
}

/** The measurements of some time. */
export interface Sample {
  /** In milliseconds. */
  readonly latencies: readonly number[];
  readonly elapsedMs: number;
  /** What all processes of the service took together. */
  readonly cpuMs: number;
  /** A line for each wrong answer. */
  readonly problems: readonly string[];
}

export interface Sending {
  /** Sent in turns, again and again. */
  readonly requests: readonly CheckedRequest[];
  /** Counts requests from sample to sample. */
  readonly sent: { count: number };
  /** Gives each request its own address, so that no answer kept for another address is used. */
  readonly isUnique: boolean;
  /** Done before each request, without counting its CPU; for one at a time. */
  readonly before?: () => Promise<void>;
  readonly concurrency: number;
  /** The minimum; each sender sends at least one. */
  readonly durationMs: number;
}

/** Lets work after the last answer, such as garbage collection, count. */
const settlingMs = 5;

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
      const request = certain(requests[count % requests.length]);
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

/** Sends each request once, one at a time. */
export const sampleEach = async (
  client: HttpClient,
  pids: readonly number[],
  requests: readonly CheckedRequest[],
): Promise<Sample> => {
  const latencies: number[] = [];
  const problems: string[] = [];
  const cpuBeforeMs = cpuMsOf(pids);
  const startedAtMs = clock.monotonicMs();
  for (const request of requests) {
    const answer = await client.send(request);
    latencies.push(answer.ms);
    const problem = request.problemOf(answer);
    if (problem !== undefined) problems.push(`${request.path}: ${problem}`);
  }
  const elapsedMs = clock.monotonicMs() - startedAtMs;
  await sleep(settlingMs);
  return { latencies, elapsedMs, cpuMs: cpuMsOf(pids) - cpuBeforeMs, problems };
};

/** Every endpoint ignores the parameter `_`. */
const withAddressOfItsOwn = ({ path, ...request }: HttpRequest, count: number): HttpRequest => ({
  ...request,
  path: `${path}${path.includes("?") ? "&" : "?"}_=${count}`,
});
