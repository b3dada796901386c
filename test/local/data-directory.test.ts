import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { takeLock } from "#local/data-directory/lock.ts";
import { identifyProcess } from "#local/data-directory/process-identity.ts";
import { findRunningService, openDataDirectory } from "#local/data-directory.ts";
import { PlainError } from "#local/plain-error.ts";

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-data-"));
  path = join(folder, "some", "data");
});

afterEach(() => rm(folder, { recursive: true }));

const lockLeftBy = (holder: { pid: number; identity: string | undefined }) =>
  writeFile(join(path, "lock.7"), JSON.stringify(holder));

const endedProcess = async (): Promise<{ pid: number; identity: string }> => {
  const child = spawn("sleep", ["30"]);
  const holder = { pid: child.pid!, identity: identifyProcess(child.pid!)! };
  child.kill("SIGKILL");
  await once(child, "exit");
  return holder;
};

describe("a data directory", () => {
  test("is made where there is none, for its owner only", async () => {
    const directory = await openDataDirectory(path);
    expect(directory.path).toBe(path);
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    expect((await stat(directory.filesFolder)).isDirectory()).toBe(true);
    expect(directory.databaseFile.startsWith(path)).toBe(true);
    expect(await readFile(join(path, "format"), "utf8")).toBe("1\n");
  });

  test("keeps its signing key over openings, and shares it with no other directory", async () => {
    const first = await openDataDirectory(path);
    await first.close();
    const again = await openDataDirectory(path);
    const other = await openDataDirectory(join(folder, "other"));
    expect(first.signingKey).toHaveLength(32);
    expect(again.signingKey).toEqual(first.signingKey);
    expect(other.signingKey).not.toEqual(first.signingKey);
    expect((await stat(join(path, "signing-key"))).mode & 0o777).toBe(0o600);
  });

  test("in use is refused in one line that says by whom, and what to do", async () => {
    const directory = await openDataDirectory(path);
    await expect(openDataDirectory(path)).rejects.toThrow(
      new PlainError(`${path} is in use by process ${process.pid}; stop it or choose another with --data.`),
    );
    await directory.close();
    await (await openDataDirectory(path)).close();
  });

  test("of another format is refused, and left alone", async () => {
    await mkdir(path, { recursive: true });
    await writeFile(join(path, "format"), "2\n");
    await expect(openDataDirectory(path)).rejects.toThrow(
      /is in data format 2, .* reads format 1; .* --data\.$/,
    );
    expect(await readdir(path)).toEqual(["format"]);
  });

  test("that holds other things is refused, and left alone", async () => {
    await mkdir(path, { recursive: true });
    await writeFile(join(path, "taxes.pdf"), "");
    await expect(openDataDirectory(path)).rejects.toThrow(PlainError);
    expect(await readdir(path)).toEqual(["taxes.pdf"]);
  });

  test("that cannot be made is refused in one line with the reason", async () => {
    await writeFile(join(folder, "some"), "a file");
    await expect(openDataDirectory(path)).rejects.toThrow(PlainError);
    await expect(openDataDirectory(path)).rejects.toThrow(
      /^\S+data cannot be used for data \(ENOTDIR.*\); choose/,
    );
  });
});

describe("the service that runs on a data directory", () => {
  test("is nobody where there is no directory, and looking does not make one", async () => {
    expect(await findRunningService(path)).toBeUndefined();
    expect(await readdir(folder)).toEqual([]);
  });

  test("cannot be found where a file is: refused in one line", async () => {
    await writeFile(join(folder, "some"), "a file");
    await expect(findRunningService(path)).rejects.toThrow(PlainError);
  });

  test("is known from the opening to the closing", async () => {
    const directory = await openDataDirectory(path);
    expect(await findRunningService(path)).toEqual({ pid: process.pid, engineEndpoint: undefined });
    await directory.close();
    expect(await findRunningService(path)).toBeUndefined();
  });
});

describe("a lock left behind", () => {
  beforeEach(async () => {
    const directory = await openDataDirectory(path);
    await directory.close();
  });

  test("by a killed process does not keep the next one out", async () => {
    await lockLeftBy(await endedProcess());
    expect(await findRunningService(path)).toBeUndefined();
    await openDataDirectory(path);
    expect(await findRunningService(path)).toMatchObject({ pid: process.pid });
  });

  test("by a killed process whose number another one has by now does not keep the next one out", async () => {
    await lockLeftBy({ pid: process.ppid, identity: "a process of another time" });
    await openDataDirectory(path);
    expect(await findRunningService(path)).toMatchObject({ pid: process.pid });
  });

  test("by a living process does keep the next one out", async () => {
    await lockLeftBy({ pid: process.ppid, identity: identifyProcess(process.ppid) });
    await expect(openDataDirectory(path)).rejects.toThrow(`is in use by process ${process.ppid};`);
  });

  test("by a killed process goes to exactly one of many that want it", async () => {
    for (let round = 0; round < 8; round++) {
      const contested = await mkdtemp(join(folder, "contested-"));
      await writeFile(join(contested, "lock.7"), JSON.stringify(await endedProcess()));
      const outcomes = await Promise.all(Array.from({ length: 12 }, () => takeLock(contested)));
      expect(outcomes.filter((outcome) => "release" in outcome)).toHaveLength(1);
      expect(await readdir(contested)).toEqual(["lock.8"]);
    }
  });

  test("is exclusive over many takings and releases at once", async () => {
    let holders = 0;
    let takings = 0;
    const contend = async () => {
      while (takings < 30) {
        const outcome = await takeLock(path);
        if (!("release" in outcome)) continue;
        expect(++holders).toBe(1);
        takings++;
        await new Promise(setImmediate);
        holders--;
        await outcome.release();
      }
    };
    await Promise.all(Array.from({ length: 8 }, contend));
    expect(takings).toBeGreaterThanOrEqual(30);
  });
});
