import { EngineFault } from "#lib/refusals/engine-fault.ts";
import { WrongDatabase } from "#lib/store/sqlite/open-table-file.ts";
import { openSqliteTable, type SqliteTable } from "#lib/store/sqlite/sqlite-table.ts";
import { PlainError } from "./plain-error.ts";
import { useWatchedTable } from "./use-watched-table.ts";

/** Opens the table in a file that is there. Throws a {@link PlainError} if it cannot be used. */
export const openTable = (file: string): Promise<SqliteTable> =>
  openSqliteTable(file).catch((cause) => {
    if (!(cause instanceof WrongDatabase || cause instanceof EngineFault)) throw cause;
    throw new PlainError(cause.message, { cause });
  });

/**
 * Lets this process use the table of a service in a file, until the function that this gives is called.
 * Throws the same.
 */
export const useTableBeside = async (file: string): Promise<() => Promise<void>> => {
  const used = useWatchedTable(file, await openTable(file), { tells: false });
  return () => used.disposeAsync();
};
