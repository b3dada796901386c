import { access } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { expect, test, vi } from "vitest";
import { EngineFault } from "#lib/refusals/engine-fault.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { holdSyncs } from "./held-syncs.ts";
import { temporaryDataTable } from "./temporary-table.ts";

test("a disk that refuses what is written ends the service, which keeps what is in memory", async () => {
  const engine = await temporaryDataTable();
  const put = (sk: string) => tableStore().write({ put: { pk: "KEPT", sk } });
  await put("acknowledged");
  const syncs = await holdSyncs(engine.databaseFile);
  const refused = put("refused");
  await expect.poll(() => syncs.length).toBe(1);
  syncs[0]!.reject(new Error("EIO: i/o error, fdatasync"));
  await expect(refused).rejects.toThrow(EngineFault);
  expect((await engine.failed).message).toMatch(/^The disk refuses what is written to /);
  vi.restoreAllMocks();
  // The end copies the log into the database, and removes it.
  await engine.stop();
  await expect(access(`${engine.databaseFile}-wal`)).rejects.toThrow("ENOENT");
  using kept = new DatabaseSync(engine.databaseFile, { readOnly: true });
  const items = kept.prepare(`SELECT count(*) AS items FROM items WHERE pk = 'KEPT'`).get();
  expect(items).toMatchObject({ items: 2 });
  await engine.dispose();
});
