import { join } from "node:path";
import type { Route } from "#bench/lectern/routes.ts";
import { startWorker } from "#bench/processes/worker.ts";
import { spreadOf } from "#bench/report/figures.ts";
import { type CpuShare, cpuShareOf, mbOfProcessor } from "./cpu-share.ts";
import type { Effort } from "./effort.ts";
import type { FirstAnswer, FirstRequest } from "./first-answer-process.ts";
import type { Import } from "./import-process.ts";
import type { SnapshottedSite } from "./snapshotted-site.ts";

/** What a new instance of a function takes, the median of several. */
export interface NewInstance {
  readonly status: number;
  readonly loadCpuMs: number;
  /** With loading. */
  readonly cpuMs: number;
  /** From the beginning of loading to the answer, with the share of a processor that the memory buys. */
  readonly ms: number;
  /** How long an instance takes for an answer if it has answered before. */
  readonly warmMs: number;
  readonly peakMb: number;
}

interface Starts {
  readonly site: SnapshottedSite;
  /** How many instances are started, one after the other. */
  readonly rounds: number;
}

/** Every instance is a new process without a catalog. */
export const measureInstance = async (
  { id, uses }: Pick<Route, "id" | "uses">,
  memoryMb: number,
  request: FirstRequest,
  { site, rounds }: Starts,
): Promise<NewInstance> => {
  using share = cpuShareOf(memoryMb);
  const answers: FirstAnswer[] = [];
  for (let round = 0; round < rounds; round++) {
    const settings = {
      ...site.settings,
      // With this limit, an instance that cannot use the snapshot answers 503. Requests before may have
      // changed a few pages.
      ...(uses.includes("catalog") && { CATALOG_AHEAD: "true", CATALOG_BUILD_LIMIT: "10" }),
      CATALOG_FILE: join(site.folder, `${id.replaceAll("/", "-")}-${memoryMb}-${round}.db`),
    };
    answers.push(await firstAnswer(request, settings, share));
  }
  const timeOf = share ? wallMsOf : (efforts: readonly Effort[]) => reckonedMs(efforts, memoryMb);
  const median = (value: (answer: FirstAnswer) => number): number => spreadOf(answers.map(value)).median;
  return {
    status: Math.max(...answers.map(({ status }) => status)),
    loadCpuMs: median(({ loading }) => loading.cpuMs),
    cpuMs: median(({ loading, answering }) => cpuMsOf([loading, answering])),
    ms: median(({ loading, answering }) => timeOf([loading, answering])),
    warmMs: median(({ repeating }) => timeOf([repeating])) / request.repetitions,
    peakMb: median(({ repeating }) => repeating.peakMb),
  };
};

const firstAnswer = async (
  request: FirstRequest,
  settings: Readonly<Record<string, string>>,
  share: CpuShare | undefined,
): Promise<FirstAnswer> => {
  const own = { ...settings, ...withoutCache };
  await using worker = startWorker<FirstRequest, FirstAnswer>("cold/first-answer-process.ts", own);
  share?.add(worker.pid);
  return await worker.ask(request);
};

/** CPU of loading a file in a new process with the share of so much memory, which makes it dearer. */
export const loadingCpuMs = async (file: string, memoryMb: number, rounds: number): Promise<number> => {
  using share = cpuShareOf(memoryMb);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await using worker = startWorker<Import, Effort>("cold/import-process.ts", withoutCache);
    share?.add(worker.pid);
    times.push((await worker.ask({ file })).cpuMs);
  }
  return spreadOf(times).median;
};

/** A new instance on Lambda has no compiled modules. */
const withoutCache = { NODE_DISABLE_COMPILE_CACHE: "1" };

const cpuMsOf = (efforts: readonly Effort[]): number => efforts.reduce((sum, { cpuMs }) => sum + cpuMs, 0);

const wallMsOf = (efforts: readonly Effort[]): number => efforts.reduce((sum, { wallMs }) => sum + wallMs, 0);

/** Where processes cannot be held to a share: what an instance waits for, and its CPU at that share. */
const reckonedMs = (efforts: readonly Effort[], memoryMb: number): number => {
  const cpuMs = cpuMsOf(efforts);
  const waitMs = Math.max(0, wallMsOf(efforts) - cpuMs);
  return waitMs + (cpuMs * mbOfProcessor) / Math.min(memoryMb, mbOfProcessor);
};
