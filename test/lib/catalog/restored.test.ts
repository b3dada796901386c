import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { handler as snapshotCatalog } from "#functions/jobs/snapshot-catalog.ts";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { prepareSearch } from "#lib/catalog/current/full-text.ts";
import { storedChanges } from "#lib/catalog/following/stored-changes.ts";
import { clock } from "#lib/clock.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import type { Change } from "#lib/pages/change.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { fullTextFile } from "#lib/settings/catalog.ts";
import { leaveMark } from "#lib/store/change-number.ts";
import { changeRetentionMs, putChange, putListing } from "#lib/store/changes.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { keys } from "#lib/store/table.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { storedFileKeys, useFiles } from "#test/support/files.ts";
import { commandsOf } from "#test/support/metering.ts";
import { restoreTable } from "#test/support/restored-table.ts";
import { useTable } from "#test/support/table.ts";
import { verifyCatalog } from "#test/support/verify-catalog.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { listingWith } from "./listings.ts";

useTable();
useFiles();

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-restored-"));
  process.env.CATALOG_FILE = join(folder, "catalog.db");
  await restoreTable([]);
  for (const key of await storedFileKeys()) await (await openFiles()).delete(fileKey(key));
  for (let number = 1; number <= 5; number++) await save(1, number, "Before");
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const pageOf = (id: number, version: number, title: string): Listing =>
  listingWith({ id, parentId: null, kind: "blog", version, title });

const changeTo = (listing: Listing): Change => ({
  kind: "page",
  id: listing.id,
  version: listing.version,
  listing,
});

const save = (id: number, version: number, title: string): Promise<void> => {
  const listing = pageOf(id, version, title);
  return commitDecision(async () => ({
    writes: [putListing(listing)],
    change: changeTo(listing),
    value: undefined,
  }));
};

/** The warnings that the work logs. */
const warningsOf = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
  using log = captureLog();
  await work();
  return log.lines.map(({ warning }) => warning);
};

/** Starts like a process without catalog and words; tells whether it read the store for the catalog. */
const beginAnew = async () => {
  const rebuilding = vi.spyOn(storedChanges, "listings");
  vi.spyOn(clock, "nowMs").mockReturnValueOnce(clock.nowMs() - 2 * 3_600_000);
  rmSync(fullTextFile(), { force: true });
  const warnings = await warningsOf(async () => {
    await currentCatalog();
    await prepareSearch();
  });
  const isRebuilt = rebuilding.mock.calls.length > 0;
  vi.restoreAllMocks();
  return {
    isRebuilt,
    warnings: warnings.filter((warning) => !warning.startsWith("The file of words is gone")),
  };
};

const titles = async () => (await currentCatalog()).listings().map(({ id, title }) => `${id} ${title}`);

const snapshotPassedOver =
  "The newest snapshot is passed over: it is of another site, or of what was lost when the database was restored.";

test.each([
  ["fewer numbers", 0],
  ["the same numbers", 1],
  ["more numbers", 3],
])(
  "a restored database that has drawn %s since does not get the lists of the lost time",
  async (_name, more) => {
    const copy = await wholeTable();
    await save(2, 1, "Lost");
    await save(1, 6, "Lost");
    await beginAnew();
    await snapshotCatalog();
    await restoreTable(copy);
    await save(1, 6, "Written instead");
    for (let version = 1; version <= 1 + more; version++) await save(3, version, "Written instead");
    const { isRebuilt, warnings } = await beginAnew();
    expect(isRebuilt).toBe(true);
    expect(warnings).toHaveLength(2);
    expect(await titles()).toEqual(["1 Written instead", "3 Written instead"]);
    expect(await verifyCatalog()).toEqual([]);
  },
);

test("a copy of the database that was made between two entries of the log does not get the later one from a snapshot of both", async () => {
  const late = await leaveMark();
  await tableStore().write({ delete: keys.change(late.number, "CHANGES") });
  await save(2, 1, "In time");
  const copy = await wholeTable();
  await tableStore().write(putChange(late, changeTo(pageOf(4, 1, "Late"))));
  await beginAnew();
  await snapshotCatalog();
  await restoreTable(copy);
  await save(2, 2, "Written instead");
  expect((await beginAnew()).warnings).toContain(snapshotPassedOver);
  expect(await titles()).toEqual(["1 Before", "2 Written instead"]);
});

test("a snapshot from before the copy was made is of use to the restored database", async () => {
  await beginAnew();
  await snapshotCatalog();
  await save(2, 1, "Before");
  const copy = await wholeTable();
  await save(2, 2, "Lost");
  await restoreTable(copy);
  expect(await beginAnew()).toEqual({ isRebuilt: false, warnings: [] });
  expect(await titles()).toEqual(["1 Before", "2 Before"]);
  expect(await verifyCatalog()).toEqual([]);
});

test.each([
  ["has drawn no number since", 0],
  ["has drawn the same numbers", 2],
])(
  "a process that reads on over a restoration notices, at no further request, when the database %s",
  async (_name, count) => {
    const copy = await wholeTable();
    await save(2, 1, "Lost");
    await save(1, 6, "Lost");
    await beginAnew();
    expect(await commandsOf(currentCatalog)).toEqual(["Query"]);
    expect(await titles()).toEqual(["1 Lost", "2 Lost"]);
    await restoreTable(copy);
    if (count > 0) await save(1, 6, "Written instead");
    if (count > 1) await save(3, 1, "Written instead");
    const warnings = await warningsOf(currentCatalog);
    expect(warnings).toEqual(["The catalog is made anew: the database was restored."]);
    expect(await titles()).toEqual(count > 0 ? ["1 Written instead", "3 Written instead"] : ["1 Before"]);
    expect(await verifyCatalog()).toEqual([]);
    expect(await commandsOf(currentCatalog)).toEqual(["Query"]);
  },
);

test("a process notices a restoration also where the newest entry was written while the clock was behind", async () => {
  await currentCatalog();
  const copy = await wholeTable();
  vi.spyOn(clock, "nowMs").mockReturnValue(clock.nowMs() - 2 * changeRetentionMs);
  await save(2, 1, "Lost");
  vi.restoreAllMocks();
  expect(await titles()).toEqual(["1 Before", "2 Lost"]);
  await restoreTable(copy);
  expect(await warningsOf(currentCatalog)).toEqual(["The catalog is made anew: the database was restored."]);
  expect(await titles()).toEqual(["1 Before"]);
});

test("opening a snapshot asks the table three things: what was drawn last, the snapshot's entry, and what came since", async () => {
  await beginAnew();
  await snapshotCatalog();
  vi.spyOn(clock, "nowMs").mockReturnValueOnce(clock.nowMs() - 2 * 3_600_000);
  expect((await commandsOf(currentCatalog)).toSorted()).toEqual(["GetItem", "GetItem", "Query"]);
});
