import { readdirSync, readFileSync } from "node:fs";

/** The CPU time of processes so far, all threads. NaN if the system has no `/proc`. */
export const cpuMsOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + threadsOf(pid).reduce((all, thread) => all + cpuMsOfThread(thread), 0), 0);

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
