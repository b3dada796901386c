import { renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type CacheDatabase,
  formOf,
  idsFrom,
  openDatabase,
  writeWhole,
} from "#lib/catalog/database/database.ts";
import { PageRows } from "#lib/catalog/pages/page-rows.ts";

let folder: string;
let file: string;
let database: CacheDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-database-"));
  file = join(folder, "cache.db");
});

beforeEach(() => {
  database = openDatabase(file);
  database.exec("create table page (id integer primary key, text text)");
});

afterAll(() => rmSync(folder, { recursive: true }));

const write = (id: number) =>
  writeWhole(database, () => {
    database.prepare("insert into page values (?, ?)").run(id, "x".repeat(10_000));
  });

const ids = () => idsFrom(database, "select id from page", []);

describe("a database has no problem", () => {
  test("however much it writes itself", () => {
    for (let id = 1; id <= 50; id++) {
      write(id);
      expect(database.problem).toBeUndefined();
    }
    database.exec("create index page_by_text on page (text)");
    expect(database.problem).toBeUndefined();
    expect(ids()).toHaveLength(50);
  });

  test("after a transaction that was taken back", () => {
    write(1);
    expect(() => database.exec("insert into page values (1, '')")).toThrow();
    expect(database.problem).toBeUndefined();
  });

  test("in memory, whatever lies in folders", () => {
    expect(openDatabase(":memory:").problem).toBeUndefined();
  });
});

describe("a database is to be made anew", () => {
  test.each<[string, () => void, string]>([
    ["when its file is deleted", () => rmSync(file), "gone"],
    ["when its file is moved away", () => renameSync(file, `${file}.moved`), "gone"],
    ["when its file is replaced", () => openDatabase(file), "changed"],
    ["when somebody writes into its file", () => writeFileSync(file, "x"), "changed"],
  ])("%s", (_name, happen, problem) => {
    write(1);
    happen();
    expect(database.problem).toBe(problem);
    write(2);
    expect(database.problem).toBe(problem);
  });

  test("when it cannot be read, although its file looks as before", () => {
    for (let id = 1; id <= 50; id++) write(id);
    database.exec("pragma cache_size = 1; pragma shrink_memory");
    const { size, atime, mtime } = statSync(file);
    writeFileSync(file, Buffer.alloc(size, 0xff), { flag: "r+" });
    utimesSync(file, atime, mtime);
    expect(() => ids()).toThrow();
    expect(database.problem).toBe("unreadable");
  });

  test("when something cannot be written to it", () => {
    write(1);
    expect(() => write(1)).toThrow("UNIQUE");
    expect(database.problem).toBe("unreadable");
  });
});

// Whoever changes it on purpose changes it here, too: then every site makes its snapshots again.
test("the table of pages is that of the releases before, so that their snapshots are opened", () => {
  const pages = openDatabase(":memory:");
  new PageRows(pages);
  expect(formOf(pages)).toBe("703169fff387f4be97cad2ab396102e0ebe33135bd223d806e50a2e2f8587ba2");
});
