import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { namesTable, openStore, type StoreChoice } from "#cli/open-store.ts";
import type { CommandContext } from "#cli/output.ts";
import type { Item } from "#lib/store/port/table-store.ts";
import { useTableStore } from "#lib/store/table-store.ts";
import { allItems } from "#lib/store/whole-table.ts";
import { defaultDataDirectory, filesFolderIn, findRunningService } from "#local/data-directory.ts";
import { copyDatabase } from "#local/database/copy.ts";
import { setEnvironment } from "#local/environment.ts";
import { openTable } from "#local/open-table.ts";
import { PlainError } from "#local/plain-error.ts";
import type { Spool } from "./spool.ts";

/** Shows progress to a person who waits. */
export type ShowProgress = (text: string) => void;

/** The table of a site that is backed up. */
export interface BackupSource extends AsyncDisposable {
  /** Puts all items, as they were at one moment, into an empty spool. Gives the read units. */
  readonly read: (spool: Spool, show: ShowProgress) => Promise<number>;
}

/**
 * Opens the site to back up. The service of a data directory may run: its database is copied into `scratch`,
 * and the copy is read. So what is read is of one moment, however much is written.
 */
export const openBackupSource = async (
  choice: StoreChoice,
  context: Pick<CommandContext, "environment">,
  scratch: string,
): Promise<BackupSource> => {
  const { environment } = context;
  const folder =
    choice.stage === undefined && !namesTable(environment)
      ? (choice.data ?? defaultDataDirectory)
      : undefined;
  const service = folder === undefined ? undefined : await findRunningService(folder);
  if (folder !== undefined && service?.databaseFile !== undefined) {
    if (!environment.FILES_FOLDER && !environment.S3_ENDPOINT)
      setEnvironment({ FILES_FOLDER: filesFolderIn(folder) });
    return sourceOfCopies(service.databaseFile, scratch);
  }
  const store = await openStore(choice, context);
  return {
    read: store.folder === undefined ? readWhileOthersWrite : readAlone,
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
};

const sourceOfCopies = (databaseFile: string, scratch: string): BackupSource => {
  setEnvironment({ CATALOG_FILE: ":memory:" });
  const read: BackupSource["read"] = async (spool, show) => {
    await rm(scratch, { recursive: true, force: true });
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    const copy = join(scratch, "table.sqlite");
    await copyDatabase(databaseFile, copy);
    await using opened = new AsyncDisposableStack();
    const { store, close } = await openTable(copy);
    opened.defer(close);
    opened.defer(useTableStore(store));
    return await readAlone(spool, show);
  };
  return { read, [Symbol.asyncDispose]: async () => {} };
};

const readAlone: BackupSource["read"] = async (spool, show) => {
  const meter = { readUnits: 0, show };
  await spool.take(1, scanned(meter));
  return meter.readUnits;
};

/** Each takes as long as the first; a site that changes in all of them is written to all the time. */
const maxReadings = 6;

/**
 * Reads the table until two readings agree: then everything was as they say at the moment between them. What
 * differs in between would be seen, because each change writes something that never comes back, such as a
 * version or a new number.
 */
const readWhileOthersWrite: BackupSource["read"] = async (spool, show) => {
  const meter = { readUnits: 0, show };
  for (let reading = 1; reading <= maxReadings; reading++) {
    const changed = await spool.take(reading, scanned(meter));
    if (reading > 1 && changed === 0) return meter.readUnits;
  }
  throw new PlainError(
    `The site was changed during each of ${maxReadings} readings, so a backup would mix several states; nothing was written. Try again when less is written, or back up a restored table (docs/backup.md).`,
  );
};

async function* scanned(meter: {
  readUnits: number;
  readonly show: ShowProgress;
}): AsyncGenerator<readonly Item[]> {
  let read = 0;
  for await (const { items, readUnits } of allItems()) {
    meter.readUnits += readUnits;
    read += items.length;
    meter.show(`${read} items read`);
    yield items;
  }
}
