/** Every 6 hours, where CloudFront writes logs — count downloads, views and readers of feeds in them */
import { buffer } from "node:stream/consumers";
import pLimit from "p-limit";
import { jsonDigest } from "#lib/digest.ts";
import { fileKey } from "#lib/files/file-key.ts";
import type { ListedFile } from "#lib/files/files.ts";
import { jobRun } from "#lib/http/log.ts";
import { cloudFrontLogs } from "#lib/settings/files.ts";
import { readSiteVersion } from "#lib/store/site.ts";
import {
  countingDay,
  filesOfDays,
  isCounted,
  storeLoggedDay,
} from "#lib/surfaces/administration/log-statistics.ts";

/** Each waits for the bucket, and is unpacked beside the others. */
const filesAtOnce = 8;

/**
 * Reads the log files of today and the two days before, one day after the other, and stores the days' totals
 * and a digest of which files they are from, and nothing else (decision 083). A day whose files are the
 * same as those is not read again. A file that cannot be read is logged and left out, its day is read again
 * by the next run, and the run fails at the end; it fails at once if the table is too new. One request for
 * each file, for 1,000 files listed, and for each day.
 */
export const handler = async (): Promise<void> => {
  await readSiteVersion();
  const { folder, distributionId, ...bucket } = cloudFrontLogs();
  const { openS3Files } = await import("#lib/files/s3.ts");
  const files = openS3Files(bucket);
  const run = jobRun("jobs/count-logs");
  const countDay = async (day: string, found: readonly ListedFile[]) => {
    const digest = jsonDigest(found.map(({ key, etag }) => [key, etag]));
    if (await isCounted(day, digest)) return { outcome: "idle" };
    const counting = countingDay(day);
    const areRead = await pLimit(filesAtOnce).map(found, ({ key }) =>
      run.step({ file: key }, async () => {
        const file = await files.get(key);
        if (file) await counting.add(await buffer(file.body));
        return { outcome: "idle" };
      }),
    );
    const logged = counting.counted();
    if (!logged) return { outcome: "idle" };
    const isStored = await storeLoggedDay(day, logged, areRead.every(Boolean) ? digest : undefined);
    const { requests, count } = logged;
    return { requests, ...(count.isFull && { full: true }), outcome: isStored ? "stored" : "idle" };
  };

  for (const [day, found] of await filesOfDays(files.list(fileKey(folder)), distributionId))
    await run.step({ day }, () => countDay(day, found));
  run.end();
};
