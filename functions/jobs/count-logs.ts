/** Every 6 hours, where CloudFront writes logs — count downloads, views and readers of feeds in them */
import { basename } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileKey } from "#lib/files/file-key.ts";
import type { Files } from "#lib/files/files.ts";
import { jobRun } from "#lib/http/job-run.ts";
import { cloudFrontLogs } from "#lib/settings/files.ts";
import { readSiteVersion } from "#lib/store/site.ts";
import { countingLogs, storeLoggedDay } from "#lib/surfaces/administration/log-statistics.ts";

/**
 * Reads all log files of today and the two days before, and stores the days' totals, and nothing else
 * (decision 089). A file that cannot be read is logged and left out, and the run fails at the end; it fails
 * at once if the table is too new. One request for each file, for 1,000 files listed, and for each day.
 */
export const handler = async (): Promise<void> => {
  await readSiteVersion();
  const { folder, distributionId, ...bucket } = cloudFrontLogs();
  const { openS3Files } = await import("#lib/files/s3.ts");
  const files = openS3Files(bucket);
  const run = jobRun("jobs/count-logs");
  const counting = countingLogs();
  for (const key of await logFilesOf(files, folder, distributionId, counting.days))
    await run.step({ file: key }, async () => {
      const file = await files.get(fileKey(key));
      if (file) await counting.add(await buffer(file.body));
      return { outcome: "idle" };
    });
  for (const [day, logged] of counting.counted())
    await run.step({ day, requests: logged.requests }, async () => ({
      outcome: (await storeLoggedDay(day, logged)) ? "stored" : "idle",
    }));
  run.end();
};

/** In order. Names begin with the distribution and the hour; CloudFront may put files into subfolders. */
const logFilesOf = async (
  files: Files,
  folder: string,
  distributionId: string,
  days: readonly string[],
): Promise<readonly string[]> => {
  const wanted = days.map((day) => `${distributionId}.${day}-`);
  const found: string[] = [];
  for await (const { key } of files.list(fileKey(folder)))
    if (wanted.some((beginning) => basename(key).startsWith(beginning))) found.push(key);
  return found.sort();
};
