import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDataDirectory } from "#local/data-directory.ts";
import { openDataTable } from "#local/data-table.ts";

/** An empty table of a data directory of its own. Disposing of it removes all of that. */
export const temporaryDataTable = async () => {
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "lectern-data-test-"));
  started.defer(() => rm(folder, { recursive: true }));
  const directory = await openDataDirectory(folder);
  started.defer(directory.close);
  const { close, failed } = await openDataTable(directory);
  let isClosed = false;
  const stop = async () => {
    if (!isClosed) await close();
    isClosed = true;
  };
  started.defer(stop);
  const running = started.move();
  const dispose = () => running.disposeAsync();
  return { databaseFile: directory.databaseFile, failed, stop, dispose };
};

export type TemporaryDataTable = Awaited<ReturnType<typeof temporaryDataTable>>;
