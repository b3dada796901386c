import { afterEach, expect, test, vi } from "vitest";
import { deleteMedia } from "#lib/actions/media/delete-media.ts";
import { putMedia } from "#lib/actions/media/put-media.ts";
import type { Catalog } from "#lib/catalog/catalog.ts";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { clock } from "#lib/clock.ts";
import type { Change } from "#lib/pages/change.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { changeRetentionMs, deleteListing, putChange, putListing } from "#lib/store/changes.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { drawChangeNumbers } from "#test/support/drawn-numbers.ts";
import { makeImage } from "#test/support/media.ts";
import { useTable } from "#test/support/table.ts";
import { verifyCatalog } from "#test/support/verify-catalog.ts";
import { listingWith } from "./listings.ts";

useTable();

afterEach(() => {
  vi.restoreAllMocks();
});

const stateOf = (id: number, version: number, properties: Partial<Listing> = {}): Listing =>
  listingWith({ id, parentId: 1, version, title: `Version ${version}`, ...properties });

const save = (listing: Listing, told: Listing = listing): Promise<void> =>
  commitDecision(async () => ({ writes: [putListing(listing)], change: changeTo(told), value: undefined }));

const remove = (id: number, version: number): Promise<void> =>
  commitDecision(async () => ({
    writes: [deleteListing(id)],
    change: { kind: "page", id, version, listing: null },
    value: undefined,
  }));

const changeTo = (listing: Listing): Change => ({
  kind: "page",
  id: listing.id,
  version: listing.version,
  listing,
});

const sleepLong = (): void => {
  const wakesAtMs = clock.nowMs() + changeRetentionMs / 2 + 1;
  vi.spyOn(clock, "nowMs").mockReturnValue(wakesAtMs);
};

/** Makes this process forget its catalog, by way of a sleep. */
const rebuild = async (): Promise<Catalog> => {
  const before = await currentCatalog();
  sleepLong();
  const after = await currentCatalog();
  vi.restoreAllMocks();
  expect(after).not.toBe(before);
  return after;
};

test("first calls at the same time get one catalog", async () => {
  const [one, other] = await Promise.all([currentCatalog(), currentCatalog()]);
  expect(one).toBe(other);
});

test("a read that begins after a write has answered sees it, among many writers at once", async () => {
  const write = async (id: number): Promise<void> => {
    for (let version = 1; version <= 5; version++) {
      await save(stateOf(id, version));
      expect((await currentCatalog()).versionOf(id)).toBeGreaterThanOrEqual(version);
    }
    if (id % 4 === 0) await remove(id, 6);
  };
  const verifyWhileTheyWrite = async (): Promise<void> => {
    for (let times = 1; times <= 5; times++) expect(await verifyCatalog()).toEqual([]);
  };
  const ids = Array.from({ length: 16 }, (_, index) => index + 2);
  await Promise.all([...ids.map(write), verifyWhileTheyWrite()]);

  expect(await verifyCatalog()).toEqual([]);
  const listed = (await currentCatalog()).listings();
  expect(listed.map(({ id }) => id)).toEqual(ids.filter((id) => id % 4 > 0));
  expect(listed.every(({ version }) => version === 5)).toBe(true);
});

test("a catalog made anew holds the same listings", async () => {
  await save(stateOf(200, 1));
  const before = await currentCatalog();
  expect((await rebuild()).listings()).toEqual(before.listings());
  expect(before.listings()).toContainEqual(stateOf(200, 1));
});

test.each([
  ["a few", 3],
  ["more than one request asks for by key", 150],
])("an entry that appears late is seen, among %s missing numbers", async (_name, count) => {
  const id = 100 + count;
  const last = await drawChangeNumbers(count);
  await save(stateOf(id, 1));
  expect((await currentCatalog()).versionOf(id)).toBe(1);

  await tableStore().write(putChange({ number: last - 1, mark: undefined }, changeTo(stateOf(id, 2))));
  expect((await currentCatalog()).versionOf(id)).toBe(2);
});

test("an entry that appears after a rebuild under a number drawn before it is seen", async () => {
  const number = await drawChangeNumbers(1);
  expect((await rebuild()).versionOf(300)).toBe(0);
  await tableStore().write(putChange({ number, mark: undefined }, changeTo(stateOf(300, 1))));
  expect((await currentCatalog()).versionOf(300)).toBe(1);
});

test("media objects and their deletion are seen as soon as they are written, also by a rebuilt catalog", async () => {
  await currentCatalog();
  const image = await makeImage();
  expect((await currentCatalog()).media("image", image.id)).toEqual(image);
  const changed = await putMedia("image", image.id, () => ({ ...image, title: "Grey heron" }));
  expect((await rebuild()).media("image", image.id)).toEqual(changed);
  expect(await verifyCatalog()).toEqual([]);
  await deleteMedia("image", image.id);
  expect((await currentCatalog()).media("image", image.id)).toBeUndefined();
  expect((await rebuild()).allMedia()).toEqual([]);
  expect(await verifyCatalog()).toEqual([]);
});

test("site changes raise the version that others go by", async () => {
  await commitDecision(async () => ({
    writes: [putListing(stateOf(301, 1))],
    change: { kind: "site", version: 12 },
    value: undefined,
  }));
  expect((await currentCatalog()).siteVersion).toBe(12);
});

test("a read that fails is refused, and the catalog stays", async () => {
  const before = await currentCatalog();
  vi.stubEnv("TABLE_NAME", "no-such-table");
  await expect(currentCatalog()).rejects.toThrow();
  vi.unstubAllEnvs();
  expect(await currentCatalog()).toBe(before);
});

test("a change that cannot be applied ends the catalog, and the next read makes a new one", async () => {
  const before = await currentCatalog();
  await save(stateOf(302, 1), stateOf(302, 1, { kind: "post", visibleDate: "not a date" }));
  await expect(currentCatalog()).rejects.toThrow("Invalid time value");
  const after = await currentCatalog();
  expect(after).not.toBe(before);
  expect(after.versionOf(302)).toBe(1);
});
