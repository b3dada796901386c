import { equal } from "#lib/store/port/table-store.ts";
import { commitDecision } from "./commit.ts";
import { getItem, updateItem } from "./items.ts";
import { siteVersionOf } from "./site.ts";
import { keys } from "./table.ts";
import { formatOf, tableFormat } from "./table-format.ts";

/**
 * Raises the table's format to this program's, before it writes in the new form. The site gets a new version
 * with it, so that programs of a lower format read the item, notice and stop. One request if nothing is to
 * do.
 */
export const raiseFormat = (to: number = tableFormat): Promise<void> =>
  commitDecision(async () => {
    const item = await getItem(keys.siteVersion());
    const version = siteVersionOf(item);
    // A table without a site gets the format with its first one.
    if (version === 0 || formatOf(item) >= to) return { writes: [], value: undefined };
    const next = version + 1;
    return {
      writes: [
        updateItem(keys.siteVersion(), { set: { format: to, version: next } }, equal("version", version)),
      ],
      change: { kind: "site", version: next, alters: {} },
      value: undefined,
    };
  });
