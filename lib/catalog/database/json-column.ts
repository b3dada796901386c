import type { StatementSync } from "node:sqlite";
import type { CacheDatabase } from "./database.ts";

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
