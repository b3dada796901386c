import { randomUUID } from "node:crypto";
import { link, mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncFolder } from "#lib/sync-folder.ts";

export type Turns = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/** Runs work under the same name one after the other, in call order, within this process. */
export const takeTurns = (): Turns => {
  const last = new Map<string, Promise<unknown>>();
  return async (name, work) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work);
    const over = turn.catch(() => {});
    last.set(name, over);
    try {
      return await turn;
    } finally {
      if (last.get(name) === over) last.delete(name);
    }
  };
};

/** Calls `use` with a new path in `incoming`, and removes what is left there afterwards. */
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

/** A condition on a path. Nothing else in this process changes the path between the check and the change. */
type Condition = () => Promise<boolean>;

const always: Condition = async () => true;

/** Serializes changes of a path among all stores that this process has opened. */
const turns = takeTurns();

/** Moves a draft over a path. It is on disk when the call returns. */
export const moveOver = async (draft: string, path: string): Promise<void> => {
  await moveOverIf(draft, path, always);
};

/** Moves a draft over a file; `false`, with nothing moved, if the condition does not hold. */
export const moveOverIf = (draft: string, path: string, condition: Condition): Promise<boolean> =>
  turns(path, async () => {
    if (!(await condition())) return false;
    await makeFolder(dirname(path));
    await rename(draft, path);
    await syncFolder(dirname(path));
    return true;
  });

/** Removes the file at a path, if there is one; `false`, with nothing removed, if the condition fails. */
export const removeFile = (path: string, condition = always): Promise<boolean> =>
  turns(path, async () => {
    if (!(await condition())) return false;
    await rm(path, { force: true });
    await syncFolder(dirname(path)).catch(unlessMissing);
    return true;
  });

/** Puts a draft at a path, on disk when the call returns; `false` if something is there already. */
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

/** Makes a folder and its parents, for the owner alone. The names are on disk when the call returns. */
const makeFolder = async (folder: string): Promise<void> => {
  const topmost = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (topmost === undefined) return;
  for (let made = folder; made.length >= topmost.length; made = dirname(made)) {
    await syncFolder(dirname(made));
  }
};

/** Turns a missing file into `undefined`, and throws every other error. */
export const unlessMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== "ENOENT") throw error;
};
