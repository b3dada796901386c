import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Makes the folder for the tables of the test run, and puts it into TABLES_FOLDER. If DYNAMODB_ENDPOINT is set
 * already, the tests use that engine. With `ENGINE=dynoxide`, they use one that this fetches and starts.
 */
export const setup = async (): Promise<(() => Promise<void>) | undefined> => {
  if (process.env.DYNAMODB_ENDPOINT) return undefined;
  if (process.env.ENGINE === "dynoxide") {
    const { startDynoxide } = await import("#test/engines/dynoxide.ts");
    const { endpoint, stop } = await startDynoxide();
    process.env.DYNAMODB_ENDPOINT = endpoint;
    return stop;
  }
  const folder = await mkdtemp(join(tmpdir(), "lectern-test-tables-"));
  process.env.TABLES_FOLDER = folder;
  return () => rm(folder, { recursive: true });
};
