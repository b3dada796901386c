import { afterEach, expect, test, vi } from "vitest";
import { whileOnlyUpload } from "#lib/access/upload-lock.ts";
import { getItem } from "#lib/store/client.ts";
import { keys } from "#lib/store/table.ts";
import { releaseUploadLock, takeUploadLock } from "#lib/store/upload-lock.ts";
import { useTable } from "#test/support/table.ts";

useTable();

afterEach(() => vi.unstubAllEnvs());

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

test("a lock that has expired and is somebody else's by now is left to them", async () => {
  expect(await takeUploadLock(3, "first", 0)).toBe(true);
  await vi.waitFor(async () => expect(await takeUploadLock(3, "second", 29)).toBe(true), { timeout: 3_000 });
  expect(await releaseUploadLock(3, "first")).toBe(false);
  expect(await lockOf(3)).toMatchObject({ holder: "second" });
});

test("of many who take a lock at once, one gets it", async () => {
  const taken = await Promise.all(
    Array.from({ length: 20 }, (_, index) => takeUploadLock(4, `${index}`, 29)),
  );
  expect(taken.filter(Boolean)).toHaveLength(1);
});
