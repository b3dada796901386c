import { DatabaseSync } from "node:sqlite";
import { isReading } from "#lib/database-meter.ts";
import { awaitInTime } from "#lib/deadline.ts";
import { isStorageFull } from "#lib/refusals/storage-full.ts";
import { tableName } from "#lib/settings/database.ts";
import type { TableOperation } from "#lib/store/dynamo/operation-signature.ts";
import { accessDirectlyBy, type DirectAccess } from "#lib/store/dynamo/table-requests.ts";
import { openWriteLog } from "#lib/store/sqlite/write-log.ts";
import { PlainError } from "#local/plain-error.ts";
import { answersFrom } from "./stored-answers.ts";
import { storedItemsOf } from "./stored-items.ts";
import { writesTo } from "./stored-writes.ts";

/**
 * Has this process read and write in the database of its engine, without asking the engine (decision 098).
 * Each call of `begin` opens the database anew, for an engine that has just been started at the endpoint: its
 * file may be another one. After `end`, everything is asked of the engine. `failed` resolves with the message
 * to print if the disk refuses what is written.
 */
export const directAccess = (databaseFile: string) => {
  const failure = Promise.withResolvers<PlainError>();
  let opened: AsyncDisposableStack | undefined;
  let isEnded = false;
  const close = async () => {
    accessDirectlyBy();
    const before = opened;
    opened = undefined;
    await before?.disposeAsync();
  };
  const fail = (error: Error) => {
    const cure = isStorageFull(error) ? "make room" : "look at the disk, which is not full";
    failure.resolve(
      new PlainError(
        `The disk refuses what is written to ${databaseFile} (${error.message}); ${cure}, and start again.`,
      ),
    );
  };
  return {
    failed: failure.promise,
    begin: async (endpoint: string): Promise<void> => {
      await close();
      await using opening = new AsyncDisposableStack();
      // If the file cannot be opened, the engine is asked.
      const access = await openAccess(databaseFile, fail, opening).catch(() => undefined);
      if (!access || isEnded) return;
      opened = opening.move();
      accessDirectlyBy({ endpoint, ...access });
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
  onFailure: (error: Error) => void,
  opening: AsyncDisposableStack,
): Promise<Omit<DirectAccess, "endpoint">> => {
  const stored = storedItemsOf(databaseFile, tableName());
  opening.defer(stored.close);
  // Another connection: the version that the first one reads changes only with commits of others.
  const database = new DatabaseSync(databaseFile);
  opening.defer(() => database.close());
  database.exec("PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -1000");
  // Opens the log.
  database.exec("SELECT 1 FROM sqlite_schema");
  const log = await openWriteLog(databaseFile, onFailure);
  opening.defer(log.close);
  opening.defer(() => log.durable()?.catch(() => {}));
  const read = answersFrom(stored, tableName());
  const write = writesTo(database, tableName());
  let commits = 0;
  let bytes = 0;

  const answerToWrite = (operation: TableOperation, input: object) => {
    if (commits >= betweenCheckpoints.commits || bytes >= betweenCheckpoints.bytes) {
      [commits, bytes] = [0, 0];
      return undefined;
    }
    const written = write(operation, input);
    if (written?.status === 200) {
      commits += 1;
      bytes += written.bytes;
      log.noteCommit();
    }
    return written && { status: written.status, body: written.body };
  };

  const answerToRead = (operation: TableOperation, input: object) => {
    const body = read(operation, input);
    return body && { status: 200, body };
  };

  const lasting = async () => {
    const durable = log.durable();
    if (durable) await awaitInTime(durable);
  };

  return {
    answer: async (operation, input) => {
      const answer = isReading(operation) ? answerToRead(operation, input) : answerToWrite(operation, input);
      // What others have written, and this has seen, has to last, too.
      if (answer) await lasting();
      return answer;
    },
    lasting,
  };
};
