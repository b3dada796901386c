import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { handler as snapshotCatalog } from "#functions/jobs/snapshot-catalog.ts";
import { deleteMedia } from "#lib/actions/media/delete-media.ts";
import { createRootPage } from "#lib/actions/pages/create-page.ts";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { openWords } from "#lib/catalog/current/full-text.ts";
import { storedChanges } from "#lib/catalog/following/stored-changes.ts";
import {
  isTooOld,
  newestNoteKey,
  olderNoteKey,
  type SnapshotNote,
} from "#lib/catalog/snapshots/snapshot-note.ts";
import {
  isWorthWriting,
  positionWithoutOldGaps,
  removeOldSnapshots,
} from "#lib/catalog/snapshots/write-snapshot.ts";
import { indexChangedPages, storedWords } from "#lib/catalog/words/index-changed-pages.ts";
import { stemmingsFor } from "#lib/catalog/words/stemming.ts";
import { WordIndex } from "#lib/catalog/words/word-index.ts";
import { clock } from "#lib/clock.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import type { Change } from "#lib/pages/change.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { listPages } from "#lib/routes/pages.ts";
import { changeRetentionMs, deleteListing, putChange, putListing } from "#lib/store/changes.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { drawManyNumbers, updateItem } from "#lib/store/items.ts";
import { keys } from "#lib/store/table.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { call } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { storedFileKeys, useFiles } from "#test/support/files.ts";
import { makeImage } from "#test/support/media.ts";
import { useTable } from "#test/support/table.ts";
import { verifyCatalog } from "#test/support/verify-catalog.ts";
import { listingWith } from "./listings.ts";

useTable();
useFiles();

const hourMs = 3_600_000;
let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-snapshots-"));
  file = join(folder, "catalog.db");
  process.env.CATALOG_FILE = file;
  await createRootPage();
});

afterAll(() => rmSync(folder, { recursive: true }));

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const stateOf = (id: number, version = 1, properties: Partial<Listing> = {}): Listing =>
  listingWith({ id, parentId: 1, version, ...properties });

const changeTo = (listing: Listing): Change => ({
  kind: "page",
  id: listing.id,
  version: listing.version,
  listing,
});

const save = (listing: Listing, told: Listing = listing): Promise<void> =>
  commitDecision(async () => ({ writes: [putListing(listing)], change: changeTo(told), value: undefined }));

const remove = (id: number, version: number): Promise<void> =>
  commitDecision(async () => ({
    writes: [deleteListing(id)],
    change: { kind: "page", id, version, listing: null },
    value: undefined,
  }));

/** Draws a change number and holds it. */
const drawNumber = async (): Promise<number> => {
  const drawn = await tableStore().write(updateItem(keys.sequence("CHANGES"), { add: { value: 1 } }));
  return drawn?.value as number;
};

const snapshotKeys = async () => (await storedFileKeys()).filter((key) => key.startsWith("snapshots/"));

/** Stores a snapshot; gives its note. */
const storeSnapshot = async (): Promise<SnapshotNote> => {
  for (const key of await snapshotKeys()) await (await openFiles()).delete(fileKey(key));
  await snapshotCatalog();
  return readNote();
};

const readNote = async (): Promise<SnapshotNote> => {
  const found = await (await openFiles()).get(newestNoteKey());
  return JSON.parse(await text(found!.body));
};

const filesOf = ({ catalog, words, editions }: SnapshotNote) => [catalog, words.key, editions.key];

const putNote = async (note: unknown): Promise<void> => {
  await (await openFiles()).put(newestNoteKey(), Buffer.from(JSON.stringify(note)), "application/json");
};

const replaceFile = async (key: string, change: (content: Buffer) => Buffer): Promise<void> => {
  const files = await openFiles();
  const found = await files.get(fileKey(key));
  const content = Buffer.from(await text(found!.body.setEncoding("latin1")), "latin1");
  await files.put(fileKey(key), change(content), "application/zstd");
};

/** Lets the next catalog begin as a new instance does. */
const beginAnew = async () => {
  const before = await currentCatalog();
  vi.spyOn(clock, "nowMs").mockReturnValueOnce(clock.nowMs() - 2 * 3_600_000);
  return before;
};

/** Starts a catalog like a new instance; gives what it logs. */
const begin = async () => {
  const before = await beginAnew();
  const rebuilding = vi.spyOn(storedChanges, "listings");
  using log = captureLog();
  const catalog = await currentCatalog();
  const warnings = log.lines.map(({ warning }) => warning as string);
  expect(catalog).not.toBe(before);
  return { catalog, isRebuilt: rebuilding.mock.calls.length > 0, warnings };
};

describe("a catalog that begins at a snapshot", () => {
  test("reads only newer changes from the store, and equals a rebuilt catalog", async () => {
    await save(stateOf(2));
    const [kept, removed] = [await makeImage(), await makeImage()];
    await storeSnapshot();
    await save(stateOf(2, 2, { title: "Later" }));
    await save(stateOf(3));
    await deleteMedia("image", removed.id);
    const { catalog, isRebuilt, warnings } = await begin();
    expect({ isRebuilt, warnings }).toEqual({ isRebuilt: false, warnings: [] });
    expect(catalog.listingById(2)?.title).toBe("Later");
    expect(catalog.versionOf(3)).toBe(1);
    expect(catalog.media("image", kept.id)).toEqual(kept);
    expect(catalog.media("image", removed.id)).toBeUndefined();
    vi.restoreAllMocks();
    expect(await verifyCatalog()).toEqual([]);
  });

  test("sees entries appear under numbers that were missing when the snapshot was made", async () => {
    const number = await drawNumber();
    await save(stateOf(4));
    expect((await storeSnapshot()).position.gaps).toContain(number);
    const { isRebuilt } = await begin();
    await tableStore().write(putChange({ number, mark: undefined }, changeTo(stateOf(5))));
    expect((await currentCatalog()).versionOf(5)).toBe(1);
    expect(isRebuilt).toBe(false);
  });

  test("knows in which version a page or object went, so that nothing late brings it back", async () => {
    const number = await drawNumber();
    const image = await makeImage();
    await save(stateOf(6));
    await remove(6, 3);
    await deleteMedia("image", image.id);
    await storeSnapshot();
    const { catalog, isRebuilt } = await begin();
    expect(isRebuilt).toBe(false);
    expect(catalog.mediaVersionOf("image", image.id)).toBeGreaterThan(image.version);
    await tableStore().write(putChange({ number, mark: undefined }, changeTo(stateOf(6, 2))));
    expect((await currentCatalog()).listingById(6)).toBeUndefined();
    expect((await currentCatalog()).versionOf(6)).toBe(3);
  });

  test("knows the version of the site", async () => {
    const change = { kind: "site", version: 9 } as const;
    await commitDecision(async () => ({ writes: [putListing(stateOf(7))], change, value: undefined }));
    await storeSnapshot();
    expect((await begin()).catalog.siteVersion).toBe(9);
  });

  test("is given up for one from the store when a change since cannot be applied", async () => {
    await storeSnapshot();
    await save(stateOf(8), stateOf(8, 1, { kind: "post", visibleDate: "not a date" }));
    await expect(currentCatalog()).rejects.toThrow("Invalid time value");
    const catalog = await currentCatalog();
    expect(catalog.versionOf(8)).toBe(1);
    await storeSnapshot();
  });
});

describe("a snapshot is of no use", () => {
  const pastHalf = changeRetentionMs / 2 + hourMs;

  test.each<[string, (note: SnapshotNote) => Promise<void>, string]>([
    [
      "that is older than half the time that entries are kept",
      async (note) => {
        await putNote({ ...note, checkedAtMs: note.checkedAtMs - pastHalf });
        await save(stateOf(10, note.position.highest));
      },
      "it is too old",
    ],
    [
      "that is as old and awaits numbers",
      ({ checkedAtMs, ...note }) => {
        const position = { highest: note.position.highest, gaps: [1] };
        return putNote({ ...note, position, checkedAtMs: checkedAtMs - pastHalf });
      },
      "it is too old",
    ],
    ["of another site", (note) => putNote({ ...note, mark: "another" }), "it is of another site"],
    [
      "that an earlier version stored, which knew no marks",
      ({ mark: _, ...note }) => putNote(note),
      "it is of another site",
    ],
    [
      "of a table that was restored to an earlier time",
      (note) => putNote({ ...note, position: { ...note.position, highest: note.position.highest + 1 } }),
      "it knows more than the change log",
    ],
    [
      "whose content is damaged",
      ({ catalog }) =>
        replaceFile(catalog, (content) => {
          content[content.length >> 1]! ^= 1;
          return content;
        }),
      "",
    ],
    [
      "whose content is cut off",
      ({ catalog }) => replaceFile(catalog, (content) => content.subarray(0, -9)),
      "",
    ],
    ["whose content is something else", ({ catalog }) => replaceFile(catalog, () => Buffer.from("else")), ""],
    [
      "whose content is gone",
      async ({ catalog }) => (await openFiles()).delete(fileKey(catalog)),
      "one of its files is missing",
    ],
    ["whose note is damaged", () => putNote("x"), ""],
    [
      "whose note is empty",
      async () => void (await (await openFiles()).put(newestNoteKey(), Buffer.from(""), "application/json")),
      "its note cannot be read",
    ],
    ["whose note has no numbers", (note) => putNote({ ...note, position: { highest: "7" } }), ""],
    ["whose note says nothing", () => putNote({}), ""],
  ])("%s: the store is read, and one line says why", async (_name, spoil, reason) => {
    await spoil(await storeSnapshot());
    const { isRebuilt, warnings } = await begin();
    expect(isRebuilt).toBe(true);
    expect(warnings).toEqual([expect.stringContaining(reason)]);
    vi.restoreAllMocks();
    expect(await verifyCatalog()).toEqual([]);
  });

  test("where nobody can read it, which is nothing to speak of", async () => {
    await storeSnapshot();
    vi.stubEnv("FILES_FOLDER", "");
    vi.stubEnv("S3_ENDPOINT", "");
    expect(await begin()).toMatchObject({ isRebuilt: true, warnings: [] });
    await snapshotCatalog();
  });

  test("for a catalog in memory", async () => {
    await storeSnapshot();
    vi.stubEnv("CATALOG_FILE", ":memory:");
    expect(await begin()).toMatchObject({ isRebuilt: true, warnings: [] });
  });
});

describe("where no snapshot can be used, on a site that is too large to read in a request", () => {
  const withoutSnapshots = async () => {
    for (const key of await snapshotKeys()) await (await openFiles()).delete(fileKey(key));
    // There is one page, and as many media as the tests before have made.
    await drawManyNumbers("page", 50);
    vi.stubEnv("CATALOG_BUILD_LIMIT", "40");
  };

  test("requests are refused at once, for a minute, and nothing but the notes and a counter is read", async () => {
    await withoutSnapshots();
    await beginAnew();
    const rebuilding = vi.spyOn(storedChanges, "listings");
    using log = captureLog();
    const { status, body, headers } = await call(listPages);
    expect([status, headers["retry-after"]]).toEqual([503, "60"]);
    expect(JSON.stringify(body)).toContain("preparing its lists");
    expect(log.lines[0]!.warning).toContain("No snapshot can be used");
    expect(rebuilding).not.toHaveBeenCalled();
  });

  test("the job, which has no such limit, stores one, and then they are answered", async () => {
    await withoutSnapshots();
    vi.unstubAllEnvs();
    await snapshotCatalog();
    vi.stubEnv("CATALOG_BUILD_LIMIT", "40");
    expect(await begin()).toMatchObject({ isRebuilt: false, warnings: [] });
    expect((await call(listPages)).status).toBe(200);
  });

  test("a search is refused likewise, if the index of words lacks too many pages", async () => {
    for (let id = 100; id < 111; id++) await save(stateOf(id));
    const catalog = await currentCatalog();
    const index = new WordIndex(":memory:");
    vi.stubEnv("CATALOG_BUILD_LIMIT", "40");
    await expect(indexChangedPages(index, catalog, storedWords)).rejects.toMatchObject({
      code: "unavailable",
      details: { headers: { "retry-after": "60" } },
    });
    expect(index.size).toBe(0);
    vi.unstubAllEnvs();
    expect(await indexChangedPages(index, catalog, storedWords)).toBe(true);
  });
});

test("a snapshot's index of words knows all words, in whatever form they are sought", async () => {
  await storeSnapshot();
  const words = await openWords(join(folder, "words.db"), storedChanges);
  expect(words?.size).toBeGreaterThan(0);
  const stemmings = await stemmingsFor(["en"]);
  const formsOf = (sought: string) => words?.termsOf([sought], stemmings)[0]?.forms;
  expect(formsOf("pages")).toEqual(["pages", "page"]);
});

test("a snapshot of a time to come is of use only while nothing has changed since", () => {
  const note = { position: { highest: 7, gaps: [] }, checkedAtMs: 2 * hourMs };
  expect(isTooOld(note, 7, 0, changeRetentionMs)).toBe(false);
  expect(isTooOld(note, 8, 0, changeRetentionMs)).toBe(true);
  expect(isTooOld(note, 8, hourMs, changeRetentionMs)).toBe(false);
});

test("a snapshot of any age is of use while nothing has changed since", async () => {
  // The catalog would wait for numbers that never appear.
  vi.spyOn(clock, "monotonicMs").mockImplementation(() => performance.now() + hourMs);
  await currentCatalog();
  const note = await storeSnapshot();
  expect(note.position.gaps).toEqual([]);
  await putNote({ ...note, checkedAtMs: note.checkedAtMs - 10 * changeRetentionMs });
  expect(await begin()).toMatchObject({ isRebuilt: false, warnings: [] });
});

describe("the job", () => {
  test("stores three files and their note, and nothing more while nothing changes", async () => {
    const note = await storeSnapshot();
    const stored = await snapshotKeys();
    expect(stored).toEqual([...filesOf(note), newestNoteKey()].sort());
    await snapshotCatalog();
    expect(await readNote()).toEqual(note);
    expect(await snapshotKeys()).toEqual(stored);
  });

  test("stores another one when much has changed, and keeps the last one for those who fetch it", async () => {
    const note = await storeSnapshot();
    for (let version = 1; version <= 200; version++) await save(stateOf(11, version));
    await snapshotCatalog();
    const newest = await readNote();
    expect(newest.catalog).not.toBe(note.catalog);
    expect(newest.position.highest).toBe(note.position.highest + 201);
    const expected = [note, newest].flatMap(filesOf);
    expect(await snapshotKeys()).toEqual([...expected, newestNoteKey(), olderNoteKey()].sort());
  });

  test("replaces a note that cannot be read", async () => {
    await storeSnapshot();
    await (await openFiles()).put(newestNoteKey(), Buffer.from("{"), "application/json");
    await snapshotCatalog();
    expect((await readNote()).position.highest).toBeGreaterThan(0);
  });

  test("removes what it replaced an hour ago, but not what may be in use, and other forms after ten days", async () => {
    const files = await openFiles();
    const newest = await storeSnapshot();
    const inFolder = (name: string) => newestNoteKey().replace("newest.json", name);
    const replaced = {
      ...newest,
      catalog: inFolder("1"),
      words: { key: inFolder("2"), form: "f" },
      editions: { ...newest.editions, key: inFolder("3") },
    };
    const ofOthers = ["snapshots/x/catalog-1.zst", "snapshots/y/newest.json"];
    const others = [inFolder("old"), ...ofOthers, "images/1/a.png"];
    for (const key of [...others, ...filesOf(replaced)]) await files.put(fileKey(key), Buffer.from("x"), "x");
    const keptAfter = async (ms: number) => {
      await removeOldSnapshots(files, [newest, replaced], clock.nowMs() + ms);
      return storedFileKeys();
    };
    const used = [newest, replaced].flatMap(filesOf);
    const kept = ["images/1/a.png", newestNoteKey(), ...used];
    expect(await keptAfter(hourMs - 60_000)).toContain(inFolder("old"));
    expect(await keptAfter(hourMs + 60_000)).toEqual([...kept, ...ofOthers].sort());
    expect(await keptAfter(240 * hourMs - 60_000)).toEqual([...kept, ...ofOthers].sort());
    expect(await keptAfter(240 * hourMs + 60_000)).toEqual(kept.sort());
  });
});

describe("a new snapshot", () => {
  const last = (gaps: readonly number[] = []): SnapshotNote => ({
    position: { highest: 1_000, gaps },
    mark: "m",
    checkedAtMs: 0,
    catalog: "snapshots/x",
    words: { key: "snapshots/y", form: "f" },
    editions: { key: "snapshots/z", lastEdit: 500, readAgainAtMs: null },
  });
  const at = (highest: number, checkedAtMs: number, gaps: readonly number[] = [], lastEdit = 500) => ({
    position: { highest, gaps },
    checkedAtMs,
    words: { form: "f" },
    lastEdit,
  });
  const first: SnapshotNote = {
    ...last(),
    editions: { key: "snapshots/z", lastEdit: 500, readAgainAtMs: hourMs },
  };

  test.each([
    ["when there is none", undefined, at(1, 0), true],
    ["not of a store that nothing was ever written to", undefined, at(0, 0), false],
    ["when the last one has other words", { ...last(), words: { key: "", form: "g" } }, at(1_000, 0), true],
    ["when 200 numbers have been drawn", last(), at(1_200, 0), true],
    ["when 200 of edits have", last(), at(1_000, 0, [], 700), true],
    ["not when less have, within a day", last(), at(1_199, 24 * hourMs, [], 699), false],
    ["when some have, and more than a day is over", last(), at(1_001, 24 * hourMs + 1), true],
    ["when some of edits have, likewise", last(), at(1_000, 24 * hourMs + 1, [], 501), true],
    ["not within the hour after a release's first", first, at(1_000, hourMs), false],
    ["when that hour is over, to read all rows again", first, at(1_000, hourMs + 1), true],
    ["not when none has, within three days", last(), at(1_000, 72 * hourMs), false],
    ["when three days are over, before its mark expires", last(), at(1_000, 72 * hourMs + 1), true],
    ["when gaps of the last one are an hour old", last([7]), at(1_000, hourMs + 1), true],
    ["not when they are younger", last([7]), at(1_000, hourMs), false],
    ["when the clock was ahead by more than an hour", last(), at(1_000, -hourMs - 1), true],
    ["not when clocks differ by less", last(), at(1_000, -hourMs), false],
  ])("is worth it %s", (_name, before, now, expected) => {
    expect(isWorthWriting(before, now)).toBe(expected);
  });

  test.each([
    ["what was missing an hour ago and still is", last([7, 8]), at(1_000, hourMs + 1, [7, 9]), [9]],
    ["nothing within the hour", last([7]), at(1_000, hourMs, [7]), [7]],
    ["nothing without a last one", undefined, at(1_000, hourMs + 1, [7]), [7]],
  ])("no longer awaits %s", (_name, before, now, gaps) => {
    expect(positionWithoutOldGaps(before, now)).toEqual({ highest: now.position.highest, gaps });
  });
});
