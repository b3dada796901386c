import { EngineFault } from "#lib/refusals/engine-fault.ts";
import { tableName } from "#lib/settings/database.ts";
import { NewerDatabase, WrongDatabase } from "#lib/store/sqlite/open-table-file.ts";
import { openSqliteTable } from "#lib/store/sqlite/sqlite-table.ts";
import { hadDatabase, lostDatabase, requireDatabase } from "#local/data-directory/purpose.ts";
import {
  engineFileIn,
  formerFileIn,
  isThere,
  keptFileIn,
  raiseDataFormat,
} from "#local/data-directory/table-file.ts";
import { findKeptLogs, keepDamagedLog } from "#local/database/kept-logs.ts";
import { type DataDirectory, forgetDatabaseInUse, tellDatabaseInUse } from "./data-directory.ts";
import { PlainError } from "./plain-error.ts";
import { useWatchedTable } from "./use-watched-table.ts";

/** The table of a data directory, which this process uses until it closes it. */
export interface DataTable {
  /** Resolves with the message to print if the disk refuses what was written. */
  readonly failed: Promise<PlainError>;
  /** Removes the database that an earlier start has copied, once a start has succeeded. */
  readonly forgetFormer: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Opens the table of a data directory, and has the process use it, unless it is lost; with `mayBeLost`, an
 * empty one takes its place. That of an earlier release is copied first. Throws a {@link PlainError}.
 */
export const openDataTable = async (
  directory: DataDirectory,
  { mayBeLost = false } = {},
): Promise<DataTable> => {
  const { path, databaseFile } = directory;
  const isMigrated = await migrated(path);
  if (!mayBeLost) await requireDatabase(path, databaseFile);
  if (!isMigrated && !mayBeLost) await requireNoFormerTable(path, databaseFile);
  await raiseDataFormat(path);
  await keepDamagedLog(databaseFile);
  const keptLogs = await findKeptLogs(path);
  const create = mayBeLost || !(await hadDatabase(path));
  const table = await openSqliteTable(databaseFile, { create }).catch(refuse(path, create));
  await using used = useWatchedTable(databaseFile, table, {
    tells: true,
    findWarnings: () => (keptLogs().length > 0 ? [keptLogWarning] : []),
  });
  used.defer(() => forgetDatabaseInUse(directory));
  await tellDatabaseInUse(directory);
  const open = used.move();
  return {
    failed: table.failed.then((message) => new PlainError(message)),
    forgetFormer: async () => {
      if (isMigrated || !(await isThere(keptFileIn(path)))) return;
      const { removeFormerTable } = await import("#local/migration/migrate-table.ts");
      await removeFormerTable(path);
    },
    close: () => open.disposeAsync(),
  };
};

/** A copied database without the copy, which somebody has removed. */
const requireNoFormerTable = async (folder: string, databaseFile: string): Promise<void> => {
  const kept = keptFileIn(folder);
  if ((await isThere(databaseFile)) || !(await isThere(kept))) return;
  throw lostDatabase(folder, `${databaseFile} is not there, only ${kept}, from which it was copied`);
};

/** Imported only where there is something to do: each folder is migrated once. */
const migrated = async (folder: string): Promise<boolean> => {
  const engine = engineFileIn(folder);
  if (await isThere(engine)) {
    const { endFormerEngine } = await import("#local/migration/former-engine.ts");
    await endFormerEngine(engine);
  }
  if (!(await isThere(formerFileIn(folder)))) return false;
  const { migrateTable } = await import("#local/migration/migrate-table.ts");
  return migrateTable(folder, tableName());
};

const refuse =
  (folder: string, create: boolean) =>
  (error: Error): never => {
    if (error instanceof WrongDatabase && !(error instanceof NewerDatabase) && !create)
      throw lostDatabase(folder, error.message.replace(/\.$/, ""));
    if (!(error instanceof WrongDatabase || error instanceof EngineFault)) throw error;
    const message = `${error.message} Or choose another directory with --data.`;
    throw new PlainError(message, { cause: error });
  };

const keptLogWarning =
  "When the service was started, the log of the database was damaged. The alarm in the service's log says what may be missing; a copy is kept until somebody removes it.";
