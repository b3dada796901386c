import { randomUUID } from "node:crypto";
import { link, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { identifyProcess } from "./process-identity.ts";

/** The process that holds a lock: its number, and what tells it apart from later ones with that number. */
export interface LockHolder {
  readonly pid: number;
  readonly identity: string;
}

/** A lock that this process holds until it gives it back, or ends. */
export interface HeldLock {
  readonly release: () => Promise<void>;
}

/**
 * Takes the exclusive lock of a folder for this process, or answers with the living process that holds it.
 *
 * The lock is the file `lock.N` with the highest N. Whoever finds its holder dead, or the file emptied by its
 * release, creates `lock.N+1`, which only one process can; the highest file is never removed, so a contender
 * that comes late with an old number notices. A lock left by `kill -9` is thus taken over without a moment in
 * which two processes hold it. Good among the processes of one machine, or of one container.
 */
export const takeLock = async (folder: string): Promise<HeldLock | LockHolder> => {
  const draft = join(folder, `lock-draft.${randomUUID()}`);
  const holder = JSON.stringify({ pid: process.pid, identity: identifyProcess(process.pid) });
  await writeFile(draft, holder, { flush: true });
  try {
    for (;;) {
      const latest = await latestLock(folder);
      if (latest.holder) return latest.holder;
      const lock = await createLock(folder, latest.number + 1, draft);
      if (lock) return lock;
    }
  } finally {
    await rm(draft, { force: true });
  }
};

/** The living process that holds the folder's lock, or `undefined` when nobody does. */
export const lockHolder = async (folder: string): Promise<LockHolder | undefined> =>
  (await latestLock(folder)).holder;

const createLock = async (folder: string, number: number, draft: string): Promise<HeldLock | undefined> => {
  const file = lockFile(folder, number);
  if (!(await linkUnlessTaken(draft, file))) return undefined;
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
  const text = await readFile(lockFile(folder, number), "utf8").catch(unlessMissing);
  // Gone between the two reads: somebody has taken a later one.
  if (text === undefined) return latestLock(folder);
  if (text === "") return { number };
  const holder: LockHolder = JSON.parse(text);
  return identifyProcess(holder.pid) === holder.identity ? { number, holder } : { number };
};

const lockNumbers = async (folder: string): Promise<number[]> => {
  const names = (await readdir(folder).catch(unlessMissing)) ?? [];
  return names.flatMap((name) => /^lock\.(\d+)$/.exec(name)?.[1] ?? []).map(Number);
};

const lockFile = (folder: string, number: number): string => join(folder, `lock.${number}`);

/** A link appears with its whole content at once, and only for one of those who ask for the name. */
const linkUnlessTaken = async (draft: string, file: string): Promise<boolean> => {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
};

const unlessMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== "ENOENT") throw error;
};
