import { dynamoTable } from "#lib/store/dynamo/dynamo-table.ts";
import type { TableStore } from "#lib/store/port/table-store.ts";
import { commitScope, isDryRun } from "./commit-scope.ts";
import { explained, requireDatabaseFiles } from "./database-files.ts";

let given: TableStore | undefined;

/** Sets the table that the process uses, by default that of DynamoDB. Gives a function that ends this. */
export const useTableStore = (store?: TableStore): (() => void) => {
  const before = given;
  given = store;
  return () => {
    given = before;
  };
};

/** True if the process uses a table that somebody has given it. */
export const hasTableStore = (): boolean => given !== undefined;

/** The table that this process works on. */
export const tableStore = (): TableStore => guardedTable;

/** The table itself, below what decisions of the request hold back. */
export const storedTable = (): TableStore => given ?? dynamoTable;

const stored = (): TableStore => commitScope()?.joint?.table ?? storedTable();

/** Writes nothing in a dry run, nor to files that are gone. */
const whileWritable = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  if (isDryRun()) throw new Error("A dry run writes.");
  requireDatabaseFiles();
  const result = await withCause(work);
  // A write to a file that is gone by now is not acknowledged.
  requireDatabaseFiles();
  return result;
};

const withCause = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw await explained(error);
  }
};

async function* pagesWithCause<Page>(pages: AsyncGenerator<Page>): AsyncGenerator<Page> {
  try {
    yield* pages;
  } catch (error) {
    throw await explained(error);
  }
}

const guardedTable: TableStore = {
  get: (...args) => withCause(() => stored().get(...args)),
  getMany: (keys) => withCause(() => stored().getMany(keys)),
  query: (query) => pagesWithCause(stored().query(query)),
  write: (write) => whileWritable(() => stored().write(write)),
  transact: (writes) => whileWritable(() => stored().transact(writes)),
  scan: () => pagesWithCause(stored().scan()),
  expired: (atSeconds) => pagesWithCause(stored().expired(atSeconds)),
};
