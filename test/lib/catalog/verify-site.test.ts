import { rmSync } from "node:fs";
import { copyFile, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { handler as snapshotCatalog } from "#functions/jobs/snapshot-catalog.ts";
import { createRootPage } from "#lib/actions/pages/create-page.ts";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { prepareSearch } from "#lib/catalog/current/full-text.ts";
import { newestNoteKey, type SnapshotNote } from "#lib/catalog/snapshots/snapshot-note.ts";
import { isProblem, verifySite } from "#lib/catalog/verifying/verify-site.ts";
import { clock } from "#lib/clock.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { rootPageId } from "#lib/pages/page.ts";
import { catalogFile, fullTextFile } from "#lib/settings/catalog.ts";
import { deleteListing, putListing } from "#lib/store/changes.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { drawManyNumbers } from "#lib/store/items.ts";
import { putPage, readPage } from "#lib/store/pages.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { keys } from "#lib/store/table.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { storedFileKeys, useFiles } from "#test/support/files.ts";
import { makeImage } from "#test/support/media.ts";
import { restoreTable } from "#test/support/restored-table.ts";
import { useTable } from "#test/support/table.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { listingWith } from "./listings.ts";

useTable();
useFiles();

let folder: string;

/** The file that the service left. */
const file = () => join(folder, "left.db");
const wordsFile = () => join(folder, "left-words.db");

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-verify-"));
  process.env.CATALOG_FILE = join(folder, "catalog.db");
  await restoreTable([]);
  for (const key of await storedFileKeys()) await (await openFiles()).delete(fileKey(key));
  for (let id = 1; id <= 3; id++) await save(id, 1, `Heron ${id}`);
  await makeImage();
  await begin();
  await snapshotCatalog();
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const save = (id: number, version: number, title: string, told = title): Promise<void> => {
  const listing = (text: string): Listing =>
    listingWith({ id, parentId: null, kind: "blog", version, title: text, slug: `page-${id}` });
  return commitDecision(async () => ({
    writes: [putListing(listing(title))],
    change: { kind: "page", id, version, listing: listing(told) },
    value: undefined,
  }));
};

const remove = (id: number, version: number): Promise<void> =>
  commitDecision(async () => ({
    writes: [deleteListing(id)],
    change: { kind: "page", id, version, listing: null },
    value: undefined,
  }));

/** Starts like a process without catalog and words, and updates both. */
const begin = async (): Promise<void> => {
  using _ = captureLog();
  vi.spyOn(clock, "nowMs").mockReturnValueOnce(clock.nowMs() - 2 * 3_600_000);
  rmSync(fullTextFile(), { force: true });
  await currentCatalog();
  await prepareSearch();
  vi.restoreAllMocks();
};

/** Copies both files. */
const leave = async (): Promise<void> => {
  await copyFile(catalogFile(), file());
  await copyFile(fullTextFile(), wordsFile());
};

/** Changes a copied file. */
const change = (path: string, ...statements: readonly string[]): void => {
  using database = new DatabaseSync(path);
  for (const statement of statements) database.exec(statement);
};

/** The findings by catalog: state and details. */
const found = async (): Promise<Record<string, readonly string[]>> => {
  const findings = await verifySite(file());
  return Object.fromEntries(findings.map(({ catalog, state, details }) => [catalog, [state, ...details]]));
};

const noSnapshot = ["not_compared", "there is none"];

describe("a healthy site", () => {
  test("agrees, also where changes have come since the files were left and the snapshot was stored", async () => {
    await leave();
    await save(1, 2, "Later");
    await save(4, 1, "New");
    await remove(2, 2);
    await makeImage();
    expect(await found()).toEqual({
      service: ["agrees"],
      "newest snapshot": ["agrees"],
      "older snapshot": noSnapshot,
    });
  });

  test("has nothing to compare where there is no file, and where the service is elsewhere", async () => {
    expect((await found()).service).toEqual(["not_compared", expect.stringContaining("it has no file")]);
    const [service, newest] = await verifySite(undefined);
    expect(service).toMatchObject({
      state: "not_compared",
      details: [expect.stringContaining("cannot be looked at from outside")],
    });
    expect(newest).toEqual({ catalog: "newest snapshot", state: "agrees", details: [] });
  });
});

describe("in what is served is found", () => {
  beforeEach(leave);

  test.each<[string, readonly string[], string]>([
    [
      "a listing that is another",
      [`update page set listing = json_set(listing, '$.title', 'Egret'), title = 'Egret' where id = 2`],
      "page 2: version 1 differs",
    ],
    [
      "a row that does not fit its listing",
      ["update page set title = 'Egret' where id = 2"],
      "page 2: the columns of its row do not fit what the row holds",
    ],
    [
      "a page that is missing",
      ["delete from page where id = 3"],
      "page 3: version 1 is missing, nothing is there",
    ],
    [
      "a page that was never there",
      [
        `insert into page (id, live, title, slug, listing, first_published_at, visible_date)
          select 9, live, title, slug, json_set(listing, '$.id', 9), first_published_at, visible_date from page where id = 3`,
      ],
      "page 9: version 1 is there, and the table has nothing",
    ],
    [
      "an image whose columns are others",
      ["update image set folded_title = 'EGRET'"],
      "the columns of its row do not fit what the row holds",
    ],
  ])("%s", async (_, statements, detail) => {
    change(file(), ...statements);
    const { service, ...snapshots } = await found();
    expect(service).toEqual(["differs", expect.stringContaining(detail)]);
    expect(snapshots["newest snapshot"]).toEqual(["agrees"]);
  });

  test("a change that it says it knows and does not", async () => {
    await save(2, 2, "Later");
    await currentCatalog();
    await copyFile(catalogFile(), file());
    const { service } = await found();
    expect(service).toEqual(["agrees"]);
    change(file(), `update page set listing = json_set(listing, '$.version', 1) where id = 2`);
    expect((await found()).service).toEqual(["differs", "page 2: version 2 is missing, 1 is there"]);
  });

  test("a page that is missing in a file that was begun at a snapshot", async () => {
    await save(1, 2, "Later");
    await begin();
    await leave();
    expect((await found()).service).toEqual(["agrees"]);
    change(file(), "delete from page where id = 1");
    expect((await found()).service).toEqual(["differs", "page 1: version 2 is missing, nothing is there"]);
  });

  test("words that are missing", async () => {
    change(wordsFile(), "delete from words where rowid = 2");
    expect((await found()).service).toEqual(["differs", "words of page 2: version 1 differs"]);
  });

  test("a file that is none", async () => {
    await copyFile(new URL(import.meta.url).pathname, file());
    expect((await found()).service).toEqual(["unusable", expect.stringContaining("not a database")]);
  });
});

/** A second snapshot, so that the first is the older. */
const storeAnother = async (afterDays = 1, version = 5) => {
  vi.spyOn(clock, "nowMs").mockReturnValue(clock.nowMs() + afterDays * 25 * 3_600_000);
  await save(1, version, "Newest");
  await snapshotCatalog();
  vi.restoreAllMocks();
};

describe("after the database was restored to an earlier time", () => {
  test("nobody has to act because of what was lost, also when only the older snapshot is of that time", async () => {
    const copy = await wholeTable();
    await storeAnother(1, 5);
    await storeAnother(2, 6);
    await begin();
    await leave();
    await restoreTable(copy);
    const passedOver = ["not_compared", expect.stringMatching(/; nothing begins there$/)];
    expect(await found()).toEqual({
      service: passedOver,
      "newest snapshot": passedOver,
      "older snapshot": passedOver,
    });
    for (let version = 2; version < 9; version++) await save(1, version, "Written instead");
    const ofOther =
      "it is of another site, or of what was lost when the database was restored; nothing begins there";
    expect((await found())["older snapshot"]).toEqual(["not_compared", ofOther]);
    using _ = captureLog();
    await begin();
    await leave();
    await snapshotCatalog();
    expect(await found()).toEqual({
      service: ["agrees"],
      "newest snapshot": ["agrees"],
      "older snapshot": passedOver,
    });
    expect((await verifySite(file())).some(isProblem)).toBe(false);
  });
});

describe("in the stored snapshots is found", () => {
  const note = async (): Promise<SnapshotNote> =>
    JSON.parse((await buffer((await (await openFiles()).get(newestNoteKey()))!.body)).toString());

  const damage = async (key: string) => {
    const store = await openFiles();
    const content = await buffer((await store.get(fileKey(key)))!.body);
    content[content.length >> 1]! ^= 1;
    await store.put(fileKey(key), content, "application/zstd");
  };

  const keyOf = ({ catalog, words, editions }: SnapshotNote) => ({
    catalog,
    words: words.key,
    drafts: editions.key,
  });

  test.each(["catalog", "words", "drafts"] as const)("a damaged file of its %s", async (part) => {
    await damage(keyOf(await note())[part]);
    expect((await found())["newest snapshot"]).toEqual(["unusable", expect.any(String)]);
  });

  test.each(["catalog", "words", "drafts"] as const)(
    "a missing file of the %s of the older one",
    async (part) => {
      const key = keyOf(await note())[part];
      await storeAnother();
      expect(await found()).toMatchObject({ "newest snapshot": ["agrees"], "older snapshot": ["agrees"] });
      await (await openFiles()).delete(fileKey(key));
      expect(await found()).toMatchObject({
        "newest snapshot": ["agrees"],
        "older snapshot": ["unusable", "one of its files is missing"],
      });
    },
  );

  test("a note that cannot be read", async () => {
    await (await openFiles()).put(newestNoteKey(), Buffer.from("{"), "application/json");
    expect((await found())["newest snapshot"]).toEqual([
      "unusable",
      expect.stringContaining("its note cannot be read"),
    ]);
  });

  test("drafts that have missed a change, and one that the table has not", async () => {
    await createRootPage();
    await drawManyNumbers("page", 10);
    const page = { ...(await readPage(rootPageId))!, id: 9, version: 1 };
    const writeSilently = (...writes: readonly Write[]) => tableStore().transact(writes);
    await writeSilently(putPage(page, null));
    await storeAnother();
    expect((await found())["newest snapshot"]).toEqual(["agrees"]);
    await writeSilently(putPage({ ...page, slug: "silent", version: 2 }, 1));
    expect((await found())["newest snapshot"]).toEqual([
      "differs",
      "draft of page 9: version 2 is missing, 1 is there",
    ]);
    await writeSilently({ delete: keys.page(page.id) });
    expect((await found())["newest snapshot"]).toEqual([
      "differs",
      "draft of page 9: version 1 is there, and the table has nothing",
    ]);
  });

  test("a catalog that has missed a change", async () => {
    await save(3, 2, "Written", "Told");
    await currentCatalog();
    vi.spyOn(clock, "nowMs").mockReturnValue(clock.nowMs() + 25 * 3_600_000);
    await snapshotCatalog();
    vi.restoreAllMocks();
    expect((await found())["newest snapshot"]).toEqual([
      "differs",
      "page 3: version 2 differs",
      "words of page 3: version 2 differs",
    ]);
  });
});
