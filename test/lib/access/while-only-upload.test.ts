// Proves contract rules: upload-lock.

import { afterEach, expect, test, vi } from "vitest";
import { whileOnlyUpload } from "#lib/access/while-only-upload.ts";
import { clock } from "#lib/clock.ts";
import { getItem } from "#lib/store/items.ts";
import { keys } from "#lib/store/table.ts";
import { releaseUploadLock, takeUploadLock, uploadLockMayBeOf } from "#lib/store/uploads.ts";
import { useTable } from "#test/support/table.ts";

useTable();

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const lockOf = (userId: number) => getItem(keys.uploadLock(userId));

test.each([
  ["7200", 29, 29],
  ["3", 29, 3],
  [undefined, 29, 29],
])("where locks last %s s and functions %s s, a lock lasts %s s", async (setting, longest, expected) => {
  vi.stubEnv("SITE_EDITOR_MEDIA_UPLOAD_LOCK_SECONDS", setting);
  const lock = await whileOnlyUpload(1, longest, () => lockOf(1));
  const left = (lock!.expires_at as number) - Date.now() / 1000;
  expect(left).toBeGreaterThan(expected - 2);
  expect(left).toBeLessThan(expected + 1);
  expect(await lockOf(1)).toBeUndefined();
});

test("a lock goes with its work, also when that fails", async () => {
  const failing = whileOnlyUpload(2, 29, async () => {
    throw new Error("no work");
  });
  await expect(failing).rejects.toThrow("no work");
  expect(await lockOf(2)).toBeUndefined();
});

test("an expired lock that another process holds now is not released", async () => {
  expect(await takeUploadLock(3, "first", 0)).toBe(true);
  await vi.waitFor(async () => expect(await takeUploadLock(3, "second", 29)).toBe(true), { timeout: 3_000 });
  expect(await releaseUploadLock(3, "first")).toBe(false);
  expect(await lockOf(3)).toMatchObject({ holder: "second" });
});

test("a lock that was taken before the clock was set back is void", async () => {
  const now = Date.now();
  const isAt = (seconds: number) => vi.spyOn(clock, "nowMs").mockReturnValue(now + seconds * 1000);
  isAt(3_600);
  expect(await takeUploadLock(5, "first", 29)).toBe(true);
  isAt(3_598);
  expect(await takeUploadLock(5, "second", 29)).toBe(false);
  isAt(0);
  expect(await takeUploadLock(5, "second", 29)).toBe(true);
  isAt(29);
  expect(await takeUploadLock(5, "third", 29)).toBe(false);
  isAt(30);
  expect(await takeUploadLock(5, "third", 29)).toBe(true);
});

test("a lock is kept for as long as its work says so, and refused where it was lost", async () => {
  const start = performance.now();
  const now = Date.now();
  const isAfter = (seconds: number) => {
    vi.spyOn(clock, "monotonicMs").mockReturnValue(start + seconds * 1000);
    vi.spyOn(clock, "nowMs").mockReturnValue(now + seconds * 1000);
  };
  isAfter(0);
  const lost = whileOnlyUpload(6, 29, async (keep) => {
    for (const seconds of [20, 40, 60]) {
      isAfter(seconds);
      await keep();
      expect(await takeUploadLock(6, "other", 29)).toBe(false);
    }
    isAfter(90);
    expect(await takeUploadLock(6, "other", 29)).toBe(true);
    await keep();
  });
  await expect(lost).rejects.toMatchObject({ code: "rate_limited" });
  expect(await lockOf(6)).toMatchObject({ holder: "other" });
});

test("a lock is another key's only while that holds it", async () => {
  expect(await takeUploadLock(9, "first", 29, "one")).toBe(true);
  expect(await uploadLockMayBeOf(9, "one")).toBe(true);
  expect(await uploadLockMayBeOf(9, "other")).toBe(false);
  await releaseUploadLock(9, "first");
  expect(await uploadLockMayBeOf(9, "one")).toBe(true);
});

test("work within work has its lock, of the same user only", async () => {
  const lock = await whileOnlyUpload(7, 29, async () => {
    await expect(whileOnlyUpload(7, 29, async () => "done")).resolves.toBe("done");
    await expect(whileOnlyUpload(8, 29, async () => "done")).resolves.toBe("done");
    return lockOf(7);
  });
  expect(lock).toBeDefined();
  expect(await lockOf(7)).toBeUndefined();
});

test("of many who take a lock at once, one gets it", async () => {
  const taken = await Promise.all(
    Array.from({ length: 20 }, (_, index) => takeUploadLock(4, `${index}`, 29)),
  );
  expect(taken.filter(Boolean)).toHaveLength(1);
});
