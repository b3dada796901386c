import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { isEngineFault, isStorageFull } from "#lib/refusals/engine-fault.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { commitDecision } from "#lib/store/commit.ts";
import {
  expectFiles,
  type LeftoverFiles,
  readExpectedFiles,
  resolveExpectedFiles,
  strikeLeftoverFiles,
} from "#lib/store/leftovers.ts";

/**
 * Notes the files of a change, whose keys no other change has, and does the work, which stores them and
 * resolves or claims the note in the transaction that names them. If it fails, they are removed, unless a
 * transaction whose outcome was unknown has named them. What cannot be removed now is removed by the job.
 */
export const withExpectedFiles = async <Result>(
  expected: LeftoverFiles,
  work: () => Promise<Result>,
): Promise<Result> => {
  try {
    await commitDecision(async () => ({ writes: [expectFiles(expected)], value: undefined }));
    return await work();
  } catch (error) {
    await giveUp(expected).catch(() => {});
    throw error;
  }
};

const giveUp = async (expected: LeftoverFiles): Promise<void> => {
  const leftover = await commitDecision<LeftoverFiles | undefined>(async () => {
    const open = await readExpectedFiles(expected);
    return { writes: open ? [resolveExpectedFiles(open)] : [], value: open };
  });
  if (leftover) await removeLeftoverFiles(leftover);
};

/** Removes files of a deleted media object, then their note. Safe to repeat and to run concurrently. */
export const removeLeftoverFiles = async (leftover: LeftoverFiles): Promise<void> => {
  const store = await openFiles();
  for (const key of leftover.keys) await store.delete(fileKey(key));
  await commitDecision(async () => ({ writes: [strikeLeftoverFiles(leftover)], value: undefined }));
};

/**
 * Does the work. If it fails, undoes it and rethrows; `cleanup_failed` if undoing fails as well, unless an
 * engine is in trouble, or a full disk keeps it from being undone: then a job undoes what is left.
 */
export const cleaningUp = async <Result>(
  work: () => Promise<Result>,
  undo: (error: unknown) => Promise<void>,
): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    await undo(error).catch((failure: unknown) => {
      if (isStorageFull(failure)) throw error;
      if (isEngineFault(failure) && (isEngineFault(error) || isStorageFull(error))) throw error;
      throw new Refusal("cleanup_failed", { cause: new AggregateError([failure, error]) });
    });
    throw error;
  }
};
