import { readFile } from "node:fs/promises";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { LogCounts, logText } from "#lib/statistics/log-counts.ts";
import { minBytesIn } from "#lib/statistics/min-bytes.ts";
import { statisticsOf } from "#lib/surfaces/administration/statistics.ts";
import { PlainError } from "#local/plain-error.ts";
import type { ShownStatistics } from "./site-administration.ts";

/** Counts the days of CloudFront's log files. Stores nothing. */
export const logStatistics = async (
  files: readonly string[],
  path: string | undefined,
): Promise<ShownStatistics> => {
  const counts = new LogCounts(Number.MAX_SAFE_INTEGER);
  for (const file of files) await countFile(file, counts);
  const days = [...counts.days.keys()].sort();
  const [since, until] = [days.at(0), days.at(-1)];
  if (since === undefined || until === undefined) throw new PlainError("The files have no requests.");
  const catalog = await currentCatalog();
  const minBytes = minBytesIn((id) => catalog.media("audio", id));
  const totals = new Map([...counts.days].map(([day, { count }]) => [day, count.totals(minBytes)]));
  return statisticsOf(totals, { since, until, path }, catalog);
};

const countFile = async (file: string, counts: LogCounts): Promise<void> => {
  try {
    counts.add(await logText(await readFile(file)));
  } catch (cause) {
    throw new PlainError(`${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
};
