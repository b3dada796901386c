import { clock } from "#bench/lectern/tools.ts";

/** What this process spent on some work. */
export interface Effort {
  readonly cpuMs: number;
  readonly wallMs: number;
  /** The most memory that the process has had so far. */
  readonly peakMb: number;
}

export const effortOf = async (work: () => Promise<unknown>): Promise<Effort> => {
  const before = process.cpuUsage();
  const startedAtMs = clock.monotonicMs();
  await work();
  const { user, system } = process.cpuUsage(before);
  return {
    cpuMs: (user + system) / 1_000,
    wallMs: clock.monotonicMs() - startedAtMs,
    peakMb: (process.resourceUsage().maxRSS * 1024) / 1e6,
  };
};
