import { spreadOf } from "#bench/report/figures.ts";
import type { Measurement } from "#bench/result.ts";
import { killAndVerify, type Victim, victims } from "./kill-and-verify.ts";

/** So that every run kills at the same moments. */
const seed = 20_261_123;

/** Kills under write load: what was acknowledged must be there, once, and the service must come back. */
export const measureKills: Measurement = async function* ({ kills: count }) {
  const { unavailableMs, problems, commands, ...report } = await killAndVerify(count, seed);
  const row = (victim: Victim): string[] => {
    const { length: times } = unavailableMs[victim];
    const { median, greatest } = spreadOf(unavailableMs[victim]);
    const shown = [median, greatest].map((ms) => (times > 0 ? `${Math.round(ms)} ms` : "–"));
    return [victim, String(times), ...shown];
  };
  const table = {
    title: `${count} kills of the service under write load, with a command beside it`,
    columns: ["killed", "times", "until the next answer, median", "longest"],
    rows: victims.map(row),
    notes: [
      `${report.acknowledged} requests were acknowledged, which made ${report.posts} posts; ` +
        `${report.repeated} were sent again. ${commands.acknowledged} commands were acknowledged, and ` +
        `${commands.repeated} were run again. Lost, doubled or wrong: ${problems.length}.`,
    ],
  };
  yield { tables: [table], data: { unavailableMs, commands, ...report }, failures: problems };
};
