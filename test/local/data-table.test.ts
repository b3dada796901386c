import { mkdir, rename, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, test } from "vitest";
import { EngineFault } from "#lib/refusals/engine-fault.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { writePurpose } from "#local/data-directory/purpose.ts";
import { tableFileIn } from "#local/data-directory/table-file.ts";
import { openDataDirectory } from "#local/data-directory.ts";
import { openDataTable } from "#local/data-table.ts";
import { copyDatabase } from "#local/database/copy.ts";
import { openTable } from "#local/open-table.ts";
import { PlainError } from "#local/plain-error.ts";
import { temporaryFolder } from "#test/support/programs.ts";
import { fileDigests } from "./file-digests.ts";

const item = { pk: "KEPT", sk: "one" };

let folder: string;
let file: string;

/** Opens the table as a start does; closing it frees the folder. */
const openData = async () => {
  await using opened = new AsyncDisposableStack();
  const directory = await openDataDirectory(folder);
  opened.defer(directory.close);
  opened.defer((await openDataTable(directory)).close);
  const kept = opened.move();
  return { close: () => kept.disposeAsync() };
};

/** A folder with a site, whose service has ended. */
beforeEach(async () => {
  folder = join(await temporaryFolder(), "data");
  file = tableFileIn(folder);
  const { close } = await openData();
  await tableStore().write({ put: item });
  await writePurpose(folder, "site");
  await close();
});

const changeTable = async (sql: string): Promise<void> => {
  using database = new DatabaseSync(file);
  database.exec(sql);
};

/** Only the lock and what SQLite makes beside a database are others afterwards. */
const lasting = async () =>
  Object.entries(await fileDigests(folder)).filter(([name]) => !/^lock|-(wal|shm|turn)$/.test(name));

const lost = "restore it from a backup, set DYNAMODB_ENDPOINT if";
const elsewhere = "Or choose another directory with --data.";

describe("a table that cannot be used is refused in words by a start, and by a command beside a service, and stays as it is:", () => {
  test.each<[what: string, damage: () => Promise<unknown>, words: (file: string) => string, remedy: string]>([
    ["none", () => rename(file, `${file}.away`), () => `${file} is not there`, lost],
    ["empty", () => truncate(file), () => `${file} is no database of Lectern's`, lost],
    [
      "another program's",
      () => rm(file).then(() => changeTable("CREATE TABLE items (pk)")),
      () => `${file} is no database of Lectern's`,
      lost,
    ],
    [
      "of a later layout",
      () => changeTable("PRAGMA user_version = 9"),
      () => `${file} has layout 9, and this version of Lectern knows up to 1; use the version that wrote it.`,
      elsewhere,
    ],
    [
      "no database at all",
      () => writeFile(file, "This is no database. ".repeat(500)),
      () =>
        `The database ${file} is damaged, or another program's file; move it away, and restore it from a backup (`,
      elsewhere,
    ],
    [
      "cut",
      () => truncate(file, 6_000),
      () => `The database ${file} is damaged; move it away, and restore it from a backup (`,
      elsewhere,
    ],
    [
      "a folder",
      () => rm(file).then(() => mkdir(file)),
      () => `The database ${file} cannot be opened; look at the rights of the file and of its folder (`,
      elsewhere,
    ],
  ])("%s", async (_what, damage, words, remedy) => {
    await damage();
    const before = await lasting();
    const refused = await openData().catch((error) => error);
    expect(refused).toBeInstanceOf(PlainError);
    expect(refused.message).toContain(words(file));
    expect(refused.message).toContain(remedy);
    expect(refused.message).not.toContain("\n");
    const beside = await openTable(file).catch((error) => error);
    expect(beside).toBeInstanceOf(PlainError);
    expect(beside.message).toContain(words(file));
    expect(await lasting()).toEqual(before);
  });

  test("one whose log cannot be read", async () => {
    await mkdir(`${file}-wal`);
    await expect(openData()).rejects.toThrow(
      `The log of the database, ${file}-wal, cannot be read (EISDIR: illegal operation on a directory, read); look at the disk, and at the rights of the file.`,
    );
    await rm(`${file}-wal`, { recursive: true });
    const { close } = await openData();
    expect(await tableStore().get(item)).toEqual(item);
    await close();
  });
});

test("a copy of a damaged table is refused in words, and so is one to where nothing can be written", async () => {
  await writeFile(file, "This is no database. ".repeat(500));
  await expect(copyDatabase(file, join(folder, "copy.sqlite"))).rejects.toThrow(
    `The database ${file} is damaged, or another program's file; move it away, and restore it from a backup (file is not a database).`,
  );
  await rm(file);
  await changeTable("CREATE TABLE items (pk)");
  await expect(copyDatabase(file, folder)).rejects.toThrow(EngineFault);
});

test("SQLite's own tools read a table: a row for each item, with its key, its size and plain JSON", async () => {
  const { close } = await openData();
  const stored = { ...item, sk: "two", title: "Otters", tags: new Set(["a", "b"]), bytes: Buffer.from([1]) };
  await tableStore().write({ put: { ...stored, $named: { list: [1, null] }, expires_at: 1_000 } });
  using database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare("SELECT pk, sk, size, expires_at, item FROM items ORDER BY sk").all();
  expect(rows.map((row) => ({ ...row, item: JSON.parse(String(row.item)) }))).toEqual([
    { ...item, size: 11, expires_at: null, item },
    {
      ...{ pk: "KEPT", sk: "two", size: expect.any(Number), expires_at: 1_000 },
      item: {
        ...{ pk: "KEPT", sk: "two", title: "Otters", tags: { $set: ["a", "b"] }, bytes: { $bytes: "AQ==" } },
        ...{ $$named: { list: [1, null] }, expires_at: 1_000 },
      },
    },
  ]);
  const title = "SELECT json_extract(item, '$.title') AS title FROM items WHERE title IS NOT NULL";
  expect(database.prepare(title).all()).toMatchObject([{ title: "Otters" }]);
  expect(database.prepare("PRAGMA integrity_check").get()).toMatchObject({ integrity_check: "ok" });
  await close();
});
