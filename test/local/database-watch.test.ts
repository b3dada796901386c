// Proves contract rules: database-lost.

import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { log } from "#lib/log.ts";
import { type DatabaseWatch, watchDatabase } from "#local/database/database-watch.ts";
import { ended, firstLineOf, startProgram } from "#test/support/programs.ts";

let folder: string;
let file: string;
/** In place of the service. */
let database: DatabaseSync;
let watch: DatabaseWatch;
const written = vi.spyOn(log, "write").mockImplementation(() => {});

const open = () => {
  database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0");
};

const fill = (name: string, rows = 100) => {
  const insert = database.prepare(`INSERT INTO items VALUES (?, ?, ?, 1000)`);
  database.exec("BEGIN");
  for (let row = 0; row < rows; row++) insert.run(name, String(row), "x".repeat(1_000));
  database.exec("COMMIT");
};

const checkpoint = (how = "PASSIVE") => database.exec(`PRAGMA wal_checkpoint(${how})`);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  written.mockClear();
  folder = join(realpathSync(mkdtempSync(join(tmpdir(), "lectern-watch-test-"))), "data");
  cpSync(mkdtempSync(join(tmpdir(), "lectern-watch-test-")), folder, { recursive: true });
  file = join(folder, "database.sqlite");
  open();
  database.exec(`CREATE TABLE items (pk, sk, item, size, PRIMARY KEY (pk, sk))`);
  fill("first");
  checkpoint();
  copyFileSync(file, join(folder, "older.sqlite"));
  fill("second", 500);
  checkpoint();
  fill("third");
  watch = watchDatabase(file);
  watch.begin();
});

afterEach(() => {
  watch.end();
  database.close();
  vi.useRealTimers();
  rmSync(join(folder, ".."), { recursive: true, force: true });
});

/** What is found at the next turn of the timer, which no write has to wait for. */
const found = () => {
  vi.advanceTimersByTime(500);
  return watch.find()?.message;
};

const alarms = () =>
  written.mock.calls.flatMap(([level, members]) => (level === "alarm" ? [String(members.alarm)] : []));

describe("what SQLite does with its files is no loss:", () => {
  const usual: Readonly<Record<string, () => void>> = {
    "items are added": () => fill("more", 1_000),
    "the log is copied": () => checkpoint(),
    "the log is emptied": () => checkpoint("TRUNCATE"),
    "the log is begun anew": () => {
      checkpoint("RESTART");
      fill("anew");
    },
    "the database is vacuumed": () => {
      database.exec(`DELETE FROM items WHERE pk = 'second'; VACUUM`);
      expect(found()).toBeUndefined();
      const before = statSync(file).size;
      checkpoint();
      expect(statSync(file).size).toBeLessThan(before);
      fill("after");
    },
    "another program reads it for a while": () => {
      const reader = new DatabaseSync(file, { readOnly: true });
      reader.exec(`BEGIN; SELECT count(*) FROM items`);
      fill("meanwhile");
      checkpoint();
      expect(found()).toBeUndefined();
      reader.close();
      checkpoint("TRUNCATE");
    },
    "nobody has it open for a moment": () => {
      watch.end();
      database.close();
      open();
      fill("again");
      watch.begin();
    },
  };
  test.each(Object.entries(usual))("%s", (_name, happens) => {
    happens();
    expect(found()).toBeUndefined();
    checkpoint("TRUNCATE");
    fill("last");
    expect(found()).toBeUndefined();
    expect(written).not.toHaveBeenCalled();
  });
});

const detailOf = (what: string, then: string) =>
  `The files of the database ${what}, so nothing is written. ${then}`;

const gone = detailOf(
  "were deleted, moved or replaced",
  "Do not end the service: it still has the data, and the alarm in its log says how to copy them.",
);
const cut = detailOf(
  "were cut or overwritten",
  "Do not end the service: the alarm in its log says how to copy what is left.",
);

describe("a loss is noticed, and said once in the log:", () => {
  const older = () => join(folder, "older.sqlite");
  const elsewhere = () => `${folder}-elsewhere`;
  const losses: Readonly<Record<string, readonly [() => void, string]>> = {
    "the database is deleted": [() => rmSync(file), gone],
    "the log is deleted": [() => rmSync(`${file}-wal`), gone],
    "another file is put in its place": [() => renameSync(older(), file), gone],
    "the folder is moved": [() => renameSync(folder, elsewhere()), gone],
    "the folder is removed": [() => rmSync(folder, { recursive: true }), gone],
    "a copy of the folder is put in its place": [
      () => {
        cpSync(folder, elsewhere(), { recursive: true });
        rmSync(folder, { recursive: true });
        renameSync(elsewhere(), folder);
      },
      gone,
    ],
    "the index of the log is deleted": [
      () => rmSync(`${file}-shm`),
      detailOf("are not complete", "Nothing is lost; the alarm in the service's log says what to do."),
    ],
    "the database is emptied": [() => writeFileSync(file, ""), cut],
    "the database is cut": [() => truncateSync(file, 4_096), cut],
    "the last page is cut": [() => truncateSync(file, statSync(file).size - 4_096), cut],
    "an older copy is written into it": [() => copyFileSync(older(), file), cut],
    "the log is emptied by another program": [() => truncateSync(`${file}-wal`), cut],
    "something else is written into it": [
      () => writeFileSync(file, Buffer.alloc(statSync(file).size, 120)),
      cut,
    ],
  };
  test.each(Object.entries(losses))("%s", (_name, [happens, detail]) => {
    happens();
    expect(found()).toBe(detail);
    vi.advanceTimersByTime(5_000);
    expect(alarms()).toEqual([expect.stringContaining("Nothing more is written")]);
  });
});

test("a write is not acknowledged between two turns of the timer", () => {
  rmSync(file);
  expect(watch.find()?.message).toBe(gone);
});

test("what is moved away and back is written again, and what was cut is not", async () => {
  renameSync(folder, `${folder}-elsewhere`);
  expect(found()).toBe(gone);
  expect(alarms()[0]).toContain(`It is at ${folder}-elsewhere/database.sqlite now: move it back`);
  renameSync(`${folder}-elsewhere`, folder);
  expect(found()).toBeUndefined();
  expect(written.mock.lastCall).toEqual([
    "warning",
    { warning: `The files of ${file} are back; writes are taken again.` },
  ]);
  const size = statSync(file).size;
  truncateSync(file, 4_096);
  expect(found()).toBe(cut);
  truncateSync(file, size);
  expect(found()).toBe(cut);
});

test("a log that grows behind a reader is said, with the reader, until it is begun anew", async () => {
  const script = `
    const { DatabaseSync } = require("node:sqlite");
    const reader = new DatabaseSync(process.argv[1], { readOnly: true });
    reader.exec('BEGIN; SELECT 1 FROM sqlite_schema');
    console.log("reads");
    process.stdin.resume();`;
  const reader = startProgram(process.execPath, ["-e", script, file]);
  await firstLineOf(reader);
  for (let row = 0; row < 70; row++) database.exec(`UPDATE items SET item = zeroblob(${10_000 + row})`);
  checkpoint();
  expect(found()).toBeUndefined();
  const megabytes = Math.round((statSync(`${file}-wal`).size / 4_120) * 0.004_096);
  expect(megabytes).toBeGreaterThan(64);
  expect(watch.findWarnings()).toEqual([expect.stringContaining(`has ${megabytes} MB, because another`)]);
  expect(found()).toBeUndefined();
  expect(alarms()).toEqual([
    expect.stringContaining(`has ${megabytes} MB, and grows until the disk is full`),
  ]);
  if (process.platform === "linux") expect(alarms()[0]).toContain(`is open in the processes ${reader.pid}.`);
  reader.kill();
  await ended(reader);
  checkpoint("RESTART");
  fill("anew");
  expect(found()).toBeUndefined();
  expect(watch.findWarnings()).toEqual([]);
  expect(written.mock.lastCall).toEqual([
    "warning",
    { warning: `The log of the database, ${file}-wal, has been begun anew.` },
  ]);
});
