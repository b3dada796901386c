import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clock } from "#lib/clock.ts";
import { itemsOf } from "../table-store/partitions.ts";
import { temporaryTable } from "./temporary-table.ts";

let table: Awaited<ReturnType<typeof temporaryTable>>;

beforeEach(async () => {
  table = await temporaryTable();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await table.dispose();
});

/** How many turns of the event loop others have while something is done. */
const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let isDone = false;
  const done = work().finally(() => {
    isDone = true;
  });
  let turns = 0;
  while (!isDone) {
    await nextTurn();
    turns += 1;
  }
  await done;
  return turns;
};

const largeItems = (mark: number) =>
  Array.from({ length: 13 }, (_, sk) => ({
    pk: "LARGE",
    sk: String(sk).padStart(2, "0"),
    mark,
    text: "x".repeat(300_000),
  }));

test("a large transaction lets others run, who see it whole or not at all", async () => {
  await table.store.transact(largeItems(1).map((put) => ({ put })));
  // One statement, because reads of many items may pause between them.
  using another = new DatabaseSync(table.file);
  const read = another.prepare("SELECT DISTINCT item ->> 'mark' AS mark FROM items WHERE sk IN ('00', '12')");
  const seen = new Set<unknown>();
  let isDone = false;
  const watching = async () => {
    while (!isDone) {
      seen.add(JSON.stringify(read.all().map(({ mark }) => mark)));
      await nextTurn();
    }
  };
  const watched = watching();
  const turns = await turnsDuring(async () => {
    await table.store.transact(largeItems(2).map((put) => ({ put })));
    isDone = true;
  });
  await watched;
  expect(turns).toBeGreaterThan(26);
  expect([...seen].filter((marks) => marks !== "[1]" && marks !== "[2]")).toEqual([]);
  expect(seen).toContain("[1]");
});

test("a long query and a scan let others run", async () => {
  for (const put of largeItems(1)) await table.store.write({ put });
  // Each look at the clock is 10 ms later than the one before.
  let nowMs = 0;
  vi.spyOn(clock, "monotonicMs").mockImplementation(() => {
    nowMs += 10;
    return nowMs;
  });
  expect(await turnsDuring(() => itemsOf(table.store.query({ pk: "LARGE" })))).toBeGreaterThan(4);
  const scan = async () => {
    for await (const _ of table.store.scan());
  };
  expect(await turnsDuring(scan)).toBeGreaterThan(4);
});

const pagesOfLog = () => statSync(`${table.file}-wal`).size / 4_120;

test("the log is begun anew again and again while many write and read", async () => {
  using another = new DatabaseSync(table.file);
  const read = another.prepare("SELECT count(*) AS items FROM items");
  for (let round = 0; round < 100; round++) {
    const writes = Array.from({ length: 10 }, (_, sk) =>
      table.store.write({ put: { pk: "P", sk: `${sk}`, round } }),
    );
    await Promise.all(writes);
    read.get();
  }
  expect(pagesOfLog()).toBeLessThan(400);
});

test("a log that somebody's reading has made long is begun anew when that ends", async () => {
  // SQLite writes only what has changed.
  const write = (sk: number) =>
    table.store.write({ put: { pk: "P", sk: String(sk % 7), text: String(sk % 10).repeat(40_000) } });
  await write(0);
  using another = new DatabaseSync(table.file);
  another.exec("BEGIN; SELECT count(*) FROM items");
  for (let sk = 0; sk < 150; sk++) await write(sk);
  const long = pagesOfLog();
  expect(long).toBeGreaterThan(1_000);
  another.exec("COMMIT");
  for (let sk = 0; sk < 150; sk++) await write(sk);
  expect(pagesOfLog()).toBeLessThan(long + 250);
});
