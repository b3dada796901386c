import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDataDirectory } from "#local/data-directory.ts";
import { startEngine } from "#local/engine.ts";

/**
 * Starts one database engine for the test run, and puts its address into DYNAMODB_ENDPOINT. If that is set
 * already, the tests use that engine. Tests read and write in its database as a service does, which takes
 * less CPU than its HTTP. With `DIRECT=false`, it has no folder, and everything goes over HTTP.
 */
export const setup = async (): Promise<(() => Promise<void>) | undefined> => {
  if (process.env.DYNAMODB_ENDPOINT) return undefined;
  await using started = new AsyncDisposableStack();
  const start = async () => {
    if (process.env.DIRECT === "false") return startEngine();
    const folder = await mkdtemp(join(tmpdir(), "lectern-test-engine-"));
    started.defer(() => rm(folder, { recursive: true }));
    const directory = await openDataDirectory(folder);
    started.defer(directory.close);
    process.env.DIRECT_DATABASE = directory.databaseFile;
    return startEngine({ directory });
  };
  const engine = await start();
  started.defer(engine.stop);
  process.env.DYNAMODB_ENDPOINT = engine.endpoint;
  const running = started.move();
  return () => running.disposeAsync();
};
