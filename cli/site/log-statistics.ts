import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { requestsInLog } from "#lib/statistics/cloudfront-log.ts";
import { DayCount } from "#lib/statistics/day-count.ts";
import { leastBytesIn } from "#lib/statistics/least-bytes.ts";
import { statisticsOf } from "#lib/surfaces/administration/statistics.ts";
import { PlainError } from "#local/plain-error.ts";
import type { ShownStatistics } from "./site-administration.ts";

/**
 * What log files of CloudFront say of their days, counted together: who asks again in another file counts
 * once. Nothing is stored. Some 200 bytes of memory for each that is counted.
 */
export const logStatistics = async (
  files: readonly string[],
  path: string | undefined,
): Promise<ShownStatistics> => {
  const counts = new Map<string, DayCount>();
  for (const file of files) await countFile(file, counts);
  const days = [...counts.keys()].sort();
  const [since, until] = [days.at(0), days.at(-1)];
  if (since === undefined || until === undefined) throw new PlainError("The files have no requests.");
  const catalog = await currentCatalog();
  const leastBytes = leastBytesIn((id) => catalog.media("audio", id));
  const totals = new Map([...counts].map(([day, count]) => [day, count.totals(leastBytes)]));
  return statisticsOf(totals, { since, until, path }, catalog);
};

const countFile = async (file: string, counts: Map<string, DayCount>): Promise<void> => {
  try {
    for (const { day, record } of requestsInLog(await textOf(file))) {
      const count = counts.get(day) ?? new DayCount(Number.MAX_SAFE_INTEGER);
      counts.set(day, count);
      count.add(record);
    }
  } catch (cause) {
    throw new PlainError(`${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
};

/** CloudFront compresses its logs. */
const textOf = async (file: string): Promise<string> => {
  const bytes = await readFile(file);
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isCompressed ? await promisify(gunzip)(bytes) : bytes).toString();
};
