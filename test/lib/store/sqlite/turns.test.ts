import { DatabaseSync, StatementSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clock } from "#lib/clock.ts";
import { EngineFault } from "#lib/refusals/engine-fault.ts";
import type { TableStore } from "#lib/store/port/table-store.ts";
import { openTableFile } from "#lib/store/sqlite/open-table-file.ts";
import { openSqliteTable, type SqliteTable } from "#lib/store/sqlite/sqlite-table.ts";
import { itemFrom } from "#lib/store/sqlite/stored-text.ts";
import { tableRowsOf } from "#lib/store/sqlite/table-rows.ts";
import { type WriteLock, writeLockOf } from "#lib/store/sqlite/write-lock.ts";
import { startProgram } from "#test/support/programs.ts";
import { temporaryTable } from "./temporary-table.ts";

const counter = { pk: "COUNTED", sk: "commands" };
const increment = (store: TableStore) => store.write({ update: counter, changes: { add: { count: 1 } } });

let table: Awaited<ReturnType<typeof temporaryTable>>;
const cleanups: (() => unknown)[] = [];

beforeEach(async () => {
  table = await temporaryTable();
});

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await table.dispose();
});

describe("of two that write without a pause", () => {
  /** A lock as another process has it, over a connection of its own. */
  const lockOf = (): WriteLock => {
    const database = new DatabaseSync(table.file);
    database.exec("PRAGMA busy_timeout = 0");
    const lock = writeLockOf(database, table.file, { wait: nextTurn });
    cleanups.push(() => database.close(), lock.close);
    return lock;
  };

  test.each([1, 3])(
    "each gets the lock after two transactions of the other at most, %i turns long",
    async (turns) => {
      const locks = [lockOf(), lockOf()];
      const done = [0, 0];
      const waited = [0, 0];
      const rounds = 200;
      const write = async (own: 0 | 1) => {
        const other = own === 0 ? 1 : 0;
        while (Math.max(...done) < rounds) {
          const before = done[other];
          await locks[own]!.hold(async () => {
            waited[own] = Math.max(waited[own]!, done[other]! - before!);
            for (let turn = 0; turn < turns; turn++) await nextTurn();
            done[own]! += 1;
          });
        }
      };
      await Promise.all([write(0), write(1)]);
      expect(Math.max(...waited)).toBeLessThanOrEqual(2);
      expect(Math.min(...done)).toBeGreaterThan(rounds / 3);
    },
  );

  test("who waits and ends keeps nobody waiting", async () => {
    const [one, other] = [lockOf(), lockOf()];
    const held = Promise.withResolvers<void>();
    const first = one.hold(() => held.promise);
    const waiting = other.hold(async () => "done");
    await nextTurn();
    held.resolve();
    await first;
    expect(await waiting).toBe("done");
    expect(await one.hold(async () => "again")).toBe("again");
  });

  test("a failure gives the lock back", async () => {
    const [one, other] = [lockOf(), lockOf()];
    await expect(one.hold(() => Promise.reject(new Error("No.")))).rejects.toThrow("No.");
    expect(await other.hold(async () => "done")).toBe("done");
  });
});

/**
 * A process that hardly ever leaves the lock: its transactions read a large item, and while one waits for the
 * disk, the next ones go on. It prints a line when it has begun.
 */
const busyProgram = `
  import { openSqliteTable } from "#lib/store/sqlite/sqlite-table.ts";
  const { store } = await openSqliteTable(process.argv[1]);
  const large = { pk: "LARGE", sk: "one" };
  await store.write({ put: { ...large, text: "x".repeat(390_000) } });
  const writes = [
    { update: ${JSON.stringify(counter)}, changes: { add: { count: 1 } } },
    { check: large, if: { test: "present", path: "text" } },
  ];
  let count = 0;
  const write = async () => {
    for (;;) {
      await store.transact(writes);
      count += 1;
      if (count === 20) console.log("writing");
    }
  };
  await Promise.all(Array.from({ length: 8 }, write));`;

const startBusyProgram = async () => {
  const program = startProgram(process.execPath, ["--input-type=module", "--eval", busyProgram, table.file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => program.stdout!.once("data", resolve));
  return program;
};

/** What `countNow` gives whenever a save has taken one of its locks: first the turn, then the database. */
const countAtLocks = (countNow: () => number): number[] => {
  const counts: number[] = [];
  const run = StatementSync.prototype.run;
  const spy = vi.spyOn(StatementSync.prototype, "run").mockImplementation(function (
    this: StatementSync,
    ...given
  ) {
    const result = run.apply(this, given);
    if (this.sourceSQL === "BEGIN IMMEDIATE") counts.push(countNow());
    return result;
  });
  cleanups.push(() => spy.mockRestore());
  return counts;
};

/**
 * Counted from the turn on, not from when the save is asked for. Until it has the turn, the system may stop
 * this process, or the other one while that has the turn; nothing bounds what the other writes meanwhile.
 */
test("one transaction of another process passes a save that has its turn, at most, and none after a kill", async () => {
  const program = await startBusyProgram();
  const database = openTableFile(table.file);
  cleanups.push(() => database.close());
  const rows = tableRowsOf(database);
  const countNow = () => Number(itemFrom(rows.at(counter)!.text).count);
  const begun = countNow();
  const counts = countAtLocks(countNow);
  for (let save = 0; save < 50; save++) {
    const after = await table.store.write({ update: counter, changes: { add: { count: 1 } } });
    const [inTurn, inTransaction, ...others] = counts.splice(0);
    expect(others).toEqual([]);
    expect(inTransaction! - inTurn!).toBeLessThanOrEqual(1);
    expect(after).toEqual({ count: inTransaction! + 1 });
  }
  while (countNow() <= begun + 50) await nextTurn();
  program.kill("SIGKILL");
  await new Promise((resolve) => program.once("exit", resolve));
  const left = countNow();
  expect(await increment(table.store)).toEqual({ count: left + 1 });
  expect(counts).toEqual([left, left]);
});

test("two processes see what the other has written at once", async () => {
  const another: SqliteTable = await openSqliteTable(table.file);
  cleanups.push(another.close);
  const stores = [table.store, another.store];
  for (let count = 1; count < 20; count++) {
    expect(await increment(stores[count % 2]!)).toEqual({ count });
    for (const store of stores) expect(await store.get(counter)).toMatchObject({ count });
  }
});

test("a program that keeps the lock is waited for without blocking, for ten seconds", async () => {
  using other = new DatabaseSync(table.file);
  other.exec("BEGIN IMMEDIATE");
  const done = increment(table.store);
  let turns = 0;
  while (turns < 20) {
    await nextTurn();
    turns += 1;
  }
  other.exec("ROLLBACK");
  expect(await done).toEqual({ count: 1 });
  other.exec("BEGIN IMMEDIATE");
  const begun = clock.monotonicMs();
  // One attempt after another, until time is over.
  let nowMs = begun;
  vi.spyOn(clock, "monotonicMs").mockImplementation(() => (nowMs += 1_000));
  const refused = increment(table.store);
  await expect(refused).rejects.toThrow(EngineFault);
  await expect(refused).rejects.toThrow(/Another program keeps .* locked; it should end its transaction/);
  vi.restoreAllMocks();
  other.exec("ROLLBACK");
  expect(await increment(table.store)).toEqual({ count: 2 });
});
