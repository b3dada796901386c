import { isStorageFull } from "#lib/refusals/engine-fault.ts";
import type { TableStore } from "#lib/store/port/table-store.ts";
import { databaseFault } from "./database-faults.ts";
import { tableReads } from "./read-items.ts";
import { openTableConnection } from "./table-connection.ts";
import { tableWrites } from "./write-items.ts";

/** A table in a file of this machine, which other processes may use at the same time. */
export interface SqliteTable {
  readonly store: TableStore;
  /** Resolves with a message if the disk refuses what was written: then the process has to end. */
  readonly failed: Promise<string>;
  /** Waits for all requests so far. No more may be sent. */
  readonly close: () => Promise<void>;
}

/**
 * Opens a table, and makes it if there is none with `create`. Throws `WrongDatabase`, an `EngineFault` for a
 * damaged file, or the system's error.
 */
export const openSqliteTable = async (
  file: string,
  options: { readonly create?: boolean } = {},
): Promise<SqliteTable> => {
  const failure = Promise.withResolvers<string>();
  const connection = await openTableConnection(file, options, (error) => {
    const cure = isStorageFull(error) ? "make room" : "look at the disk, which is not full";
    failure.resolve(
      `The disk refuses what is written to ${file} (${error.message}); ${cure}, and start again.`,
    );
  }).catch((error) => Promise.reject(databaseFault(error, file)));
  return {
    store: { ...tableReads(connection), ...tableWrites(connection) },
    failed: failure.promise,
    close: connection.close,
  };
};
