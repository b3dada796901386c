import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { log } from "#lib/log.ts";
import { isStorageFull } from "#lib/refusals/engine-fault.ts";
import { fillTableFile } from "#lib/store/sqlite/fill-table-file.ts";
import { syncFolder } from "#lib/sync-folder.ts";
import { readIfThere } from "#local/data-directory/kept-file.ts";
import { hadDatabase, lostDatabase } from "#local/data-directory/purpose.ts";
import {
  dataFormat,
  formatFileIn,
  formerFileIn,
  isThere,
  keptFileIn,
  raiseDataFormat,
  tableFileIn,
} from "#local/data-directory/table-file.ts";
import { keepDamagedLog } from "#local/database/kept-logs.ts";
import { NoRoom } from "#local/no-room.ts";
import { PlainError } from "#local/plain-error.ts";
import { formerItems, hasTable } from "./former-items.ts";

/** SQLite's own files beside a database; the last one says that there is something to do. */
const endings = ["-wal", "-shm", ""] as const;

/**
 * Copies the table of a data directory that a release of format 1 has used into a file of today's layout.
 * Only the process that has the directory's lock may call this, after the engine of such a release has ended.
 * True if it has copied one, or has completed an earlier call. Throws a {@link PlainError}, and the former
 * file is as it was.
 *
 * Until the new file has its name, it is a draft that the next call replaces; the directory's format is
 * raised before, so that no release of format 1 writes to the former file any more. Then the former file is
 * moved away. A process that is killed at any moment, and a machine that loses its power, leave what the next
 * call completes.
 */
export const migrateTable = async (folder: string, table: string): Promise<boolean> => {
  const [file, former] = [tableFileIn(folder), formerFileIn(folder)];
  if (!(await isThere(former))) return false;
  if (!(await isThere(file))) await copyTable(folder, table);
  else if (await isOfFormerFormat(folder)) throw twoTables(folder);
  for (const ending of endings)
    if (await isThere(former + ending)) await rename(former + ending, keptFileIn(folder) + ending);
  await syncFolder(folder);
  return true;
};

const isOfFormerFormat = async (folder: string): Promise<boolean> =>
  (await readIfThere(formatFileIn(folder)))?.trim() !== dataFormat;

/** No call leaves these two: an earlier release has been used since. Only people know which is right. */
const twoTables = (folder: string): PlainError =>
  new PlainError(
    `${folder} has two tables: ${tableFileIn(folder)}, and ${formerFileIn(folder)}, which an earlier release has used since. Move the one that you do not want out of the folder, with the files whose names begin like its name, and start again.`,
  );

/** Removes the former file, when a later start has shown that nobody misses it. */
export const removeFormerTable = async (folder: string): Promise<void> => {
  for (const ending of endings.toReversed()) await rm(keptFileIn(folder) + ending, { force: true });
};

const copyTable = async (folder: string, table: string): Promise<void> => {
  const former = formerFileIn(folder);
  await keepDamagedLog(former);
  const draft = join(folder, "draft.table.sqlite");
  try {
    const isMissing = !(await holdsTable(former, table));
    if (isMissing && (await hadDatabase(folder)))
      throw lostDatabase(folder, `${former} has no table ${table}`);
    const items = await copied(former, table, draft);
    await raiseDataFormat(folder);
    await rename(draft, tableFileIn(folder));
    // This comes before the former file is moved; otherwise only that could be on the disk when the power
    // fails.
    await syncFolder(folder);
    // A warning, because those stay out of what commands print for programs.
    log.write("warning", {
      warning: `The ${items} items of ${former} are in ${tableFileIn(folder)} now. The former file is kept as ${keptFileIn(folder)} until the next start.`,
    });
  } catch (error) {
    await rm(draft, { force: true });
    throw error instanceof PlainError ? error : refusalOf(error as SqliteError, former);
  }
};

const holdsTable = async (former: string, table: string): Promise<boolean> => {
  using database = new DatabaseSync(former, { readOnly: true });
  return hasTable(database, table);
};

const copied = async (former: string, table: string, draft: string): Promise<number> => {
  // SQLite reads its log, too, if there is one. The log stays as it is.
  using database = new DatabaseSync(former, { readOnly: true });
  return await fillTableFile(draft, formerItems(database, table));
};

interface SqliteError extends Error {
  readonly errcode?: number;
}

/** Source: SQLite, "Result and Error Codes". */
const resultCodes = { damage: 11, full: 13, otherFormat: 26 } as const;

const refusalOf = (cause: SqliteError, former: string): PlainError => {
  const code = (cause.errcode ?? 0) & 0xff;
  const what = `The database ${former} cannot be brought into the form of this version (${cause.message})`;
  if (code === resultCodes.full || isStorageFull(cause))
    return new NoRoom(`${what}: make as much room as that file takes, and start again.`, { cause });
  if (code === resultCodes.damage || code === resultCodes.otherFormat)
    return new PlainError(
      `${what}: it is damaged; move it out of the folder, and restore it from a backup.`,
      { cause },
    );
  return new PlainError(`${what}; nothing has been changed.`, { cause });
};
