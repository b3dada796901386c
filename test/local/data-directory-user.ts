import { openDataDirectory } from "#local/data-directory.ts";
import { describeEngine } from "#local/engine/description.ts";

/**
 * A program for tests that kill it: `node data-directory-user.ts DIRECTORY` changes every file that a start
 * of the service changes.
 */
const directory = await openDataDirectory(process.argv[2]);
await describeEngine(directory.engineDescription, "http://127.0.0.1:1", process.pid);
await directory.close();
