import { keys } from "./table.ts";
import { formatAttributes, formatOf } from "./table-format.ts";
import { tableStore } from "./table-store.ts";

/** The table's format, whatever this program knows, for callers who may read no more of the table. */
export const readFormat = async (): Promise<number> =>
  formatOf(await tableStore().get(keys.siteVersion(), formatAttributes));
