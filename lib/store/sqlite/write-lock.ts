import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { certain } from "#lib/certain.ts";
import { clock } from "#lib/clock.ts";
import { attemptTime } from "#lib/deadline.ts";
import { EngineFault } from "#lib/refusals/engine-fault.ts";
import { isBusy } from "./database-faults.ts";

/** The right to write in a database, which one connection of one process has at a time. */
export interface WriteLock {
  /**
   * Waits for earlier transactions, begins one in which nobody else writes, and ends it after the work if the
   * work has not. Throws an `EngineFault` if another program keeps the lock for ten seconds.
   */
  readonly hold: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Resolves when all earlier work is done. */
  readonly close: () => Promise<void>;
}

const lockTimeoutMs = 10_000;

/** The pause between two attempts; a save takes two to five. */
const pauseMs = 1;

/**
 * Attempts to take the turn without a pause. A process keeps it for some 10 µs, unless the database itself
 * has to be waited for.
 */
const attemptsAtOnce = 10;

interface LockOptions {
  /** Runs before each transaction. */
  readonly before?: () => Promise<unknown>;
  /** The wait between two attempts. */
  readonly wait?: () => Promise<unknown>;
}

/**
 * Makes the lock of a database. SQLite has no order among processes that wait: one that commits without pause
 * would hardly let others begin. So a process that wants to write first takes the lock of a second file,
 * `-turn`, keeps it while it waits for the lock of the database, and returns it as soon as it has that. A
 * process that has just committed cannot begin again before the one that has the turn (decision 131). The
 * system returns both locks of a process that is killed. Every wait leaves the event loop to others.
 */
export const writeLockOf = (
  database: DatabaseSync,
  file: string,
  { before = async () => {}, wait = () => pause(pauseMs) }: LockOptions = {},
): WriteLock => {
  const turn = openTurn(`${file}-turn`);
  const [beginTurn, endTurn] = [turn.prepare("BEGIN IMMEDIATE"), turn.prepare("ROLLBACK")];
  const [begin, rollBack] = [database.prepare("BEGIN IMMEDIATE"), database.prepare("ROLLBACK")];
  let last: Promise<unknown> = Promise.resolve();

  const afterOthers = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };

  const take = async (statement: Statement, attempts: number, untilMs: number): Promise<void> => {
    while (!tried(statement, attempts)) {
      if (clock.monotonicMs() >= untilMs)
        throw new EngineFault(`Another program keeps ${file} locked; it should end its transaction.`);
      await wait();
    }
  };

  const beginInTurn = async (): Promise<void> => {
    const untilMs = clock.monotonicMs() + attemptTime(lockTimeoutMs);
    await take(beginTurn, attemptsAtOnce, untilMs);
    try {
      await take(begin, 1, untilMs);
    } finally {
      endTurn.run();
    }
  };

  return {
    hold: (work) =>
      afterOthers(async () => {
        await before();
        await beginInTurn();
        try {
          return await work();
        } finally {
          // SQLite ends a transaction by itself when the disk is full.
          if (database.isTransaction) rollBack.run();
        }
      }),
    close: async () => {
      await last;
      turn.close();
    },
  };
};

/** How long opening waits for another process that opens the file for the first time, in milliseconds. */
const openTimeoutMs = 5_000;

/**
 * Opens the file of the turn. SQLite locks an empty file by beginning to write it, which takes ten times as
 * long.
 */
const openTurn = (file: string): DatabaseSync => {
  const turn = new DatabaseSync(file, { timeout: openTimeoutMs });
  const isEmpty = certain(turn.prepare("PRAGMA page_count").get()).page_count === 0;
  turn.exec(`${isEmpty ? "PRAGMA user_version = 1; " : ""}PRAGMA busy_timeout = 0`);
  return turn;
};

type Statement = Pick<StatementSync, "run">;

/** False if another connection has the lock. */
const tried = (statement: Statement, attempts: number): boolean => {
  for (let left = attempts; left > 0; left--) {
    try {
      statement.run();
      return true;
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
  }
  return false;
};
