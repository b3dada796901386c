import { closeSync, openSync, readSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/** Says whether the database of an engine has changed. Each number is undefined if it cannot be read now. */
export interface DatabaseChanges {
  /** Another number after each commit by another connection. In 3 µs. */
  readonly version: () => number | undefined;
  /** How many transactions have been committed, from any number on, modulo 2³². In 2 µs. */
  readonly commits: () => number | undefined;
  readonly close: () => void;
}

/**
 * Undefined if the file cannot be read here. Source: SQLite, "Pragma statements", `data_version`, and
 * "WAL-mode File Format", `iChange`. No other code of this process may open the file: closing it would end
 * the locks of this connection (SQLite, "How To Corrupt An SQLite Database File", 2.2).
 */
export const changesOf = (databaseFile: string): DatabaseChanges | undefined =>
  ifReadable(() => {
    const database = new DatabaseSync(databaseFile, { readOnly: true });
    const statement = database.prepare("PRAGMA data_version");
    // SQLite makes the file of the index with the first read.
    const version = () => ifReadable(() => statement.get()?.data_version as number);
    version();
    const index = isCoherent ? ifReadable(() => openSync(`${databaseFile}-shm`, "r")) : undefined;
    // In this order: what closes the file ends the locks of all connections of this process on it.
    const close = () => {
      database.close();
      if (index !== undefined) closeSync(index);
    };
    const commits = () => (index === undefined ? undefined : ifReadable(() => commitsIn(index)));
    return { version, commits, close };
  });

/** On Windows, what others have written to a mapped file need not be what is read from the file. */
const isCoherent = process.platform !== "win32";

/** The place of the number in the index, in the byte order of the machine. */
const commitsAt = 8;

const commitsIn = (index: number): number | undefined => {
  const number = new Uint32Array(1);
  return readSync(index, number, { position: commitsAt }) === number.byteLength ? number[0] : undefined;
};

const ifReadable = <Value>(read: () => Value): Value | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};
