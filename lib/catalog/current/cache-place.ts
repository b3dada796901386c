import { rmSync } from "node:fs";
import { log } from "#lib/log.ts";

/**
 * Files that could not be written. What belongs there is kept in memory for as long as this process lives.
 */
const unwritable = new Set<string>();

/** Where what belongs into the file is kept: there, or in memory, once the file could not be written. */
export const cachePlace = (file: string): string => (unwritable.has(file) ? ":memory:" : file);

/**
 * True of an error that says that the file cannot be written, for the first time: what it holds is to be made
 * anew. Says so in an alarm line.
 */
export const isNewlyUnwritable = (file: string, error: unknown): boolean => {
  if (cachePlace(file) === ":memory:" || !isUnwritable(error as Error)) return false;
  unwritable.add(file);
  // Half a file is of no use, and takes room that others need.
  rmSync(file, { force: true });
  const problem = `${file} cannot be written (${(error as Error).message})`;
  const consequence =
    "What belongs there is kept in memory until the service is started again; make room on the disk.";
  log.write("alarm", { alarm: `${problem}. ${consequence}` });
  return true;
};

/** Does the work on the file's place, and once more, in memory, when the file turns out to be unwritable. */
export const inPlaceOf = async <Result>(
  file: string,
  work: (place: string) => Promise<Result> | Result,
): Promise<Result> => {
  try {
    return await work(cachePlace(file));
  } catch (error) {
    if (!isNewlyUnwritable(file, error)) throw error;
    return work(cachePlace(file));
  }
};

/**
 * What SQLite says: read-only, input and output, full, cannot open. Source: SQLite, "Result and Error Codes".
 */
const sqliteCodes = [8, 10, 13, 14];

const systemCodes = ["ENOSPC", "EDQUOT", "EFBIG", "EROFS", "EACCES", "EIO"];

const isUnwritable = ({ code = "", errcode = 0 }: Error & { code?: string; errcode?: number }): boolean =>
  systemCodes.includes(code) || sqliteCodes.includes(errcode & 0xff);
