import { clock } from "#lib/clock.ts";

/** What some work took of this process. */
export interface Effort {
  readonly cpuMs: number;
  readonly wallMs: number;
  /** What the process has had in memory at most, so far. */
  readonly peakMb: number;
}

/** Does the work, and gives what it took. */
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
