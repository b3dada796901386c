import { certain } from "#lib/certain.ts";
import type { StoredPages } from "./database-view.ts";
import { type FileState, fileState } from "./file-state.ts";

export interface KeptFile extends FileState {
  readonly name: string;
}

/** The files of a database when they were last looked at: itself, its log, and the index of the log. */
export interface KeptFiles {
  readonly files: readonly [database: KeptFile, log: KeptFile, index: KeptFile];
  /** The state that SQLite reported; undefined if it has not yet. */
  readonly stored: StoredPages | undefined;
}

/** A fault of the files of a database. */
export interface Loss {
  /** `hidden`: the system refuses to look at the file. `failing`: the disk refuses to read it. */
  readonly kind: "deleted" | "replaced" | "cut" | "unreadable" | "hidden" | "failing";
  readonly file: string;
  /** More about it, such as the system's message. */
  readonly reason: string;
  /** True if the content is damaged, whatever the file looks like later. */
  readonly isForGood: boolean;
}

/**
 * Looks at the files again: what is wrong with them, or else what they are now. SQLite makes a file smaller
 * when it empties the log, and when VACUUM has taken pages from the end of the database. `read` asks it.
 */
export const lossSince = (kept: KeptFiles, read: () => StoredPages | undefined): Loss | KeptFiles => {
  let stored: StoredPages | undefined;
  let failure: Loss | undefined;
  try {
    stored = read();
  } catch (error) {
    failure = lossOfError(kept.files[0].name, error as SqliteError);
  }
  // Said first, because it says why the file cannot be read.
  const [database, log, index] = [
    sameFile(kept.files[0]),
    sameFile(kept.files[1]),
    sameFile(kept.files[2]),
  ] as const;
  if ("kind" in database) return database;
  if ("kind" in log) return log;
  if ("kind" in index) return index;
  if (failure) return failure;
  if (!stored) return kept;
  const now: KeptFiles = { files: [database, log, index], stored };
  return cutFile(kept, now) ?? now;
};

const lossOf = (kind: Loss["kind"], file: string, reason: string, isForGood = false): Loss => ({
  kind,
  file,
  reason,
  isForGood,
});

const sameFile = ({ name, id }: KeptFile): Loss | KeptFile => {
  try {
    const now = fileState(name);
    if (!now) return lossOf("deleted", name, "was deleted or moved");
    if (now.id !== id) return lossOf("replaced", name, "was replaced by another file");
    return { name, ...now };
  } catch (error) {
    return lossOf("hidden", name, `cannot be looked at (${(error as Error).message})`);
  }
};

/** The bytes before the pages of a log, and before each. Source: SQLite, "WAL-mode File Format". */
const headBytes = { log: 32, page: 24 };

const cutFile = (kept: KeptFiles, { files: [database, log], stored }: KeptFiles): Loss | undefined => {
  const { pageBytes, pages, log: logged } = certain(stored);
  // If there is nothing in the log that the database does not have, the log may be of any size.
  const isCopied = logged?.pages === logged?.copied;
  const logBytes = headBytes.log + (logged?.pages ?? 0) * (headBytes.page + pageBytes);
  if (!isCopied && log.bytes < logBytes) return lossOfBytes(log, logBytes);
  const wholeBytes = pages * pageBytes;
  const beforeBytes = (kept.stored?.pages ?? pages) * pageBytes;
  // Pages that are only in the log are not in the file yet; but what was there stays.
  const minBytes = logged && isCopied ? wholeBytes : Math.min(kept.files[0].bytes, beforeBytes, wholeBytes);
  return database.bytes < minBytes ? lossOfBytes(database, minBytes) : undefined;
};

const lossOfBytes = ({ name, bytes }: KeptFile, least: number): Loss =>
  lossOf("cut", name, `was cut or overwritten: it has ${bytes} bytes instead of ${least} or more`, true);

interface SqliteError extends Error {
  readonly errcode?: number;
}

/** Source: SQLite, "Result and Error Codes". */
const resultCodes = { failure: 10, damage: 11, otherFormat: 26, shortRead: 522 };

/**
 * The fault that an error reports; undefined for errors that say nothing about the files, such as that of a
 * short lock.
 */
const lossOfError = (file: string, { message, errcode = 0 }: SqliteError): Loss | undefined => {
  const { failure, damage, otherFormat, shortRead } = resultCodes;
  if (errcode === shortRead || (errcode & 0xff) === damage || (errcode & 0xff) === otherFormat)
    return lossOf("unreadable", file, `was cut or overwritten (${message})`, true);
  if ((errcode & 0xff) === failure) return lossOf("failing", file, `cannot be read (${message})`);
  return undefined;
};
