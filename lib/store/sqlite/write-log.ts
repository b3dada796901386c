import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { EngineFault } from "#lib/refusals/engine-fault.ts";
import { syncFolder } from "#lib/sync-folder.ts";

/** The write-ahead log of a database. It is put on the disk beside the event loop. */
export interface WriteLog {
  /**
   * Begins to put all that is committed so far on the disk. Commits that come before this begins share it.
   */
  readonly noteCommit: () => void;
  /**
   * Resolves when all that is committed so far is on the disk; undefined if it is already. Rejects, and does
   * so from then on, if the disk has refused: a later success would say nothing of what was refused.
   */
  readonly durable: () => Promise<void> | undefined;
  readonly close: () => Promise<void>;
}

/**
 * Opens the log of a database that is open. Closing a file ends all locks of the process on it, but SQLite
 * holds none on this one. `onFailure` is called once. Source: SQLite, "Write-Ahead Logging" and "How To
 * Corrupt An SQLite Database File", 2.2; fsync(2), on errors.
 */
export const openWriteLog = async (
  databaseFile: string,
  onFailure: (error: Error) => void,
): Promise<WriteLog> => {
  // If the log is new, its name has to be on the disk, too.
  await syncFolder(dirname(databaseFile));
  const file = await open(`${databaseFile}-wal`, "r+");
  let last: Promise<void> = Promise.resolve();
  let pending: Promise<void> | undefined;
  let hasBegun = true;
  const sync = async (): Promise<void> => {
    hasBegun = true;
    await file.datasync().catch((error: Error) => {
      onFailure(error);
      throw new EngineFault("The disk has refused what was written.", { cause: error });
    });
  };
  return {
    noteCommit: () => {
      if (!hasBegun) return;
      hasBegun = false;
      const added = last.then(sync);
      [last, pending] = [added, added];
      const forget = () => {
        if (pending === added) pending = undefined;
      };
      added.then(forget, () => {});
    },
    durable: () => pending,
    close: () => file.close(),
  };
};
