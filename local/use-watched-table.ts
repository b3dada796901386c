import { lookAtFilesBy } from "#lib/store/database-files.ts";
import type { SqliteTable } from "#lib/store/sqlite/sqlite-table.ts";
import { useTableStore } from "#lib/store/table-store.ts";
import { watchDatabase } from "#local/database/database-watch.ts";
import { findFullDisk, isDiskFailure } from "#local/database/full-disk.ts";

/** The messages about the files. */
export interface WatchedUse {
  /** False beside a service, whose log says it, and how to copy what is lost. */
  readonly tells: boolean;
  readonly findWarnings?: () => readonly string[];
}

/**
 * Lets this process use the table that it has opened in a file, and watch its files, until the result is
 * disposed of, which closes the table. Takes each step of the end, even if an earlier one fails.
 */
export const useWatchedTable = (
  databaseFile: string,
  { store, close }: SqliteTable,
  { tells, findWarnings = () => [] }: WatchedUse,
): AsyncDisposableStack => {
  const used = new AsyncDisposableStack();
  used.defer(close);
  const watch = watchDatabase(databaseFile, { tells });
  watch.begin();
  used.defer(watch.end);
  used.defer(
    lookAtFilesBy({
      findLoss: watch.find,
      findWarnings: () => [...watch.findWarnings(), ...findWarnings()],
      findCause: async (error) => (isDiskFailure(error) ? findFullDisk(databaseFile) : undefined),
    }),
  );
  used.defer(useTableStore(store));
  return used;
};
