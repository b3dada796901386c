import { EngineFault } from "#lib/refusals/engine-fault.ts";
import type { StoredItems } from "./stored-items.ts";
import { keys, tableDescription } from "./table.ts";
import { tableStore } from "./table-store.ts";

/**
 * The format of the table that this program writes. It must not touch a table of a higher one. The number
 * grows only with changes that the release before could not work with (docs/upgrading.md#the-rule).
 */
export const tableFormat = 1;

/**
 * The table has a newer format. As with a fault of the engine, this error says nothing about what is stored.
 */
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

/** Throws {@link NewerFormat} for a format that this program does not know. */
export const requireKnownFormat = (item: Pick<StoredItems["siteVersion"], "format"> | undefined): void => {
  const format = formatOf(item);
  if (format > tableFormat) throw new NewerFormat(format);
};

/** The attributes that tell the format. */
export const formatAttributes: readonly string[] = [
  tableDescription.partitionKey,
  tableDescription.sortKey,
  "format",
];

/**
 * The table's format, also one that this program does not know, for callers who may read no more of the
 * table.
 */
export const readFormat = async (): Promise<number> =>
  formatOf(await tableStore().get(keys.siteVersion(), formatAttributes));
