import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { log } from "#lib/log.ts";

import { findDatabaseWarnings } from "#lib/store/database-files.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { openDataDirectory } from "#local/data-directory.ts";
import { openDataTable } from "#local/data-table.ts";
import { findLogDamage } from "#local/database/damaged-log.ts";
import { keepDamagedLog } from "#local/database/kept-logs.ts";
import { temporaryDataTable } from "./temporary-table.ts";

let folder: string;
/** What a crash leaves of the database. */
let crashed: string;
let database: DatabaseSync;

const rows = 20;
const frameBytes = 24 + 4_096;
const frames = () => Math.floor((statSync(`${crashed}-wal`).size - 32) / frameBytes);

const insert = (text: string) =>
  database.prepare("INSERT INTO items VALUES (?)").run(text.padEnd(3_000, "."));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lectern-log-test-"));
  crashed = join(folder, "crashed.sqlite");
  database = new DatabaseSync(join(folder, "table.sqlite"));
  database.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = 5");
  database.exec("CREATE TABLE items (text)");
  for (let row = 0; row < rows; row++) insert(`row ${row}`);
});

afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

const crash = () => {
  for (const ending of ["", "-wal"]) copyFileSync(join(folder, `table.sqlite${ending}`), crashed + ending);
};

/** Changes a byte of a frame of the crashed database, counted from 1. */
const damage = (frame: number, at: number) => {
  const bytes = readFileSync(`${crashed}-wal`);
  bytes[32 + (frame - 1) * frameBytes + at]! ^= 1;
  writeFileSync(`${crashed}-wal`, bytes);
};

/** How many rows SQLite still finds. */
const left = () => {
  using opened = new DatabaseSync(crashed);
  return Number(opened.prepare("SELECT count(*) AS rows FROM items").get()!.rows);
};

describe("behind damage in a log there is", () => {
  test("nothing if all of it is whole", () => {
    crash();
    expect(findLogDamage(crashed)).toBeUndefined();
    expect(left()).toBe(rows);
  });

  test.each([
    ["page", 24 + 1_000],
    ["checksum", 20],
    ["salt", 9],
  ])("what SQLite drops for the %s of a frame", (_name, at) => {
    crash();
    const broken = frames() - 12;
    damage(broken, at);
    const found = findLogDamage(crashed)!;
    expect(found).toMatchObject({ frame: broken, bytes: found.frames * frameBytes });
    // The frame behind a wrong checksum cannot be verified.
    expect([11, 12]).toContain(found.frames);
    const lost = rows - left();
    expect([lost - 1, lost]).toContain(found.transactions);
  });

  test("all that SQLite drops for the head of the log", () => {
    crash();
    const all = frames();
    const bytes = readFileSync(`${crashed}-wal`);
    bytes[20]! ^= 1;
    writeFileSync(`${crashed}-wal`, bytes);
    // The first frame continues the checksum of the head, which is wrong or not.
    expect(findLogDamage(crashed)).toMatchObject({ frame: 0, frames: all });
  });

  test("nothing that was acknowledged if the last transaction is not whole", () => {
    crash();
    damage(frames(), 100);
    expect(findLogDamage(crashed)).toBeUndefined();
    truncateSync(`${crashed}-wal`, statSync(`${crashed}-wal`).size - 5_000);
    expect(findLogDamage(crashed)).toBeUndefined();
    expect(left()).toBe(rows - 1);
  });

  test("nothing but older frames after the log was begun anew", () => {
    database.exec("PRAGMA wal_checkpoint(RESTART)");
    insert("anew");
    crash();
    expect(findLogDamage(crashed)).toBeUndefined();
    expect(left()).toBe(rows + 1);
  });

  test("no transaction that was given up", () => {
    database.exec("BEGIN");
    for (let row = 0; row < 50; row++) insert("given up");
    database.exec("ROLLBACK");
    insert("kept");
    crash();
    expect(frames()).toBeGreaterThan(60);
    expect(findLogDamage(crashed)).toBeUndefined();
    expect(left()).toBe(rows + 1);
  });

  test("nothing if there is no log, or an empty one", () => {
    expect(findLogDamage(crashed)).toBeUndefined();
    writeFileSync(`${crashed}-wal`, "");
    expect(findLogDamage(crashed)).toBeUndefined();
  });
});

describe("damage that is not the same at a second look is not said, and nothing is kept:", () => {
  const others: Readonly<Record<string, (broken: number) => void>> = {
    "a page that was being written is whole": (broken) => damage(broken, 1_000),
    "the log was begun anew": () => {
      database.exec("PRAGMA wal_checkpoint(RESTART)");
      insert("anew");
      crash();
    },
    "there is more behind it": () => appendFileSync(`${crashed}-wal`, Buffer.alloc(frameBytes)),
    "it is at another place": (broken) => damage(broken - 2, 1_000),
    "the log is gone": () => rmSync(`${crashed}-wal`),
  };
  test.each(Object.entries(others))("%s", async (_name, happens) => {
    const lines = vi.spyOn(log, "write").mockImplementation(() => {});
    onTestFinished(() => lines.mockRestore());
    crash();
    const broken = frames() - 12;
    damage(broken, 1_000);
    let looks = 0;
    await keepDamagedLog(crashed, (file) => {
      looks += 1;
      if (looks === 2) happens(broken);
      return findLogDamage(file);
    });
    expect(looks).toBe(2);
    expect(lines).not.toHaveBeenCalled();
    expect(readdirSync(folder).filter((name) => name.includes("damaged"))).toEqual([]);
  });
});

test("a damaged log is kept before SQLite drops what is behind the damage, and said once", async () => {
  const lines = vi.spyOn(log, "write").mockImplementation(() => {});
  const running = await temporaryDataTable();
  const put = (sk: number) => tableStore().write({ put: { pk: "ITEM", sk: String(sk) } });
  for (let item = 0; item < rows; item++) await put(item);
  const directory = await openDataDirectory(join(folder, "data"));
  crashed = directory.databaseFile;
  for (const ending of ["", "-wal"]) copyFileSync(running.databaseFile + ending, crashed + ending);
  await running.dispose();
  damage(frames() - 30, 500);
  const damagedLog = readFileSync(`${crashed}-wal`);
  const alarms = () => lines.mock.calls.filter(([level]) => level === "alarm").map(([, { alarm }]) => alarm);

  const copies = () => readdirSync(directory.path).filter((name) => name.includes("-wal.damaged-"));
  const start = async () => {
    writeFileSync(`${crashed}-wal`, damagedLog);
    const table = await openDataTable(directory);
    const warnings = findDatabaseWarnings();
    const [copy = ""] = copies();
    expect(readFileSync(join(directory.path, copy)).equals(damagedLog)).toBe(true);
    rmSync(join(directory.path, copy));
    expect(findDatabaseWarnings()).toEqual([]);
    writeFileSync(join(directory.path, copy), damagedLog);
    await table.close();
    return warnings;
  };
  expect(await start()).toEqual([
    expect.stringMatching(/^When the service was started, the log .* was damaged/),
  ]);
  expect(await start()).toHaveLength(1);
  expect(alarms()).toEqual([
    expect.stringMatching(/ stand \d+ whole transactions in \d+ pages, \d+ bytes\. /),
  ]);
  await directory.close();
});
