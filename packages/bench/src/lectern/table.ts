/** The table: its port, the file that has it, and what an engine can say. */
export { EngineFault } from "../../../../lib/refusals/engine-fault.ts";
export { TransactionCanceledException } from "../../../../lib/store/condition-errors.ts";
export type { TableOperation } from "../../../../lib/store/dynamo/signed-exchange.ts";
export type { TableStore, Write } from "../../../../lib/store/port/table-store.ts";
export { isNew } from "../../../../lib/store/port/table-store.ts";
export { openSqliteTable } from "../../../../lib/store/sqlite/sqlite-table.ts";
export { type Key, keyText } from "../../../../lib/store/table.ts";
export { useTableStore } from "../../../../lib/store/table-store.ts";
export { loadItems } from "../../../../lib/store/whole-table.ts";
export { ensureTable } from "../../../../local/table.ts";
export { openTableOfEnvironment } from "../../../../local/table-of-environment.ts";
