import { join } from "node:path";
import { tableName } from "#lib/settings/database.ts";
import type { TableStore } from "#lib/store/port/table-store.ts";
import { openSqliteTable, type SqliteTable } from "#lib/store/sqlite/sqlite-table.ts";
import { askingTable } from "./asking-table.ts";
import { checkRights } from "./enforced-rights.ts";
import { openedTables } from "./opened-tables.ts";

export const tableFileOf = (name: string): string => join(process.env.TABLES_FOLDER!, `${name}.sqlite`);

const tables = new Map<string, Promise<SqliteTable>>();

/** Opens the table that TABLE_NAME names at the moment, and makes it if there is none with `create`. */
export const openNamedTable = async (options: { readonly create?: boolean } = {}): Promise<TableStore> => {
  const name = tableName();
  const opening = tables.get(name) ?? openSqliteTable(tableFileOf(name), options);
  tables.set(name, opening);
  try {
    const table = await opening;
    openedTables().add(table);
    return table.store;
  } catch (error) {
    tables.delete(name);
    throw error;
  }
};

/** That which TABLE_NAME names at the moment, with the rights of a function's role while one runs. */
export const tableOfFile: TableStore = askingTable(
  {
    get: async (...asked) => (await openNamedTable()).get(...asked),
    getMany: async (keys) => (await openNamedTable()).getMany(keys),
    async *query(asked) {
      yield* (await openNamedTable()).query(asked);
    },
    write: async (write) => (await openNamedTable()).write(write),
    transact: async (writes) => (await openNamedTable()).transact(writes),
    async *scan() {
      yield* (await openNamedTable()).scan();
    },
    async *expired(atSeconds) {
      yield* (await openNamedTable()).expired(atSeconds);
    },
  },
  checkRights,
);
