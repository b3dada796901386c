import { AsyncLocalStorage } from "node:async_hooks";
import { type FileHandle, open } from "node:fs/promises";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { setImmediate as turnOfLoop } from "node:timers/promises";
import { vi } from "vitest";
import { clock } from "#lib/clock.ts";
import { aroundCommands } from "#test/support/around-commands.ts";
import type { Between } from "./faulty-scenario.ts";

/** Does something that is asked of the table while its file, or the disk under it, is as it should not be. */
export type TableFileFault = (ask: () => Promise<object>) => Promise<object>;

type Failure = (sql: string) => { readonly message: string; readonly errcode: number } | undefined;

/** What SQLite fails with, for what is asked by the work inside. */
const failures = new AsyncLocalStorage<Failure>();

const failing =
  (message: string, errcode: number, suits: RegExp): TableFileFault =>
  (ask) =>
    failures.run((sql) => (suits.test(sql) ? { message, errcode } : undefined), ask);

/** Source of the numbers: SQLite, "Result and Error Codes". */
export const fullAtChange = failing("database or disk is full", 13, /^(INSERT|DELETE)/);
export const fullAtCommit = failing("database or disk is full", 13, /^COMMIT/);
export const refusedRead = failing("disk I/O error", 266, /^SELECT/);
export const refusedChange = failing("disk I/O error", 778, /^(SELECT|INSERT|DELETE)/);
export const refusedCommit = failing("disk I/O error", 1_034, /^(SELECT|COMMIT)/);
export const damaged = failing("database disk image is malformed", 11, /^(SELECT|INSERT|DELETE)/);

/** What ends the outage that has begun. */
let ends: (() => void)[] = [];

/** The time by which the clock is ahead, so that nobody has to wait for a lock. */
let passedMs = 0;

/** What all open files have in common. */
let fileHandle: FileHandle;

/** Lets time pass again and again, at each turn of the loop, until what was asked is done. */
const untilDone = async (asked: Promise<object>, passTime: () => void): Promise<object> => {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  asked.then(done, done);
  while (!isDone) {
    await turnOfLoop();
    passTime();
  }
  return asked;
};

/** Another program is in a transaction, and does not end it. */
export const locked: TableFileFault = (ask) => {
  if (ends.length === 0) {
    const other = new DatabaseSync(process.env.TABLE_FILE!);
    other.exec("BEGIN IMMEDIATE");
    ends.push(() => other.close());
  }
  return untilDone(ask(), () => {
    passedMs += 1_000;
  });
};

/** What is written is there, and the disk does not say that it has it, for as long as anybody waits. */
export const silentDisk =
  (timeIsUp: () => void): TableFileFault =>
  (ask) => {
    if (ends.length === 0) {
      const heard = Promise.withResolvers<void>();
      const sync = fileHandle.datasync;
      const silent = vi.spyOn(fileHandle, "datasync").mockImplementation(async function (this: FileHandle) {
        await heard.promise;
        return sync.call(this);
      });
      ends.push(() => {
        silent.mockRestore();
        heard.resolve();
      });
    }
    return untilDone(ask(), timeIsUp);
  };

/** Lets what is asked of the table of this test fail, from its start until the end of the test. */
export const betweenTableFile = async (): Promise<Between<string, TableFileFault>> => {
  await using file = await open(import.meta.filename);
  fileHandle = Object.getPrototypeOf(file);
  let script: ((operation: string) => TableFileFault | undefined) | undefined;
  aroundCommands((send, { operation }) => script?.(operation)?.(send) ?? send());
  return {
    follow: (next) => {
      script = next;
      for (const end of ends) end();
      ends = [];
    },
  };
};

/** For each test: what was mocked is restored at its end. */
export const letStatementsFail = (): void => {
  const monotonicMs = clock.monotonicMs;
  vi.spyOn(clock, "monotonicMs").mockImplementation(() => monotonicMs() + passedMs);
  for (const name of ["run", "get", "all", "iterate"] as const) {
    const call = StatementSync.prototype[name] as (...values: unknown[]) => unknown;
    vi.spyOn(StatementSync.prototype, name).mockImplementation(function (this: StatementSync, ...values) {
      const failure = failures.getStore()?.(this.sourceSQL);
      if (failure) throw Object.assign(new Error(failure.message), { errcode: failure.errcode });
      return call.apply(this, values) as never;
    });
  }
};
