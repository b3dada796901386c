import { hash } from "node:crypto";
import { rmSync, statSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { cached } from "#lib/cached.ts";

const pragmas = `
  pragma journal_mode = memory;
  pragma synchronous = off;
  pragma locking_mode = exclusive;
  pragma temp_store = memory;
  pragma cache_size = -16384;`;

const maxStatements = 100;

/** An SQLite database of this process only: a cache, not crash-safe, that notices changes by others. */
export class CacheDatabase extends DatabaseSync {
  readonly #file: string;
  readonly #identity: string | undefined;
  #lastWriting: string | undefined;
  #problem: string | undefined;
  readonly #statements = new Map<string, StatementSync>();

  constructor(file: string) {
    super(file);
    this.#file = file;
    const found = fileState(file);
    this.#identity = found?.identity;
    this.#lastWriting = found?.writing;
    this.exec(pragmas);
  }

  /** Runs statements that may write; writes of prepared statements need a transaction begun here. */
  override exec(statements: string): void {
    if (!this.isTransaction) this.#problem = this.problem;
    super.exec(statements);
    this.#lastWriting = fileState(this.#file)?.writing;
  }

  /** The statement, compiled once and kept. */
  prepared(statement: string): StatementSync {
    return cached(this.#statements, maxStatements, statement, () => this.prepare(statement));
  }

  /** Runs work on the database. If it throws, `problem` is `unreadable` from then on. */
  attempt<Value>(work: () => Value): Value {
    try {
      return work();
    } catch (error) {
      this.#problem ??= "unreadable";
      throw error;
    }
  }

  /** Why the database must be made again: its file is `gone`, `changed` or `unreadable`. */
  get problem(): string | undefined {
    if (this.#problem) return this.#problem;
    const found = fileState(this.#file);
    if (!found) return this.#identity && "gone";
    return found.identity === this.#identity && found.writing === this.#lastWriting ? undefined : "changed";
  }
}

/** Identifies a file and its present content; undefined if there is none. */
const fileState = (file: string) => {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && { identity: `${found.dev} ${found.ino}`, writing: `${found.size} ${found.mtimeNs}` };
};

/** An empty database: in a new file that replaces any of this name, or in memory for `:memory:`. */
export const openDatabase = (file: string): CacheDatabase => {
  if (file !== ":memory:") rmSync(file, { force: true });
  return new CacheDatabase(file);
};

/** A digest of the table definitions by name: copies have them in another order. */
export const formOf = (database: CacheDatabase): string => {
  const tables = database.prepare("select sql from sqlite_schema where sql is not null order by name").all();
  return hash("sha256", JSON.stringify(tables));
};

/** The damage that SQLite finds in the file, at most a hundred sentences. Reads the whole file. */
export const damageOf = (database: CacheDatabase): readonly string[] =>
  database
    .prepare("pragma integrity_check")
    .all()
    .map((row) => String(row.integrity_check))
    .filter((line) => line !== "ok")
    .map((line) => `the file is damaged: ${line}`);

/** Runs `write` in one transaction: if it throws, nothing is written. */
export const writeWhole = (database: CacheDatabase, write: () => void): void =>
  database.attempt(() => {
    database.exec("begin");
    try {
      write();
      database.exec("commit");
    } catch (error) {
      // On a full disk, SQLite has already rolled the transaction back.
      if (database.isTransaction) database.exec("rollback");
      throw error;
    }
  });

/** The column `id` of a query's rows. One JSON array is the fastest way to get many values out of SQLite. */
export const idsFrom = (
  database: CacheDatabase,
  query: string,
  values: readonly (string | number)[],
): number[] => {
  const select = `select json_group_array(id) as ids from (${query})`;
  const row = database.attempt(() => database.prepared(select).get(...values));
  return JSON.parse(row?.ids as string) as number[];
};

/** How many values are cached between reads, about two kilobytes each. */
const maxCachedValues = 1_000;

/** The values of a JSON column, cached: finding and parsing twenty is a third of a list's cost. */
export class JsonColumn<Value extends { readonly id: number }> {
  readonly #read = new Map<number, Value>();
  readonly #database: CacheDatabase;
  readonly #find: StatementSync;

  constructor(database: CacheDatabase, table: string, column: string) {
    this.#database = database;
    this.#find = database.prepare(
      `select ${column} as json from json_each(?) as ids cross join ${table} on ${table}.id = ids.value
        where ${column} is not null order by ids.key`,
    );
  }

  /** The values with these ids, in their order; missing ones are left out. Callers share the objects. */
  values(ids: Iterable<number>): Value[] {
    const requested = [...ids];
    const unread = requested.filter((id) => !this.#read.has(id));
    for (const value of unread.length > 0 ? this.#stored(unread) : []) this.#read.set(value.id, value);
    const values = requested.flatMap((id) => this.#read.get(id) ?? []);
    if (this.#read.size > maxCachedValues) this.#read.clear();
    return values;
  }

  forget(id: number): void {
    this.#read.delete(id);
  }

  #stored(ids: readonly number[]): Value[] {
    const rows = this.#database.attempt(() => this.#find.all(JSON.stringify(ids)));
    return rows.map((row) => JSON.parse(row.json as string) as Value);
  }
}

/** Gives objects numbers, which stand for them in cache keys. */
export class ObjectNumbers {
  readonly #numbers = new WeakMap<object, number>();
  #last = 0;

  of(object: object): number {
    const known = this.#numbers.get(object);
    if (known !== undefined) return known;
    this.#numbers.set(object, ++this.#last);
    return this.#last;
  }
}
