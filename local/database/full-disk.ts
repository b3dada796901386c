import { open, rm } from "node:fs/promises";
import { isStorageFull } from "#lib/refusals/engine-fault.ts";
import { fileState } from "./file-state.ts";

/** The bytes that the log of a small write needs. */
const neededBytes = 65_536;

/**
 * The system's error if the disk has no room for more beside the database; undefined if it takes more. SQLite
 * calls a full disk so, but a quota, or a limit of files' sizes, a "disk I/O error", as it does all others.
 */
export const findFullDisk = async (databaseFile: string): Promise<Error | undefined> => {
  const attempt = `${databaseFile}-attempt`;
  const bytes = ["", "-wal"].map((ending) => fileState(databaseFile + ending)?.bytes ?? 0);
  try {
    await using file = await open(attempt, "w", 0o600);
    // The test writes at the end of the larger file, because of limits of sizes. A write that fits gives no
    // error.
    const begin = Math.max(...bytes);
    for (let done = 0; done < neededBytes; ) {
      done += (await file.write(Buffer.alloc(neededBytes - done, 1), 0, null, begin + done)).bytesWritten;
    }
    await file.sync();
    return undefined;
  } catch (error) {
    return isStorageFull(error) ? (error as Error) : undefined;
  } finally {
    await rm(attempt, { force: true }).catch(() => {});
  }
};

/** True of an error with SQLite's words for what the disk did not do. */
export const isDiskFailure = (error: unknown): boolean => /disk I\/O error/.test((error as Error).message);
