import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDataDirectory } from "#local/data-directory.ts";
import { startDataEngine } from "#local/data-engine.ts";
import { ensureTable } from "#local/table.ts";

/** The engine of a data directory of its own, with an empty table. Disposing of it removes all of that. */
export const temporaryEngine = async () => {
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "lectern-engine-test-"));
  started.defer(() => rm(folder, { recursive: true }));
  const directory = await openDataDirectory(folder);
  started.defer(directory.close);
  const { stop, failed } = await startDataEngine(directory);
  started.defer(stop);
  await ensureTable();
  const running = started.move();
  const dispose = () => running.disposeAsync();
  return { databaseFile: directory.databaseFile, failed, stop, dispose };
};

export type TemporaryEngine = Awaited<ReturnType<typeof temporaryEngine>>;
