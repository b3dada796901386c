import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { clock } from "#lib/clock.ts";
import { dayEarlier, utcDayOf } from "#lib/statistics/days.ts";
import { leastBytesIn } from "#lib/statistics/least-bytes.ts";
import { LogCounts, type LoggedDay } from "#lib/statistics/log-counts.ts";
import { logText } from "#lib/statistics/log-text.ts";
import { putTotals, storedParts, totalsPerPart } from "#lib/store/statistics.ts";

/** CloudFront may deliver a log file a day late. */
const countedDays = 3;

/** Some 200 MB a day. */
const maxRemembered = 1_000_000;

/** Stands for the logs where totals of processes have the id of their run. */
const runOfLogs = "00000000-0000-4000-8000-000000000000";

/** Counts today and the two days before in log files, of which all have to be added that are about them. */
export const countingLogs = () => {
  const today = utcDayOf(clock.now());
  const days = Array.from({ length: countedDays }, (_, ago) => dayEarlier(today, ago));
  const counts = new LogCounts(maxRemembered, (day) => days.includes(day));
  return {
    days,
    add: async (file: Buffer): Promise<void> => counts.add(await logText(file)),
    counted: () => counts.days,
  };
};

/**
 * Stores the totals of a day instead of those before, if its files have more requests than those had: so a
 * file counts once, however often it is read, and files that are deleted by now leave the totals as they are.
 * False if nothing had to be stored. Part 0 comes last and says that all parts are there, so that the next
 * run repeats one that has broken off.
 */
export const storeLoggedDay = async (day: string, { count, requests }: LoggedDay): Promise<boolean> => {
  const stored = await storedParts(day, runOfLogs);
  if ((stored.get(0) ?? 0) >= requests) return false;
  const catalog = await currentCatalog();
  const totals = count.totals(leastBytesIn((id) => catalog.media("audio", id)));
  const last = Math.max(Math.ceil(totals.length / totalsPerPart) - 1, ...stored.keys(), 0);
  for (let part = last; part >= 0; part--) {
    const some = totals.slice(part * totalsPerPart, (part + 1) * totalsPerPart);
    await putTotals({ day, run: runOfLogs, part }, requests, some);
  }
  return true;
};
