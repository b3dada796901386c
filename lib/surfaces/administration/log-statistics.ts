import { basename } from "node:path";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { clock } from "#lib/clock.ts";
import { dayEarlier, utcDayOf } from "#lib/statistics/days.ts";
import { leastBytesIn } from "#lib/statistics/least-bytes.ts";
import { LogCounts, type LoggedDay } from "#lib/statistics/log-counts.ts";
import { logText } from "#lib/statistics/log-text.ts";
import { putTotals, storedParts, totalsPerPart } from "#lib/store/statistics.ts";

/** Some 400 bytes each (decision 089): a million downloads, and as many readers and views. */
const maxRemembered = 2_000_000;

/** Stands for the logs where totals of processes have the id of their run. */
const runOfLogs = "00000000-0000-4000-8000-000000000000";

/** Today and the two days before, the oldest first: CloudFront may deliver a log file a day late. */
export const countedDays = (): readonly string[] => {
  const today = utcDayOf(clock.now());
  return [dayEarlier(today, 2), dayEarlier(today, 1), today];
};

/**
 * The files with requests of a day, in order: their names begin with the distribution and the hour of the
 * requests, late ones too. Those of the hours beside the day belong to both days. CloudFront may put files
 * into subfolders.
 */
export const filesOfDay = <File extends { readonly key: string }>(
  day: string,
  listed: readonly File[],
  distributionId: string,
): readonly File[] => {
  const hours = [`${day}-`, `${dayEarlier(day, 1)}-23`, `${dayEarlier(day, -1)}-00`];
  const beginnings = hours.map((hour) => `${distributionId}.${hour}`);
  return listed
    .filter(({ key }) => beginnings.some((beginning) => basename(key).startsWith(beginning)))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
};

/** Counts a day in log files, of which all have to be added that are about it. */
export const countingDay = (day: string) => {
  const counts = new LogCounts(maxRemembered, (each) => each === day);
  return {
    add: async (file: Buffer): Promise<void> => counts.add(await logText(file)),
    /** Undefined for a day without requests. */
    counted: (): LoggedDay | undefined => counts.days.get(day),
  };
};

/** True if the stored totals of a day are from the files with this digest. One request. */
export const isCounted = async (day: string, filesDigest: string): Promise<boolean> =>
  (await storedParts(day, runOfLogs)).get(0)?.filesDigest === filesDigest;

/**
 * Stores the totals of a day instead of those before, unless those are of more requests: so a file counts
 * once, however often it is read, and files that are deleted by now leave the totals as they are. False if
 * nothing had to be stored. Part 0 comes last and says that all parts are there, and which files they are
 * from, so that the next run repeats one that has broken off, and passes over one that has not. Without
 * `filesDigest`, the next run counts the day again.
 */
export const storeLoggedDay = async (
  day: string,
  { count, requests }: LoggedDay,
  filesDigest: string | undefined,
): Promise<boolean> => {
  const stored = await storedParts(day, runOfLogs);
  const { version = 0 } = stored.get(0) ?? {};
  if (version > requests || (version === requests && filesDigest === undefined)) return false;
  const catalog = await currentCatalog();
  const totals = count.totals(leastBytesIn((id) => catalog.media("audio", id)));
  const last = Math.max(Math.ceil(totals.length / totalsPerPart) - 1, ...stored.keys(), 0);
  for (let part = last; part >= 0; part--) {
    const some = totals.slice(part * totalsPerPart, (part + 1) * totalsPerPart);
    await putTotals({ day, run: runOfLogs, part }, requests, some, filesDigest);
  }
  return true;
};
