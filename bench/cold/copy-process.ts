import { answerQuestions } from "#bench/processes/worker.ts";
import { loadItems } from "#lib/store/load-items.ts";
import { openSqliteTable } from "#lib/store/sqlite/sqlite-table.ts";
import { ensureTable } from "#local/table.ts";

/** A table in a file, to be copied to the engine of this process. */
export interface TableCopy {
  readonly tableFile: string;
}

answerQuestions(async ({ tableFile }: TableCopy) => {
  await ensureTable();
  const { store, close } = await openSqliteTable(tableFile);
  for await (const { items } of store.scan()) await loadItems(items.map((put) => ({ put })));
  await close();
  return {};
});
