import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rename, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { unzipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { log } from "#lib/log.ts";
import { plainItem } from "#lib/store/dynamo/wire-values.ts";
import type { Item } from "#lib/store/port/table-store.ts";
import { openSqliteTable } from "#lib/store/sqlite/sqlite-table.ts";
import { syncFolder } from "#lib/sync-folder.ts";
import { tableFileIn } from "#local/data-directory/table-file.ts";
import { findKeptLogs } from "#local/database/kept-logs.ts";
import { migrateTable, removeFormerTable } from "#local/migration/migrate-table.ts";
import { noRoomIn } from "#local/no-room.ts";
import { formerFolders, packedRelease, recordedOpening } from "#test/releases/release.ts";
import { ended, startProgram, temporaryFolder } from "#test/support/programs.ts";
import { fileDigests } from "../file-digests.ts";
import { formerDatabase } from "./former-database.ts";

vi.mock("#lib/sync-folder.ts", async (original) => {
  const module = await original<typeof import("#lib/sync-folder.ts")>();
  return { syncFolder: vi.fn(module.syncFolder) };
});

const table = "lectern";
let folder: string;

beforeEach(async () => {
  vi.spyOn(log, "write").mockImplementation(() => {});
  folder = await temporaryFolder();
});

afterEach(() => {
  vi.restoreAllMocks();
});

const items: readonly Item[] = Array.from({ length: 400 }, (_, index) => ({
  pk: `PAGE#${index % 40}`,
  sk: `REV#${String(index).padStart(5, "0")}`,
  number: index / 4,
  text: "Otters \u{1F9A6} ".repeat(index % 50),
  bytes: Buffer.from([index % 256]),
  tags: new Set(["a", `b${index % 3}`]),
  nested: { list: [1, null, { deep: true }], numbers: new Set([1, 2.5]) },
  ...(index % 9 === 0 && { expires_at: 1_000 + index }),
}));

const nameOf = ({ pk, sk }: Item) => `${pk} ${sk}`;
const inOrder = (all: readonly Item[]) =>
  all.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));

/** A data directory as a release of format 1 has left it; its log is not in its database yet. */
const leaveFormer = async () => {
  const origin = await temporaryFolder();
  const database = formerDatabase(join(origin, "database.sqlite"), table, items);
  for (const ending of ["", "-wal"])
    await copyFile(join(origin, `database.sqlite${ending}`), join(folder, `database.sqlite${ending}`));
  database.close();
  await writeFile(join(folder, "format"), "1\n");
};

const migrated = async (): Promise<{ all: readonly Item[]; expired: number }> => {
  const { store, close } = await openSqliteTable(tableFileIn(folder));
  const all: Item[] = [];
  for await (const answer of store.scan()) all.push(...answer.items);
  let expired = 0;
  for await (const keys of store.expired(2_000)) expired += keys.length;
  await close();
  return { all: inOrder(all), expired };
};

const expectMigrated = async () => {
  const { all, expired } = await migrated();
  expect(all).toEqual(inOrder(items));
  expect(expired).toBe(items.filter((item) => Number(item.expires_at) <= 2_000).length);
  expect(await readFile(join(folder, "format"), "utf8")).toBe("2\n");
};

const names = async () => (await readdir(folder)).sort();

test("a former table is copied with what is in its log, and kept until it is removed", async () => {
  await leaveFormer();
  const before = await readFile(join(folder, "database.sqlite-wal"));
  expect(await migrateTable(folder, table)).toBe(true);
  expect(await names()).toEqual(
    expect.arrayContaining([
      "former-database.sqlite",
      "former-database.sqlite-wal",
      "format",
      "table.sqlite",
    ]),
  );
  expect((await readFile(join(folder, "former-database.sqlite-wal"))).equals(before)).toBe(true);
  await expectMigrated();
  expect(await migrateTable(folder, table)).toBe(false);
  await removeFormerTable(folder);
  expect((await names()).filter((name) => name.includes("former"))).toEqual([]);
  await expectMigrated();
});

test("a start that completes a copy is no reason to remove the former file", async () => {
  await leaveFormer();
  expect(await migrateTable(folder, table)).toBe(true);
  for (const ending of ["", "-wal"])
    await rename(join(folder, `former-database.sqlite${ending}`), join(folder, `database.sqlite${ending}`));
  expect(await migrateTable(folder, table)).toBe(true);
  expect(await names()).toContain("former-database.sqlite");
  expect(await migrateTable(folder, table)).toBe(false);
  await expectMigrated();
});

test("a database that an earlier release has used beside a table is refused in words, and nothing is changed", async () => {
  await leaveFormer();
  await migrateTable(folder, table);
  await leaveFormer();
  const before = await fileDigests(folder);
  const [now, former] = ["table.sqlite", "database.sqlite"].map((name) => join(folder, name));
  await expect(migrateTable(folder, table)).rejects.toThrow(
    `${folder} has two tables: ${now}, and ${former}, which an earlier release has used since. Move the one`,
  );
  expect(await fileDigests(folder)).toEqual(before);
  await rename(now!, join(folder, "newer.sqlite"));
  expect(await migrateTable(folder, table)).toBe(true);
  await expectMigrated();
});

test("the copy has its name on the disk before the former file loses its own", async () => {
  await leaveFormer();
  const seen: boolean[][] = [];
  vi.mocked(syncFolder).mockImplementation(async (synced) => {
    if (synced === folder)
      seen.push(["table.sqlite", "database.sqlite"].map((name) => existsSync(join(folder, name))));
  });
  onTestFinished(() => void vi.mocked(syncFolder).mockReset());
  await migrateTable(folder, table);
  expect(seen.slice(-2)).toEqual([
    [true, true],
    [true, false],
  ]);
});

test("where there is nothing to copy nothing is changed, and a database without the table gives an empty one", async () => {
  expect(await migrateTable(folder, table)).toBe(false);
  expect(await names()).toEqual([]);
  formerDatabase(join(folder, "database.sqlite"), "another", items).close();
  expect(await migrateTable(folder, table)).toBe(true);
  expect((await migrated()).all).toEqual([]);
});

test("a database without the table is lost where the folder was used: refused in words, and left as it is", async () => {
  formerDatabase(join(folder, "database.sqlite"), "another", items).close();
  await writeFile(join(folder, "format"), "1\n");
  const used: readonly (readonly [file: string, text: string])[] = [
    ["catalog.db", ""],
    ["purpose", "site\n"],
    ["purpose", "demo\n"],
  ];
  for (const [file, text] of used) {
    await writeFile(join(folder, file), text);
    const before = await fileDigests(folder);
    await expect(migrateTable(folder, table)).rejects.toThrow(
      `${folder} has lost its database (${join(folder, "database.sqlite")} has no table ${table}); restore it from a backup,`,
    );
    // SQLite leaves an empty log beside what it has read.
    expect(await fileDigests(folder)).toMatchObject(before);
    expect(await names()).not.toContain("table.sqlite");
  }
  expect(await migrateTable(folder, "another")).toBe(true);
  await expectMigrated();
});

const program = `
  import { StatementSync } from "node:sqlite";
  import { migrateTable } from "#local/migration/migrate-table.ts";
  let rows = Number(process.env.KILL_AT_ROW ?? Number.POSITIVE_INFINITY);
  const { run } = StatementSync.prototype;
  StatementSync.prototype.run = function (...values) {
    if (rows-- === 0) process.kill(process.pid, "SIGKILL");
    return run.apply(this, values);
  };
  await migrateTable(process.argv[1], "${table}");`;

/**
 * Migrates in a process that kills itself at a change of the file system, or a row; true if it was killed.
 */
const isKilled = async (environment: Readonly<Record<string, string>>): Promise<boolean> => {
  const killing =
    environment.KILL_AT_STEP === undefined ? [] : ["--import", "./test/local/killed-at-step.ts"];
  const migration = startProgram(
    process.execPath,
    [...killing, "--input-type=module", "--eval", program, folder],
    { env: { ...process.env, ...environment }, stdio: "ignore" },
  );
  const status = await ended(migration);
  if (status !== 0) expect(migration.signalCode).toBe("SIGKILL");
  return status !== 0;
};

describe("a kill", () => {
  test("at any change of the folder leaves what the next start completes", async () => {
    await leaveFormer();
    let steps = 0;
    // Each run gets further than the one before, which has left what it did.
    while (await isKilled({ KILL_AT_STEP: String(steps) })) {
      steps += 1;
      expect(await migrateTable(folder, table).then(() => "completed")).toBe("completed");
      await expectMigrated();
      folder = await temporaryFolder();
      await leaveFormer();
    }
    expect(steps).toBeGreaterThan(6);
    await expectMigrated();
  });

  test("again and again completes nothing, but loses nothing", async () => {
    await leaveFormer();
    for (const row of ["0", "1", "200", "399"]) expect(await isKilled({ KILL_AT_ROW: row })).toBe(true);
    for (const step of ["5", "4", "6", "7"]) await isKilled({ KILL_AT_STEP: step });
    await migrateTable(folder, table);
    await expectMigrated();
  });
});

describe("a former table that cannot be copied", () => {
  const refused = async () => {
    const error = await migrateTable(folder, table).catch((caught) => caught);
    // A start says nothing else.
    expect((await noRoomIn(folder, error)) ?? error).toBe(error);
    expect(error.name).toBe("PlainError");
    expect(await names()).not.toContain("table.sqlite");
    expect(await readFile(join(folder, "format"), "utf8")).toBe("1\n");
    return error.message as string;
  };

  test("because it is damaged is refused in words, and stays as it is", async () => {
    await leaveFormer();
    const file = join(folder, "database.sqlite");
    using database = new DatabaseSync(file);
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
    const bytes = await readFile(file);
    await truncate(file, Math.floor(bytes.length / 8_192) * 4_096);
    expect(await refused()).toMatch(
      /database\.sqlite cannot be brought .* it is damaged; move it out of the folder, and restore it from a backup/,
    );
    await writeFile(file, "This is no database. ".repeat(500));
    expect(await refused()).toMatch(
      /it is damaged; move it out of the folder, and restore it from a backup\.$/,
    );
    await writeFile(file, bytes);
    await migrateTable(folder, table);
    await expectMigrated();
  });

  test("for want of room is refused in words", async () => {
    await leaveFormer();
    const exec = DatabaseSync.prototype.exec;
    vi.spyOn(DatabaseSync.prototype, "exec").mockImplementation(function (this: DatabaseSync, sql: string) {
      exec.call(this, sql);
      if (sql.includes("CREATE TABLE")) exec.call(this, "PRAGMA max_page_count = 12");
    });
    expect(await refused()).toMatch(
      /disk is full\): make as much room as that file takes, and start again\.$/,
    );
  });

  test("with a damaged log keeps a copy of that, and says so", async () => {
    await leaveFormer();
    const file = join(folder, "database.sqlite-wal");
    const bytes = await readFile(file);
    bytes[Math.floor(bytes.length / 2)]! ^= 1;
    await writeFile(file, bytes);
    await migrateTable(folder, table);
    const [copy = ""] = (await names()).filter((name) => name.includes("-wal.damaged-"));
    expect((await readFile(join(folder, copy))).equals(bytes)).toBe(true);
    const alarms = vi.mocked(log.write).mock.calls.filter(([level]) => level === "alarm");
    expect(alarms).toHaveLength(1);
    // Named by the health of the service, too.
    expect((await findKeptLogs(folder))()).toEqual([join(folder, copy)]);
    expect((await migrated()).all.length).toBeLessThan(items.length);
  });
});

describe.each(formerFolders)("a folder of version %s", (name) => {
  beforeEach(async () => {
    for (const [path, content] of Object.entries(unzipSync(await readFile(packedRelease(name))))) {
      if (!path.startsWith("data/")) continue;
      const place = join(folder, path.slice("data/".length));
      await mkdir(dirname(place), { recursive: true });
      await writeFile(place, content);
    }
    await migrateTable(folder, table);
  });

  test("has the same items afterwards", async () => {
    using database = new DatabaseSync(join(folder, "former-database.sqlite"), { readOnly: true });
    const rows = database.prepare(`SELECT item_json FROM "${table}"`).all();
    const { all } = await migrated();
    expect(all.length).toBeGreaterThan(20);
    expect(all).toEqual(inOrder(rows.map((row) => plainItem(JSON.parse(String(row.item_json))) as Item)));
  });

  test("is refused in words by that version then, which changes nothing in it", async () => {
    const before = await fileDigests(folder);
    const { openDataDirectory } = await import(recordedOpening(name));
    await expect(openDataDirectory(folder)).rejects.toThrow(
      `${folder} is in data format 2, and this version of Lectern reads format 1; use the version that wrote it, or choose another with --data.`,
    );
    expect(await fileDigests(folder)).toEqual(before);
  });
});
