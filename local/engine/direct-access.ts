import { DatabaseSync } from "node:sqlite";
import { tableName } from "#lib/settings/database.ts";
import { accessDirectlyBy, type DirectAccess } from "#lib/store/table-requests.ts";
import { answersFrom } from "./stored-answers.ts";
import { storedItemsOf } from "./stored-items.ts";
import { writesTo } from "./stored-writes.ts";
import { openWriteLog } from "./write-log.ts";

/**
 * Has this process read and write in the database of its engine, without asking the engine (decision 098).
 * Each call of `begin` opens the database anew, for an engine that has just been started at the endpoint: its
 * file may be another one. After `end`, everything is asked of the engine.
 */
export const directAccess = (databaseFile: string) => {
  let opened: AsyncDisposableStack | undefined;
  let isEnded = false;
  const close = async () => {
    accessDirectlyBy();
    await opened?.disposeAsync();
    opened = undefined;
  };
  return {
    begin: async (endpoint: string): Promise<void> => {
      await close();
      if (isEnded) return;
      try {
        opened = new AsyncDisposableStack();
        accessDirectlyBy({ endpoint, ...(await openAccess(databaseFile, tableName(), opened)) });
      } catch {
        // The file cannot be opened: then the engine is asked.
        await close();
      }
    },
    end: async (): Promise<void> => {
      isEnded = true;
      await close();
    },
  };
};

/**
 * After so many commits, or so many bytes of items, a write is left to the engine, which copies a log of
 * 1,000 pages into the database. That takes some 50 ms, in its own process.
 */
const betweenCheckpoints = { commits: 64, bytes: 2_097_152 };

const openAccess = async (
  databaseFile: string,
  table: string,
  opened: AsyncDisposableStack,
): Promise<Omit<DirectAccess, "endpoint">> => {
  const stored = storedItemsOf(databaseFile, table);
  opened.defer(stored.close);
  // Another connection: the version that the first one reads changes only with commits of others.
  const database = new DatabaseSync(databaseFile);
  opened.defer(() => database.close());
  database.exec("PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -1000");
  // Opens the log.
  database.exec("SELECT 1 FROM sqlite_schema");
  const log = await openWriteLog(databaseFile);
  opened.defer(log.close);
  // Whoever waits for it is told that it has failed.
  opened.defer(() => log.synced().catch(() => {}));
  const write = writesTo(database, table);
  let commits = 0;
  let bytes = 0;
  return {
    read: answersFrom(stored, table),
    write: async (operation, input) => {
      if (commits >= betweenCheckpoints.commits || bytes >= betweenCheckpoints.bytes) {
        [commits, bytes] = [0, 0];
        return undefined;
      }
      const answer = write(operation, input);
      if (answer?.status !== 200) return answer;
      commits += 1;
      bytes += answer.bytes;
      await log.synced();
      return answer;
    },
  };
};
