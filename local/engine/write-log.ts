import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { syncFolder } from "#lib/files/disk-folders.ts";

/**
 * Puts the write-ahead log of a database on the disk, beside the event loop. Closing a file ends all locks of
 * the process on it, but SQLite holds none on this one. Source: SQLite, "Write-Ahead Logging" and "How To
 * Corrupt An SQLite Database File", 2.2.
 */
export const openWriteLog = async (databaseFile: string) => {
  const file = await open(`${databaseFile}-wal`, "r+");
  // Its name, too, if the log is new.
  await syncFolder(dirname(databaseFile));
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  /** Resolves when all that has been committed is on the disk. Calls meanwhile share the next time. */
  const synced = (): Promise<void> => {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        running = file.datasync();
        return running;
      });
    return next;
  };
  return { synced, close: () => file.close() };
};
