import { openDataDirectory, tellDatabaseInUse } from "#local/data-directory.ts";

/**
 * A program for tests that kill it: `node data-directory-user.ts DIRECTORY` changes every file that a start
 * of the service changes.
 */
const directory = await openDataDirectory(process.argv[2]);
await tellDatabaseInUse(directory);
await directory.close();
