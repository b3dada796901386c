import type { ScannedItems } from "#lib/store/port/table-store.ts";
import { tableStore } from "./table-store.ts";

/** Every item of the table, each read consistently at its own moment, a megabyte at a time. */
export const allItems = (): AsyncGenerator<ScannedItems> => tableStore().scan();
