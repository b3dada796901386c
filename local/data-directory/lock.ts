import { readdir, rm, truncate } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { unlessMissing } from "#lib/files/whole-files.ts";
import { createFile, parseKept, readIfThere } from "./kept-file.ts";
import { identifyProcess } from "./process-identity.ts";

const holderShape = z.readonly(z.object({ pid: z.int(), identity: z.string() }));

/** The process that holds a lock; `identity` distinguishes it from later processes with the same number. */
export type LockHolder = z.output<typeof holderShape>;

/** A lock that this process holds until it releases it or ends. */
export interface HeldLock {
  readonly release: () => Promise<void>;
}

/**
 * Takes the exclusive lock of a folder, or gives the living process that holds it. The lock is the file
 * `lock.N` with the highest N. If its holder is dead, or the file was emptied on release, the next process
 * creates `lock.N+1`, which only one can. The highest file is never removed, so a process with an old number
 * notices. After `kill -9`, two processes never hold the lock at once, on one machine.
 */
export const takeLock = async (folder: string): Promise<HeldLock | LockHolder> => {
  const holder = JSON.stringify({ pid: process.pid, identity: identifyProcess(process.pid) });
  for (;;) {
    const latest = await latestLock(folder);
    if (latest.holder) return latest.holder;
    const lock = await createLock(folder, latest.number + 1, holder);
    if (lock) return lock;
  }
};

/** The living process that holds the folder's lock; undefined if there is none. */
export const lockHolder = async (folder: string): Promise<LockHolder | undefined> =>
  (await latestLock(folder)).holder;

const createLock = async (folder: string, number: number, holder: string): Promise<HeldLock | undefined> => {
  const file = lockFile(folder, number);
  if (!(await createFile(file, holder))) return undefined;
  const others = (await lockNumbers(folder)).filter((other) => other !== number);
  if (others.some((other) => other > number)) {
    await rm(file, { force: true });
    return undefined;
  }
  for (const other of others) await rm(lockFile(folder, other), { force: true });
  return { release: () => truncate(file) };
};

const latestLock = async (folder: string): Promise<{ number: number; holder?: LockHolder }> => {
  const number = Math.max(0, ...(await lockNumbers(folder)));
  if (number === 0) return { number };
  const file = lockFile(folder, number);
  const text = await readIfThere(file);
  // Removed between the two reads: another process has taken a later lock.
  if (text === undefined) return latestLock(folder);
  if (text === "") return { number };
  const holder = parseKept(
    file,
    text,
    holderShape,
    "make sure that no Lectern uses its folder, and remove it",
  );
  return identifyProcess(holder.pid) === holder.identity ? { number, holder } : { number };
};

const lockNumbers = async (folder: string): Promise<number[]> => {
  const names = (await readdir(folder).catch(unlessMissing)) ?? [];
  return names.flatMap((name) => /^lock\.(\d+)$/.exec(name)?.[1] ?? []).map(Number);
};

const lockFile = (folder: string, number: number): string => join(folder, `lock.${number}`);
