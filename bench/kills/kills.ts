import type { Measurement } from "#bench/result.ts";
import { killAndVerify } from "./kill-and-verify.ts";
import { type Victim, victims } from "./killed-service.ts";

/** So that every run kills at the same moments. */
const seed = 20_261_123;

/** Kills under write load: what was acknowledged must be there, once, and the service must come back. */
export const measureKills: Measurement = async function* ({ kills: count }) {
  const { kills, unavailableMs, problems, ...report } = await killAndVerify(count, seed);
  const within = (victim: Victim, share: number): string => {
    const sorted = unavailableMs[victim].toSorted((one, other) => one - other);
    return sorted.length === 0 ? "–" : `${Math.round(sorted[Math.floor((sorted.length - 1) * share)]!)} ms`;
  };
  const table = {
    title: `${count} kills under write load`,
    columns: ["killed", "times", "until the next answer, median", "longest"],
    rows: victims.map((victim) => [victim, String(kills[victim]), within(victim, 0.5), within(victim, 1)]),
    notes: [
      `${report.acknowledged} requests were acknowledged, which made ${report.posts} posts; ` +
        `${report.repeated} were sent again. Lost, doubled or wrong: ${problems.length}.`,
    ],
  };
  yield { tables: [table], data: { kills, unavailableMs, ...report }, failures: problems };
};
