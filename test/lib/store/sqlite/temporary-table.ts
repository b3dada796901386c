import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteTable } from "#lib/store/sqlite/sqlite-table.ts";

/** A table in a file of its own. Disposing of it removes the file. */
export const temporaryTable = async () => {
  await using made = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "lectern-table-test-"));
  made.defer(() => rm(folder, { recursive: true }));
  const file = join(folder, "table.sqlite");
  const table = await openSqliteTable(file, { create: true });
  made.defer(table.close);
  const kept = made.move();
  return { ...table, file, folder, dispose: () => kept.disposeAsync() };
};
