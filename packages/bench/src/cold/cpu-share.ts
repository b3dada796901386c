import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** So much memory buys one processor. Source: AWS, "Configure Lambda function memory". */
export const mbOfProcessor = 1_769;

/** Gives processes a part of one processor; disposing of it, when they have ended, removes it. */
export interface CpuShare extends Disposable {
  readonly add: (pid: number) => void;
}

const periodUs = 20_000;

/**
 * The share of a processor that so much memory buys on Lambda, by a control group of Linux. Undefined where
 * this process may not make one: then time is reckoned from CPU.
 */
export const cpuShareOf = (memoryMb: number): CpuShare | undefined => {
  const quotaUs = Math.round((periodUs * memoryMb) / mbOfProcessor);
  const isFirstVersion = existsSync("/sys/fs/cgroup/cpu/cpu.cfs_quota_us");
  const parent = isFirstVersion ? "/sys/fs/cgroup/cpu" : "/sys/fs/cgroup";
  const folder = join(parent, `lectern-bench-${process.pid}-${memoryMb}`);
  try {
    mkdirSync(folder, { recursive: true });
    if (isFirstVersion) {
      writeFileSync(join(folder, "cpu.cfs_period_us"), String(periodUs));
      writeFileSync(join(folder, "cpu.cfs_quota_us"), String(quotaUs));
    } else writeFileSync(join(folder, "cpu.max"), `${quotaUs} ${periodUs}`);
  } catch {
    if (existsSync(folder)) rmdirSync(folder);
    return undefined;
  }
  return {
    add: (pid) => writeFileSync(join(folder, "cgroup.procs"), String(pid)),
    [Symbol.dispose]: () => rmdirSync(folder),
  };
};

/** What a report says of it. */
export const shareNote = (): string => {
  using share = cpuShareOf(mbOfProcessor);
  return share
    ? "Each instance had its share of a processor, by a control group."
    : "Control groups cannot be made here: times are reckoned from waiting, and CPU divided by the share.";
};
