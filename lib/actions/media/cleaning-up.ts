import { isEngineFault, isStorageFull } from "#lib/refusals/engine-fault.ts";
import { Refusal } from "#lib/refusals/refusal.ts";

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
