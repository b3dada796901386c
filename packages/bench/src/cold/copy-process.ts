import { ensureTable, loadItems, openSqliteTable } from "#bench/lectern/table.ts";
import { answerQuestions } from "#bench/processes/worker.ts";

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
