import { basename } from "node:path";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { clock } from "#lib/clock.ts";
import { LogCounts, type LoggedDay, logText } from "#lib/statistics/log-counts.ts";
import { minBytesIn } from "#lib/statistics/min-bytes.ts";
import { dayEarlier, utcDayOf } from "#lib/statistics/totals.ts";
import { putTotals, storedParts, totalsPerPart } from "#lib/store/statistics.ts";

/** Some 400 bytes each (decision 083): a million downloads, and as many readers and views. */
const maxRemembered = 2_000_000;

/** Stands for the logs where totals of processes have the id of their run. */
const runOfLogs = "00000000-0000-4000-8000-000000000000";

/** Today and the two days before, the oldest first: CloudFront may deliver a log file a day late. */
const countedDays = (): readonly string[] => {
  const today = utcDayOf(clock.now());
  return [dayEarlier(today, 2), dayEarlier(today, 1), today];
};

/**
 * The files with requests of each counted day, in order: their names begin with the distribution and the hour
 * of the requests, late ones too. Those of the hours beside a day belong to both days. CloudFront may put
 * files into subfolders. Keeps no others of those that are listed, because a folder may have years of them.
 */
export const filesOfDays = async <File extends { readonly key: string }>(
  listed: AsyncIterable<File>,
  distributionId: string,
): Promise<ReadonlyMap<string, readonly File[]>> => {
  const days = countedDays().map((day) => {
    const hours = [`${day}-`, `${dayEarlier(day, 1)}-23`, `${dayEarlier(day, -1)}-00`];
    const files: File[] = [];
    return { day, beginnings: hours.map((hour) => `${distributionId}.${hour}`), files };
  });
  for await (const file of listed) {
    const name = basename(file.key);
    for (const { beginnings, files } of days)
      if (beginnings.some((beginning) => name.startsWith(beginning))) files.push(file);
  }
  const inOrder = (files: File[]) => files.sort((one, other) => (one.key < other.key ? -1 : 1));
  return new Map(days.map(({ day, files }) => [day, inOrder(files)]));
};

/** Counts a day in log files. All files about the day have to be added. */
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
  const totals = count.totals(minBytesIn((id) => catalog.media("audio", id)));
  const last = Math.max(Math.ceil(totals.length / totalsPerPart) - 1, ...stored.keys(), 0);
  for (let part = last; part >= 0; part--) {
    const some = totals.slice(part * totalsPerPart, (part + 1) * totalsPerPart);
    await putTotals({ day, run: runOfLogs, part }, requests, some, filesDigest);
  }
  return true;
};
