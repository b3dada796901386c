import { tableName } from "#lib/settings/database.ts";
import { readDirectlyBy } from "#lib/store/table-requests.ts";
import { answersFrom } from "./stored-answers.ts";
import { type StoredItems, storedItemsOf } from "./stored-items.ts";

/**
 * Has this process read from the database of its engine, without asking the engine (decision 097). Each call
 * of `begin` opens the database anew, for an engine that has just been started at the endpoint: its file may
 * be another one. After `end`, everything is asked of the engine.
 */
export const directReads = (databaseFile: string) => {
  let stored: StoredItems | undefined;
  let isEnded = false;
  const close = () => {
    readDirectlyBy();
    stored?.close();
    stored = undefined;
  };
  return {
    begin: (endpoint: string): void => {
      close();
      if (isEnded) return;
      const table = tableName();
      stored = opened(databaseFile, table);
      if (stored) readDirectlyBy({ endpoint, answer: answersFrom(stored, table) });
    },
    end: (): void => {
      isEnded = true;
      close();
    },
  };
};

/** Undefined if the file cannot be read: then the engine is asked. */
const opened = (databaseFile: string, table: string): StoredItems | undefined => {
  try {
    return storedItemsOf(databaseFile, table);
  } catch {
    return undefined;
  }
};
