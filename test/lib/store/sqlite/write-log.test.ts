import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { EngineFault } from "#lib/refusals/engine-fault.ts";
import { openWriteLog, type WriteLog } from "#lib/store/sqlite/write-log.ts";

describe("the log of a database", () => {
  let folder: string;
  let databaseFile: string;
  let log: WriteLog;
  const onFailure = vi.fn<(error: Error) => void>();

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
    onFailure.mockClear();
    log = await openWriteLog(databaseFile, onFailure);
  });

  afterEach(async () => {
    vi.restoreAllMocks();
    await log.close();
    await rm(folder, { recursive: true });
  });

  const begun = (count: number) => expect.poll(() => syncs.length).toBe(count);

  test("is synced after each commit, and a sync that runs does not count", async () => {
    expect(log.durable()).toBeUndefined();
    log.noteCommit();
    const first = log.durable();
    await begun(1);
    log.noteCommit();
    let isSecondDurable = false;
    const second = log.durable()!.then(() => {
      isSecondDurable = true;
    });
    syncs[0]!.resolve();
    await first;
    await begun(2);
    expect(isSecondDurable).toBe(false);
    syncs[1]!.resolve();
    await second;
    expect(log.durable()).toBeUndefined();
  });

  test("is synced once for all commits of the time of another sync", async () => {
    log.noteCommit();
    await begun(1);
    const waiting = Array.from({ length: 20 }, () => {
      log.noteCommit();
      return log.durable();
    });
    syncs[0]!.resolve();
    await begun(2);
    syncs[1]!.resolve();
    await Promise.all(waiting);
    expect(syncs).toHaveLength(2);
  });

  test("that the disk refuses is told once, and is never durable again", async () => {
    log.noteCommit();
    const first = log.durable();
    await begun(1);
    log.noteCommit();
    const second = log.durable();
    syncs[0]!.reject(new Error("EIO"));
    await expect(first).rejects.toThrow(EngineFault);
    await expect(second).rejects.toThrow(EngineFault);
    log.noteCommit();
    await expect(log.durable()).rejects.toThrow(EngineFault);
    expect(syncs).toHaveLength(1);
    expect(onFailure.mock.calls.map(([{ message }]) => message)).toEqual(["EIO"]);
  });

  test("that does not exist cannot be opened", async () => {
    await expect(openWriteLog(join(folder, "other.sqlite"), onFailure)).rejects.toThrow("ENOENT");
  });
});
