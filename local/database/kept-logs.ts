import { constants } from "node:fs";
import { copyFile, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { log } from "#lib/log.ts";
import { PlainError } from "#local/plain-error.ts";
import { findLogDamage, type LogDamage } from "./damaged-log.ts";
import { fileState } from "./file-state.ts";

/**
 * Keeps a copy of a damaged log, and says so in the log of the service, before SQLite opens the database
 * and drops what is behind the damage. Throws a {@link PlainError} if the log cannot be read, or copied.
 */
export const keepDamagedLog = async (databaseFile: string, find = findLogDamage): Promise<void> => {
  const damage = damageOf(databaseFile, find);
  if (!damage) return;
  const copy = `${copiesOf(databaseFile)}${damage.name}`;
  if (fileState(copy)) return;
  const draft = `${copy}.part`;
  try {
    await copyFile(`${databaseFile}-wal`, draft, constants.COPYFILE_FICLONE);
    await rename(draft, copy);
  } catch (cause) {
    await rm(draft, { force: true });
    throw new PlainError(
      `${whatIs(databaseFile, damage)}. It cannot be copied to ${copy} (${(cause as Error).message}), and a start would drop them: make room, or copy it yourself and remove it, and start again.`,
      { cause },
    );
  }
  log.write("alarm", {
    alarm: `${whatIs(databaseFile, damage)}. SQLite drops them, but for what the database file has of them already. If the machine has just lost its power, nobody was told that they were done. Look whether the newest changes are missing, and restore those from a backup. The log is kept as ${copy}; remove that when you do not need it any more.`,
  });
};

const damageOf = (databaseFile: string, find: typeof findLogDamage): LogDamage | undefined => {
  const look = () => ({ damage: find(databaseFile), bytes: fileState(`${databaseFile}-wal`)?.bytes });
  try {
    const first = look();
    // A command that outlives its service may write while the log is read, which looks like damage. SQLite
    // drops nothing of a log that somebody has open.
    return first.damage && isDeepStrictEqual(look(), first) ? first.damage : undefined;
  } catch (cause) {
    throw new PlainError(
      `The log of the database, ${databaseFile}-wal, cannot be read (${(cause as Error).message}); look at the disk, and at the rights of the file.`,
      { cause },
    );
  }
};

const whatIs = (databaseFile: string, { frame, frames, transactions, bytes }: LogDamage): string =>
  `The log of the database, ${databaseFile}-wal, is damaged in ${frame === 0 ? "its head" : `page ${frame}`}; behind that stand ${transactions} whole transactions in ${frames} pages, ${bytes} bytes`;

/** The copies in a data directory at the start, also of its former database, until they are removed. */
export const findKeptLogs = async (folder: string): Promise<() => readonly string[]> => {
  const names = (await readdir(folder)).filter((name) => name.includes(copyMark));
  const files = names.map((name) => join(folder, name));
  return () => files.filter((file) => fileState(file) !== undefined);
};

const copyMark = "-wal.damaged-";
const copiesOf = (databaseFile: string): string => databaseFile + copyMark;
