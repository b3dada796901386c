import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openWriteLog } from "#local/engine/write-log.ts";

describe("the log of a database", () => {
  let folder: string;
  let databaseFile: string;
  let log: Awaited<ReturnType<typeof openWriteLog>>;

  /** What a sync waits for, in the order in which they begin. */
  const syncs: PromiseWithResolvers<void>[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "lectern-log-test-"));
    databaseFile = join(folder, "database.sqlite");
    await using file = await open(`${databaseFile}-wal`, "w");
    syncs.length = 0;
    const handles: FileHandle = Object.getPrototypeOf(file);
    vi.spyOn(handles, "datasync").mockImplementation(() => {
      syncs.push(Promise.withResolvers<void>());
      return syncs.at(-1)!.promise;
    });
    log = await openWriteLog(databaseFile);
  });

  afterEach(async () => {
    vi.restoreAllMocks();
    await log.close();
    await rm(folder, { recursive: true });
  });

  const begun = (count: number) => expect.poll(() => syncs.length).toBe(count);

  test("is synced after each commit, and a sync that runs does not count", async () => {
    const first = log.synced();
    await begun(1);
    let isSecondSynced = false;
    const second = log.synced().then(() => {
      isSecondSynced = true;
    });
    syncs[0]!.resolve();
    await first;
    await begun(2);
    expect(isSecondSynced).toBe(false);
    syncs[1]!.resolve();
    await second;
  });

  test("is synced once for all commits of the time of another sync", async () => {
    const first = log.synced();
    await begun(1);
    const others = Array.from({ length: 20 }, log.synced);
    syncs[0]!.resolve();
    await first;
    await begun(2);
    syncs[1]!.resolve();
    await Promise.all(others);
    expect(syncs).toHaveLength(2);
  });

  test("that the disk refuses fails for those who wait for it, and is tried again for the next", async () => {
    const first = log.synced();
    await begun(1);
    const second = log.synced();
    syncs[0]!.reject(new Error("EIO"));
    await expect(first).rejects.toThrow("EIO");
    await begun(2);
    syncs[1]!.resolve();
    await second;
  });

  test("that does not exist cannot be opened", async () => {
    await expect(openWriteLog(join(folder, "other.sqlite"))).rejects.toThrow("ENOENT");
  });
});
