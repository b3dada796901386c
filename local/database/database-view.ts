import { DatabaseSync, type StatementSync } from "node:sqlite";
import { certain } from "#lib/certain.ts";

/** The state of the files of a database, as SQLite reports it. */
export interface StoredPages {
  readonly pageBytes: number;
  readonly pages: number;
  /** The pages in its log, and how many of them the database file has, too; undefined before SQLite 3.51. */
  readonly log: { readonly pages: number; readonly copied: number } | undefined;
}

export interface DatabaseView {
  /** Reads it; undefined if somebody is writing now. Throws SQLite's error if the database cannot be read. */
  readonly read: () => StoredPages | undefined;
  readonly close: () => void;
}

/** Reads what caches would hide, in 50 µs. Source: SQLite, "Pragma statements", `wal_checkpoint`. */
export const viewDatabase = (databaseFile: string): DatabaseView => {
  const database = new DatabaseSync(databaseFile, { readOnly: true });
  const numberFrom = (name: string) => {
    const statement = database.prepare(`PRAGMA ${name}`);
    return () => Number(certain(statement.get())[name]);
  };
  const pageBytes = numberFrom("page_size")();
  const pages = numberFrom("page_count");
  const log = knowsLog() ? database.prepare("PRAGMA wal_checkpoint(NOOP)") : undefined;
  let ends: readonly StatementSync[] = [];
  return {
    read: () => {
      database.exec("PRAGMA shrink_memory; SELECT 1 FROM sqlite_schema");
      if (ends.length === 0) ends = endsOf(database);
      for (const end of ends) end.get();
      for (let before = pages(), turn = 0; turn < 5; turn++) {
        const logged = log?.get();
        const after = pages();
        if (after === before)
          return {
            pageBytes,
            pages: after,
            log: logged && { pages: Number(logged.log), copied: Number(logged.checkpointed) },
          };
        before = after;
      }
      return undefined;
    },
    close: () => database.close(),
  };
};

/** Until the log is known, the pragma would copy it. */
const knowsLog = (): boolean => {
  const [major = 0, minor = 0] = certain(process.versions.sqlite).split(".").map(Number);
  return major > 3 || minor >= 51;
};

/** Statements that read the first item and the last one; none before there is a table. */
const endsOf = (database: DatabaseSync): readonly StatementSync[] => {
  const isThere = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'items'").get();
  if (!isThere) return [];
  return ["ASC", "DESC"].map((order) =>
    database.prepare(`SELECT size FROM items ORDER BY pk ${order}, sk ${order} LIMIT 1`),
  );
};
