import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { certain } from "#lib/certain.ts";
import { requireWritable } from "./require-writable.ts";

/** A file that this program cannot use, and why. The message is for operators. */
export class WrongDatabase extends Error {
  override readonly name: string = "WrongDatabase";
}

/** A file whose layout only a later version knows. */
export class NewerDatabase extends WrongDatabase {
  override readonly name = "NewerDatabase";
}

/** How long opening waits for a program that closes the file, in milliseconds. */
const openTimeoutMs = 5_000;

/**
 * Opens a connection to a database of items; with `create`, makes the database if there is none. Throws
 * {@link WrongDatabase}, or SQLite's error. Nothing in this process may open the file but SQLite: closing it
 * would end the locks of its connections (SQLite, "How To Corrupt An SQLite Database File", 2.2).
 */
export const openTableFile = (file: string, { create = false } = {}): DatabaseSync => {
  if (!create && !existsSync(file)) throw new WrongDatabase(`${file} is not there.`);
  for (const ending of ["", "-wal", "-shm", "-turn"]) requireWritable(file + ending);
  const database = new DatabaseSync(file, { timeout: openTimeoutMs });
  try {
    prepareDatabase(database, file, create);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

/** SQLite does not wait for the disk; write-log.ts does. */
const settings = "PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -1000";

const prepareDatabase = (database: DatabaseSync, file: string, create: boolean): void => {
  if (create && isEmpty(database)) createSchema(database);
  const [id, version] = ["application_id", "user_version"].map((name) => numberFrom(database, name));
  if (id !== applicationId) throw new WrongDatabase(`${file} is no database of Lectern's.`);
  if (certain(version) > layout)
    throw new NewerDatabase(
      `${file} has layout ${version}, and this version of Lectern knows up to ${layout}; use the version that wrote it.`,
    );
  database.exec(`PRAGMA journal_mode = WAL; ${settings}; PRAGMA busy_timeout = 0`);
  // This read makes SQLite open the log.
  isEmpty(database);
};

const isEmpty = (database: DatabaseSync): boolean =>
  database.prepare("SELECT 1 FROM sqlite_schema").get() === undefined &&
  numberFrom(database, "application_id") === 0;

/** Makes the tables in one transaction, so that a killed process leaves an empty database. */
const createSchema = (database: DatabaseSync): void => {
  database.exec("PRAGMA journal_mode = WAL; BEGIN IMMEDIATE");
  if (isEmpty(database)) database.exec(schema);
  database.exec("COMMIT");
};

const numberFrom = (database: DatabaseSync, pragma: string): number =>
  Number(certain(database.prepare(`PRAGMA ${pragma}`).get())[pragma]);

/** Identifies the file in its head, for `file` and SQLite's own tools: "Lctn". */
const applicationId = 0x4c63746e;

/** The layout that this program writes; a file of a later one is refused. */
const layout = 1;

/**
 * The tables have the row numbers of SQLite, instead of `WITHOUT ROWID`. So the index of the keys has no
 * items in it, which each search would have to pass (decision 131).
 */
export const schema = `
  CREATE TABLE items (
    pk TEXT NOT NULL,
    sk TEXT NOT NULL,
    size INTEGER NOT NULL,
    expires_at INTEGER,
    item TEXT NOT NULL,
    PRIMARY KEY (pk, sk)
  );
  CREATE INDEX expiring ON items (expires_at) WHERE expires_at IS NOT NULL;
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${layout};`;
