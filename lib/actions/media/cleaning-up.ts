import { Refusal } from "#lib/refusals/refusal.ts";

/**
 * What the work gives. When it fails, what it did so far is undone before its error goes on: `cleanup_failed`
 * where that fails as well.
 */
export const cleaningUp = async <Result>(
  work: () => Promise<Result>,
  undo: (error: unknown) => Promise<void>,
): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    await undo(error).catch((failure: unknown) => {
      throw new Refusal("cleanup_failed", { cause: new AggregateError([failure, error]) });
    });
    throw error;
  }
};
