import type { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { certain } from "#lib/certain.ts";
import { clock } from "#lib/clock.ts";
import { attemptTime, awaitInTime } from "#lib/deadline.ts";
import { databaseFault, isBusy } from "./database-faults.ts";
import { letOthersRun } from "./let-others-run.ts";
import { openTableFile } from "./open-table-file.ts";
import { prepareRows, type TableRows, tableRowsOf } from "./table-rows.ts";
import { type WriteLock, writeLockOf } from "./write-lock.ts";
import { openWriteLog, type WriteLog } from "./write-log.ts";

/** This process's connection to the database. */
export interface TableConnection {
  /** Reads. When this resolves, everything that was read is on the disk. */
  readonly read: <Result>(work: (rows: TableRows) => Result) => Promise<Result>;
  /**
   * Does work in a transaction, which is undone unless the work commits. When this resolves, it is on the
   * disk, and so is everything of others that the work has read.
   */
  readonly write: <Result>(work: (rows: TableRows, commit: Commit) => Promise<Result>) => Promise<Result>;
  readonly close: () => Promise<void>;
}

/** Ends a transaction that has written about so many pages. */
export type Commit = (pages: number) => void;

/**
 * After so many pages, the log is copied into the database. That takes 1.5 ms for the usual number, and 20
 * for 2,700 pages. A long log, which could not begin again because somebody read an old state, is copied as
 * soon as nobody does.
 */
const checkpointPages = { usual: 190, long: 1_000 } as const;

/** How long a read waits for a program that opens or closes the database, in milliseconds. */
const readTimeoutMs = 5_000;
const readPauseMs = 1;

/**
 * Opens a database of items, and makes it if there is none with `create`. `onFailure` is called once, if the
 * disk refuses what was written: then nothing is acknowledged any more.
 */
export const openTableConnection = async (
  file: string,
  options: { readonly create?: boolean },
  onFailure: (error: Error) => void,
): Promise<TableConnection> => {
  await using opening = new AsyncDisposableStack();
  const database = openTableFile(file, options);
  opening.defer(() => database.close());
  const rows = tableRowsOf(database);
  const log = await openWriteLog(file, onFailure);
  opening.defer(log.close);
  opening.defer(() => log.durable()?.catch(() => {}));
  const noteOthers = noterOf(database, log);
  const checkpoint = checkpointsOf(database);
  const commitStatement = database.prepare("COMMIT");

  let reader: { readonly database: DatabaseSync; readonly rows: TableRows } | undefined;
  opening.defer(() => reader?.database.close());
  /** While a large transaction lets other requests run, they do not see what it has written so far. */
  const visible = (): TableRows => {
    if (!database.isTransaction) return rows;
    if (!reader) {
      const another = openTableFile(file);
      reader = { database: another, rows: tableRowsOf(another) };
    }
    return reader.rows;
  };

  const lasting = async (): Promise<void> => {
    const durable = log.durable();
    if (durable) await awaitInTime(durable);
  };

  const lock: WriteLock = writeLockOf(database, file, {
    before: async () => {
      if (!checkpoint.isDue()) return;
      // This thread need not wait for what is on the disk already.
      await lasting();
      checkpoint.run();
    },
  });
  opening.defer(lock.close);
  const opened = opening.move();

  const explaining = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      await letOthersRun();
      return await work();
    } catch (error) {
      throw databaseFault(error, file);
    }
  };

  return {
    read: (work) =>
      explaining(async () => {
        const result = await whenFree(() => work(visible()));
        noteOthers();
        await lasting();
        return result;
      }),
    write: (work) =>
      explaining(async () => {
        const commit: Commit = (pages) => {
          commitStatement.run();
          log.noteCommit();
          checkpoint.note(pages);
        };
        const result = await lock.hold(() => {
          noteOthers();
          return work(rows, commit);
        });
        await lasting();
        return result;
      }),
    close: () => opened.disposeAsync(),
  };
};

/** Puts the log on the disk when another process has written, which may not have done so yet. */
const noterOf = (database: DatabaseSync, log: WriteLog): (() => void) => {
  const statement = prepareRows<[version: number]>(database, "PRAGMA data_version");
  let known: number | undefined;
  return () => {
    const version = statement.get()?.[0];
    if (version === known) return;
    known = version;
    log.noteCommit();
  };
};

const checkpointsOf = (database: DatabaseSync) => {
  let pages = 0;
  let logged = 0;
  return {
    note: (written: number) => {
      pages += written;
    },
    isDue: () => pages >= checkpointPages.usual,
    run: () => {
      const mode = logged > checkpointPages.long ? "RESTART" : "PASSIVE";
      logged = Number(certain(database.prepare(`PRAGMA wal_checkpoint(${mode})`).get()).log);
      pages = 0;
    },
  };
};

/** Waits while another program opens or closes the database, which locks it for a moment. */
const whenFree = async <Result>(work: () => Result): Promise<Result> => {
  const untilMs = clock.monotonicMs() + attemptTime(readTimeoutMs);
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || clock.monotonicMs() >= untilMs) throw error;
      await pause(readPauseMs);
    }
  }
};
