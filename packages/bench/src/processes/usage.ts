import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { certain } from "#bench/lectern/tools.ts";

/** The CPU time of threads that have ended, by process. */
const endedMs = new Map<number, number>();

/** The CPU time of processes so far, all threads, as Linux counts it. */
export const cpuMsOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    const liveMs = threadsOf(pid).reduce((all, thread) => all + cpuMsOfThread(thread), 0);
    const ended = Math.max(endedMs.get(pid) ?? 0, wholeTicksMs(pid) - liveMs);
    endedMs.set(pid, ended);
    return sum + liveMs + ended;
  }, 0);

/** A hundredth of a second, in which Linux counts for programs. */
const tickMs = 10;

/** The CPU time of a process with the threads that have ended, in whole ticks: too coarse for a request. */
const wholeTicksMs = (pid: number): number => {
  // After the program's name, which may contain blanks, in parentheses.
  const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(/\) (?!.*\))/);
  const [userTicks, systemTicks] = fields.split(" ").slice(11, 13).map(Number);
  return (certain(userTicks) + certain(systemTicks)) * tickMs;
};

const threadsOf = (pid: number): string[] => {
  const folder = `/proc/${pid}/task`;
  return readdirSync(folder).map((thread) => `${folder}/${thread}`);
};

const cpuMsOfThread = (folder: string): number => {
  try {
    return Number(readFileSync(`${folder}/schedstat`, "utf8").split(" ", 1)[0]) / 1e6;
  } catch {
    return 0;
  }
};

/** Longer than jobs wait after a write. */
const idlePauseMs = 400;
const idleCpuMs = 2;
const maxIdlePauses = 25;

/** Resolves when the processes do next to nothing, or after ten seconds. */
export const untilIdle = async (pids: readonly number[]): Promise<void> => {
  let before = cpuMsOf(pids);
  for (let pauses = 0; pauses < maxIdlePauses; pauses++) {
    await pause(idlePauseMs);
    const now = cpuMsOf(pids);
    if (!(now - before >= idleCpuMs)) return;
    before = now;
  }
};

/** The CPU time of processes from now until they do next to nothing. */
export const cpuMsUntilIdle = async (pids: readonly number[]): Promise<number> => {
  const before = cpuMsOf(pids);
  await untilIdle(pids);
  return cpuMsOf(pids) - before;
};

/** How many files, sockets and pipes a process has open. */
export const descriptorsOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** In megabytes of 10^6 bytes. */
export interface ProcessMemory {
  readonly nowMb: number;
  readonly peakMb: number;
}

export const memoryOf = (pid: number): ProcessMemory => {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const megabytes = (name: string): number =>
    (Number(new RegExp(`^${name}:\\s*(\\d+) kB`, "m").exec(status)?.[1]) * 1024) / 1e6;
  return { nowMb: megabytes("VmRSS"), peakMb: megabytes("VmHWM") };
};
