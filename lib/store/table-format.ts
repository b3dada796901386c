import { EngineFault } from "#lib/refusals/engine-fault.ts";
import type { StoredItems } from "./stored-items.ts";
import { keys, tableDescription } from "./table.ts";
import { tableStore } from "./table-store.ts";

/**
 * The form of the table that this program writes. A table of a higher one must not be touched by it. It grows
 * only by changes that the release before could not live with (docs/upgrading.md#the-rule).
 */
export const tableFormat = 1;

/** The table is in a newer form. As with a fault of the engine, nothing may be concluded from this error. */
export class NewerFormat extends EngineFault {
  constructor(format: number) {
    super(
      `The data have format ${format}, and this version of Lectern knows up to format ${tableFormat}: use the version that wrote them, or a later one.`,
    );
  }
}

/** The format in a `SITE / VERSION` item: tables of versions that wrote none have the first. */
export const formatOf = (item: Pick<StoredItems["siteVersion"], "format"> | undefined): number =>
  item?.format ?? 1;

/** Throws {@link NewerFormat}. */
export const requireKnownFormat = (item: Pick<StoredItems["siteVersion"], "format"> | undefined): void => {
  const format = formatOf(item);
  if (format > tableFormat) throw new NewerFormat(format);
};

/** What has to be read of the item for its format. */
export const formatAttributes: readonly string[] = [
  tableDescription.partitionKey,
  tableDescription.sortKey,
  "format",
];

/** The table's format, whatever this program knows, for callers who may read no more of the table. */
export const readFormat = async (): Promise<number> =>
  formatOf(await tableStore().get(keys.siteVersion(), formatAttributes));
