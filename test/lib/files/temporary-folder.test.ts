import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearTemporaryFolders, withTemporaryFolder } from "#lib/files/temporary-folder.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-temporary-"));
  vi.stubEnv("TMPDIR", folder);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const endedProcess = async (): Promise<number> => {
  const child = spawn("sleep", ["30"]);
  child.kill("SIGKILL");
  await once(child, "exit");
  return child.pid!;
};

test("a temporary folder exists while it is used, and is removed afterwards, also after an error", async () => {
  const use = async (path: string) => {
    expect(await readdir(folder)).toEqual([path.slice(folder.length + 1)]);
    throw new Error("no use");
  };
  await expect(withTemporaryFolder("copy", use)).rejects.toThrow("no use");
  expect(await readdir(folder)).toEqual([]);
});

test("those of processes that were killed are removed, and no others", async () => {
  const killed = await endedProcess();
  const others = [
    `lectern-copy-${process.ppid}-abcDEF`,
    `lectern-data-${killed}`,
    `other-copy-${killed}-abcDEF`,
  ];
  for (const name of [...others, `lectern-copy-${killed}-abcDEF`, `lectern-snapshot-${killed}-123456`])
    await mkdir(join(folder, name, "within"), { recursive: true });
  await withTemporaryFolder("copy", async (own) => {
    await clearTemporaryFolders();
    expect((await readdir(folder)).sort()).toEqual([...others, own.slice(folder.length + 1)].sort());
  });
});
