import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Makes the folder for the tables of the test run, and puts it into TABLES_FOLDER. If DYNAMODB_ENDPOINT is
 * set already, most tests use that engine instead. With `ENGINE=dynoxide`, they use one that this fetches
 * and starts.
 */
export const setup = async (): Promise<() => Promise<void>> => {
  const { ENGINE = "dynoxide", DYNAMODB_ENDPOINT } = process.env;
  if (ENGINE !== "dynoxide") throw new Error(`ENGINE may be dynoxide, and not ${ENGINE}.`);
  await using made = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "lectern-test-tables-"));
  made.defer(() => rm(folder, { recursive: true }));
  process.env.TABLES_FOLDER = folder;
  if (process.env.ENGINE && !DYNAMODB_ENDPOINT) {
    const { startDynoxide } = await import("#test/engines/dynoxide.ts");
    const { endpoint, stop } = await startDynoxide();
    made.defer(stop);
    process.env.DYNAMODB_ENDPOINT = endpoint;
  }
  const running = made.move();
  return () => running.disposeAsync();
};
