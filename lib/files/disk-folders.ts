import { randomUUID } from "node:crypto";
import { link, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { takeTurns } from "./take-turns.ts";

/**
 * Gives work a path in `incoming` to write to, and removes whatever is left there when it ends, in whatever
 * way.
 */
export const withDraft = async <Result>(
  incoming: string,
  use: (draft: string) => Promise<Result>,
): Promise<Result> => {
  const draft = join(incoming, randomUUID());
  try {
    return await use(draft);
  } finally {
    await rm(draft, { force: true, recursive: true });
  }
};

/** What must hold of a path before it is changed. Nothing else in this process changes the path meanwhile. */
type Condition = () => Promise<boolean>;

const always: Condition = async () => true;

/** Changes of a path follow one another, in all the stores that this process has opened. */
const turns = takeTurns();

/** Moves a draft to a path, in place of what is there, for good: on disk when the call returns. */
export const moveOver = async (draft: string, path: string): Promise<void> => {
  await moveOverIf(draft, path, always);
};

/** The same, unless the condition does not hold: then `false`, and nothing is moved. */
export const moveOverIf = (draft: string, path: string, condition: Condition): Promise<boolean> =>
  turns(path, async () => {
    if (!(await condition())) return false;
    await makeFolder(dirname(path));
    await rename(draft, path);
    await syncFolder(dirname(path));
    return true;
  });

/**
 * Removes the file at a path for good; that there is none is as good. `false`, and nothing is removed, where
 * the condition does not hold.
 */
export const removeFile = (path: string, condition = always): Promise<boolean> =>
  turns(path, async () => {
    if (!(await condition())) return false;
    await rm(path, { force: true });
    await syncFolder(dirname(path)).catch(unlessMissing);
    return true;
  });

/** Puts a draft at a path for good, unless something is there: then `false`. */
export const placeUnlessTaken = async (draft: string, path: string): Promise<boolean> => {
  await makeFolder(dirname(path));
  try {
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
  await syncFolder(dirname(path));
  return true;
};

/**
 * Makes a folder with those above it, for its owner alone and for good: each name is on disk when the call
 * returns.
 */
const makeFolder = async (folder: string): Promise<void> => {
  const topmost = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (topmost === undefined) return;
  for (let made = folder; made.length >= topmost.length; made = dirname(made)) {
    await syncFolder(dirname(made));
  }
};

/** Returns once the names in a folder are on disk. */
export const syncFolder = async (folder: string): Promise<void> => {
  // Windows opens no folders, and keeps their names safe by itself.
  if (process.platform === "win32") return;
  await using handle = await open(folder);
  await handle.sync();
};

/** Turns the error that something is not there into `undefined`, and throws every other. */
export const unlessMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== "ENOENT") throw error;
};
