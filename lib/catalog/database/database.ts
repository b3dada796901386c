import { hash } from "node:crypto";
import { rmSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

const pragmas = `
  pragma journal_mode = memory;
  pragma synchronous = off;
  pragma locking_mode = exclusive;
  pragma temp_store = memory;
  pragma cache_size = -16384;`;

/**
 * A SQLite database of this process's own, in a file or, for `:memory:`, in memory. It holds a cache, so
 * nothing is done for its safety; but it notices when somebody else lays hands on its file.
 */
export class CacheDatabase extends DatabaseSync {
  readonly #file: string;
  readonly #identity: string | undefined;
  #lastWriting: string | undefined;
  #problem: string | undefined;

  constructor(file: string) {
    super(file);
    this.#file = file;
    const found = lookAt(file);
    this.#identity = found?.identity;
    this.#lastWriting = found?.writing;
    this.exec(pragmas);
  }

  /**
   * Runs statements, which may write; a prepared one that writes outside of a transaction begun here makes
   * the file count as changed.
   */
  override exec(statements: string): void {
    if (!this.isTransaction) this.#problem = this.problem;
    super.exec(statements);
    this.#lastWriting = lookAt(this.#file)?.writing;
  }

  /** What the work with the database gives. After an error, `problem` says that the file cannot be read. */
  attempt<Value>(work: () => Value): Value {
    try {
      return work();
    } catch (error) {
      this.#problem ??= "unreadable";
      throw error;
    }
  }

  /**
   * Why the database is to be made anew, as a word for its file: `gone`, `changed` or `unreadable`. Some
   * microseconds.
   */
  get problem(): string | undefined {
    if (this.#problem) return this.#problem;
    const found = lookAt(this.#file);
    if (!found) return this.#identity && "gone";
    return found.identity === this.#identity && found.writing === this.#lastWriting ? undefined : "changed";
  }
}

/** What tells a file from any other, and from itself with another content; undefined where there is none. */
const lookAt = (file: string) => {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && { identity: `${found.dev} ${found.ino}`, writing: `${found.size} ${found.mtimeNs}` };
};

/** An empty database: in a new file in place of any that bears the name, or in memory, for `:memory:`. */
export const openDatabase = (file: string): CacheDatabase => {
  if (file !== ":memory:") rmSync(file, { force: true });
  return new CacheDatabase(file);
};

/** A digest of a database's tables. */
export const formOf = (database: CacheDatabase): string => {
  const tables = database.prepare("select sql from sqlite_schema where sql is not null").all();
  return hash("sha256", JSON.stringify(tables));
};

/** A sentence for each damage that SQLite finds in a database's file, a hundred at most. Reads all of it. */
export const damageOf = (database: CacheDatabase): readonly string[] =>
  database
    .prepare("pragma integrity_check")
    .all()
    .map((row) => String(row.integrity_check))
    .filter((line) => line !== "ok")
    .map((line) => `the file is damaged: ${line}`);

/** Does all that the function writes, or throws what it throws and has written nothing. */
export const writeWhole = (database: CacheDatabase, write: () => void): void =>
  database.attempt(() => {
    database.exec("begin");
    try {
      write();
      database.exec("commit");
    } catch (error) {
      // Where the disk is full, SQLite has taken the transaction back already.
      if (database.isTransaction) database.exec("rollback");
      throw error;
    }
  });

/**
 * The ids that a query gives in its column `id`, in its order. One JSON array is the fastest way to move many
 * values out of SQLite.
 */
export const idsFrom = (
  database: CacheDatabase,
  query: string,
  values: readonly (string | number)[],
): number[] => {
  const select = `select json_group_array(id) as ids from (${query})`;
  const row = database.attempt(() => database.prepare(select).get(...values));
  return JSON.parse(row?.ids as string) as number[];
};
