import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { log } from "#lib/log.ts";
import { isStorageFull } from "#lib/refusals/engine-fault.ts";

/** Files that could not be written. Their content stays in memory until this process ends. */
const unwritable = new Set<string>();

/** The file, or `:memory:` once the file could not be written. */
export const cachePlace = (file: string): string => (unwritable.has(file) ? ":memory:" : file);

/** True if the error is the first that says that the file cannot be written. Then logs an alarm. */
export const isNewlyUnwritable = (file: string, error: unknown): boolean => {
  if (cachePlace(file) === ":memory:" || !isUnwritable(error as Error)) return false;
  unwritable.add(file);
  // A partial file is useless and takes space that others need.
  rmSync(file, { force: true });
  const problem = `${file} cannot be written (${(error as Error).message})`;
  const cure = isFull(error as SqliteError)
    ? "make room on the disk"
    : `look at ${dirname(file)} and its disk`;
  log.write("alarm", {
    alarm: `${problem}. What belongs there is kept in memory until the service is started again; ${cure}.`,
  });
  return true;
};

/** Does the work on the file, and again in memory if the file cannot be written. */
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

interface SqliteError extends Error {
  readonly code?: string;
  readonly errcode?: number;
}

/** Source: SQLite, "Result and Error Codes". */
const resultCodes = { readOnly: 8, failure: 10, full: 13, cannotOpen: 14 };

const sqliteCodes: readonly number[] = Object.values(resultCodes);

const systemCodes = ["EROFS", "EACCES", "EIO"];

/** The primary result code; the higher bits have details. */
const resultOf = ({ errcode = 0 }: SqliteError): number => errcode & 0xff;

const isFull = (error: SqliteError): boolean => isStorageFull(error) || resultOf(error) === resultCodes.full;

const isUnwritable = (error: SqliteError): boolean =>
  isStorageFull(error) || systemCodes.includes(error.code ?? "") || sqliteCodes.includes(resultOf(error));
