import type { Write } from "#lib/store/port/table-store.ts";
import { endWorkingCopy, readWorkingCopy } from "#lib/store/working-copies.ts";

/** The working copy that a change takes up. */
export interface CopyToTake {
  readonly userId: number;
  readonly version: number;
  readonly read?: typeof readWorkingCopy | undefined;
}

interface TakenCopy {
  /** Ends the copy, in the transaction of the change. */
  readonly writes: readonly Write[];
  /** True if another version is there, which stays. */
  readonly keepsCopy: boolean;
}

const none: TakenCopy = { writes: [], keepsCopy: false };

/** Takes up a user's working copy, if it still has that version. One request, which a plan may begin. */
export const takeWorkingCopy = async (pageId: number, copy: CopyToTake | undefined): Promise<TakenCopy> => {
  if (!copy) return none;
  const { userId, version, read = readWorkingCopy } = copy;
  const stored = await read(pageId, userId);
  if (!stored.current) return none;
  if (stored.current.version !== version) return { writes: [], keepsCopy: true };
  return { writes: endWorkingCopy(stored), keepsCopy: false };
};
