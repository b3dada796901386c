import { type FileHandle, open } from "node:fs/promises";
import { vi } from "vitest";

/** Lets syncs of the log begin and end as the test says. */
export const holdSyncs = async (databaseFile: string): Promise<PromiseWithResolvers<void>[]> => {
  const syncs: PromiseWithResolvers<void>[] = [];
  await using file = await open(`${databaseFile}-wal`);
  vi.spyOn(Object.getPrototypeOf(file) as FileHandle, "datasync").mockImplementation(() => {
    syncs.push(Promise.withResolvers<void>());
    return syncs.at(-1)!.promise;
  });
  return syncs;
};
