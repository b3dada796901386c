// Proves contract rules: storage-full.

import { access, mkdir, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { inTime } from "#lib/deadline.ts";
import { EngineFault, isStorageFull } from "#lib/refusals/engine-fault.ts";
import { LostDatabase, lookAtFilesBy } from "#lib/store/database-files.ts";
import { isNew } from "#lib/store/port/table-store.ts";
import { requireWritable } from "#lib/store/sqlite/require-writable.ts";
import { openSqliteTable } from "#lib/store/sqlite/sqlite-table.ts";
import { tableStore, useTableStore } from "#lib/store/table-store.ts";
import { holdSyncs } from "#test/local/held-syncs.ts";
import { temporaryTable } from "./temporary-table.ts";

vi.mock("#lib/store/sqlite/require-writable.ts", { spy: true });

let table: Awaited<ReturnType<typeof temporaryTable>>;

const put = (sk: string, more: object = {}) => table.store.write({ put: { pk: "KEPT", sk, ...more } });
const get = (sk: string) => table.store.get({ pk: "KEPT", sk });

beforeEach(async () => {
  table = await temporaryTable();
  await put("before");
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.mocked(requireWritable).mockReset();
  lookAtFilesBy();
  useTableStore();
  await table.dispose();
});

const kept = { pk: "KEPT", sk: "before" };

const reopen = async () => {
  await table.close();
  const opened = await openSqliteTable(table.file);
  const before = table;
  table = { ...before, ...opened, dispose: () => opened.close().then(before.dispose) };
};

/** Opens the table again so that SQLite gives it no more pages than these. */
const reopenWith = async (pages: number) => {
  const exec = DatabaseSync.prototype.exec;
  vi.spyOn(DatabaseSync.prototype, "exec").mockImplementation(function (this: DatabaseSync, sql: string) {
    exec.call(this, sql);
    if (sql.includes("busy_timeout")) exec.call(this, `PRAGMA max_page_count = ${pages}`);
  });
  await reopen();
  vi.restoreAllMocks();
};

describe("on a full disk", () => {
  test("a write is refused whole, what is there can be read, and with room it is done", async () => {
    await reopenWith(12);
    const large = { text: "x".repeat(100_000) };
    const attempts = [
      () => put("large", large),
      () =>
        table.store.transact([
          { put: { pk: "KEPT", sk: "beside" } },
          { put: { pk: "KEPT", sk: "large", ...large }, if: isNew },
        ]),
    ];
    for (const attempt of attempts) {
      const error = await attempt().catch((caught) => caught);
      expect(isStorageFull(error)).toBe(true);
    }
    expect([await get("before"), await get("beside"), await get("large")]).toEqual([
      kept,
      undefined,
      undefined,
    ]);
    await reopen();
    await put("large", large);
    expect(await get("large")).toMatchObject(large);
  });
});

/** Has SQLite's statements fail as they do when the disk does. */
const failWith = (message: string, errcode: number, suits: (sql: string) => boolean = () => true) => {
  for (const name of ["run", "get"] as const) {
    const call = StatementSync.prototype[name] as (...values: unknown[]) => unknown;
    vi.spyOn(StatementSync.prototype, name).mockImplementation(function (this: StatementSync, ...values) {
      if (suits(this.sourceSQL)) throw Object.assign(new Error(message), { errcode });
      return call.apply(this, values) as never;
    });
  }
};

describe("of a disk that fails", () => {
  test.each(["INSERT", "COMMIT"])(
    "an error in %s says what to look at, and gives the write up",
    async (word) => {
      failWith("disk I/O error", 778, (sql) => sql.startsWith(word));
      const error = await put("after").catch((caught) => caught);
      expect(error).toBeInstanceOf(EngineFault);
      expect(error.message).toMatch(
        /table\.sqlite cannot be read or written; look at the disk \(disk I\/O error\)/,
      );
      vi.restoreAllMocks();
      expect([await get("after"), await get("before")]).toEqual([undefined, kept]);
      await put("after");
    },
  );

  test.each([
    [
      "attempt to write a readonly database",
      1_032,
      "cannot be written; look at the rights of the file and of its folder",
    ],
    ["database disk image is malformed", 267, "is damaged; move it away, and restore it from a backup"],
    [
      "file is not a database",
      26,
      "is damaged, or another program's file; move it away, and restore it from a backup",
    ],
    [
      "unable to open database file",
      14,
      "cannot be opened; look at the rights of the file and of its folder",
    ],
    ["out of memory", 7, "refuses what was asked"],
  ])("%s is a fault that says what to do", async (message, errcode, words) => {
    failWith(message, errcode, (sql) => sql.startsWith("INSERT"));
    const fault = new EngineFault(`The database ${table.file} ${words} (${message}).`);
    await expect(put("after")).rejects.toEqual(fault);
    vi.restoreAllMocks();
    expect(await get("after")).toBeUndefined();
  });

  test("an error is explained by whoever knows the files", async () => {
    useTableStore(table.store);
    const full = Object.assign(new Error("There is no room."), { code: "EDQUOT" });
    lookAtFilesBy({ findLoss: () => undefined, findWarnings: () => [], findCause: async () => full });
    failWith("disk I/O error", 778, (sql) => sql.startsWith("INSERT"));
    await expect(tableStore().write({ put: { ...kept, sk: "after" } })).rejects.toBe(full);
  });

  test("an error in a read is a fault, too", async () => {
    failWith("disk I/O error", 266, (sql) => sql.startsWith("SELECT size, item"));
    await expect(get("before")).rejects.toThrow(EngineFault);
  });

  test("a refusal to keep what was written ends all that follows, and says so once", async () => {
    const syncs = await holdSyncs(table.file);
    const refused = put("refused");
    await expect.poll(() => syncs.length).toBe(1);
    syncs[0]!.reject(new Error("EIO: i/o error, fdatasync"));
    await expect(refused).rejects.toThrow(EngineFault);
    expect(await table.failed).toMatch(
      /^The disk refuses what is written to .*table\.sqlite \(EIO.*\); look at the disk, which is not full, and start again\.$/,
    );
    await expect(get("before")).rejects.toThrow(EngineFault);
    await expect(put("more")).rejects.toThrow(EngineFault);
    vi.restoreAllMocks();
    // The end copies the log into the database, and removes it.
    await table.close();
    await expect(access(`${table.file}-wal`)).rejects.toThrow("ENOENT");
    using database = new DatabaseSync(table.file, { readOnly: true });
    expect(database.prepare("SELECT count(*) AS items FROM items").get()).toMatchObject({ items: 3 });
  });
});

test("nothing is told before it is on the disk, whoever has written it", async () => {
  const another = await openSqliteTable(table.file);
  await another.store.get(kept);
  const syncs = await holdSyncs(table.file);
  const told: string[] = [];
  const note = (what: string) => () => told.push(what);
  const written = another.store.write({ put: { pk: "KEPT", sk: "others" } }).then(note("written"));
  await expect.poll(() => syncs.length).toBe(1);
  const read = get("others").then(note("read"));
  const refused = table.store.write({ put: { pk: "KEPT", sk: "others" }, if: isNew }).catch(note("refused"));
  await expect.poll(() => syncs.length).toBe(2);
  expect(told).toEqual([]);
  syncs[0]!.resolve();
  await written;
  expect(told).toEqual(["written"]);
  syncs[1]!.resolve();
  await Promise.all([read, refused]);
  expect(told.toSorted()).toEqual(["read", "refused", "written"]);
  vi.restoreAllMocks();
  await another.close();
});

test("the end waits until the disk has what was written, and a request no longer than it may", async () => {
  const syncs = await holdSyncs(table.file);
  const late = inTime(50, () => put("late"));
  await expect(late).rejects.toThrow("The request has waited for as long as it may.");
  let isClosed = false;
  const closed = table.close().then(() => {
    isClosed = true;
  });
  // Time for a fault to show.
  await pause(50);
  expect([isClosed, syncs.length]).toEqual([false, 1]);
  syncs[0]!.resolve();
  await closed;
});

test("what was written to files that are gone is not acknowledged", async () => {
  useTableStore(table.store);
  let loss: LostDatabase | undefined;
  lookAtFilesBy({ findLoss: () => loss, findWarnings: () => [], findCause: async () => undefined });
  const syncs = await holdSyncs(table.file);
  const write = (sk: string) => tableStore().write({ put: { ...kept, sk } });
  const written = write("lost");
  await expect.poll(() => syncs.length).toBe(1);
  loss = new LostDatabase("The files were deleted.");
  syncs[0]!.resolve();
  await expect(written).rejects.toBe(loss);
  await expect(write("more")).rejects.toBe(loss);
  expect(syncs).toHaveLength(1);
  expect(await tableStore().get(kept)).toEqual(kept);
});

describe("a file that cannot be used", () => {
  test("is refused in words: absent, another program's, of a later layout, damaged, or a folder", async () => {
    const place = (name: string) => join(table.folder, name);
    const opening = (name: string, create = false) => openSqliteTable(place(name), { create });
    await expect(opening("absent")).rejects.toThrow(/absent is not there\.$/);
    using other = new DatabaseSync(place("other"));
    other.exec("CREATE TABLE items (pk)");
    for (const create of [false, true])
      await expect(opening("other", create)).rejects.toThrow(/other is no database of Lectern's\.$/);
    expect(other.prepare("PRAGMA journal_mode").get()).toMatchObject({ journal_mode: "delete" });
    await (await opening("later", true)).close();
    using later = new DatabaseSync(place("later"));
    later.exec("PRAGMA user_version = 9");
    await expect(opening("later")).rejects.toThrow(
      /later has layout 9, and this version of Lectern knows up to 1; use the version that wrote it\.$/,
    );
    await writeFile(place("damaged"), "This is no database.".repeat(1_000));
    await expect(opening("damaged")).rejects.toThrow(
      /damaged is damaged, or another program's file; move it away, and restore it from a backup \(file is not a database\)\.$/,
    );
    await mkdir(place("folder"));
    await expect(opening("folder")).rejects.toThrow(
      /folder cannot be opened; look at the rights of the file and of its folder \(/,
    );
  });

  test.each(["", "-wal", "-shm", "-turn"])(
    "is refused in words if %j of it cannot be written",
    async (ending) => {
      const file = table.file + ending;
      vi.mocked(requireWritable).mockImplementation((name) => {
        if (name !== file) return;
        throw Object.assign(new Error(`EACCES: permission denied, access '${file}'`), { code: "EACCES" });
      });
      const refused = openSqliteTable(table.file);
      await expect(refused).rejects.toThrow(EngineFault);
      await expect(refused).rejects.toThrow(
        `The database ${table.file} cannot be used; look at what the system says (EACCES: permission denied, access '${file}').`,
      );
    },
  );

  test("says that it is damaged when that is found", async () => {
    for (let sk = 0; sk < 300; sk++) await put(String(sk), { text: "x".repeat(3_000) });
    await table.close();
    await truncate(table.file, Math.floor((await stat(table.file)).size / 8_192) * 4_096);
    const cut = await openSqliteTable(table.file).catch((error) => error);
    const reading = async () => {
      for await (const _ of cut.store.scan());
    };
    const error = cut instanceof Error ? cut : await reading().catch((caught) => caught);
    expect(error).toBeInstanceOf(EngineFault);
    expect(error.message).toMatch(
      /table\.sqlite (is damaged; move it away, and restore it from a backup|cannot be read)/,
    );
    if (!(cut instanceof Error)) await cut.close();
  });

  test("is whole again after a start that was interrupted before there were tables", async () => {
    const file = join(table.folder, "begun");
    using begun = new DatabaseSync(file);
    begun.exec("PRAGMA journal_mode = WAL");
    const opened = await openSqliteTable(file, { create: true });
    await opened.store.write({ put: kept });
    expect(await opened.store.get(kept)).toEqual(kept);
    await opened.close();
  });
});
