import { clock } from "#lib/clock.ts";
import { mediaKinds } from "#lib/media/media.ts";
import type { Change, DrawnNumber, LogName, NumberedChange } from "#lib/pages/change.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { isNew, type Write } from "#lib/store/port/table-store.ts";
import { getItem, getItems, itemsAtOnce, putItem, queryItems, queryPages } from "./items.ts";
import { latestTimeMs } from "./log-time.ts";
import { keys, padded, type StoredItem } from "./table.ts";

/**
 * How long an entry of the change log is kept: longer than a cursor is valid (contract#change-cursors), by
 * the three days for which the sequences may learn no time (log-time.ts).
 */
export const changeRetentionMs = 12 * 24 * 3_600_000;

/** A number missing for so long never appears: a writer takes 5 s to send and 13 s to retry, at most. */
export const abandonedAfterMs = 30_000;

/**
 * The change as a log entry, if its number is unused. JSON takes a third of the CPU of a map. It expires by
 * the latest time that the log knows, because the clock may have been put back.
 */
export const putChange = ({ number, mark }: DrawnNumber, change: Change, log: LogName = "CHANGES") =>
  putItem(
    keys.change(number, log),
    {
      mark,
      change: JSON.stringify(change),
      writtenAtMs: clock.nowMs(),
      expires_at: Math.floor((latestTimeMs() + changeRetentionMs) / 1000),
    },
    isNew,
  );

const numberedChange = (item: StoredItem<"change">): NumberedChange => ({
  number: Number(item.sk),
  mark: item.mark,
  change: JSON.parse(item.change) as Change,
  writtenAtMs: item.writtenAtMs,
  expiresAtMs: item.expires_at * 1000,
});

const partitionOf = (log: LogName) => keys.change(0, log).pk;

/** The changes above a number, in the order of their numbers. One read unit when there are none. */
export const changesAfter = async (number: number, log: LogName = "CHANGES"): Promise<NumberedChange[]> => {
  const after = padded(number);
  return (await queryItems({ pk: partitionOf(log), after })).map(numberedChange);
};

/** The first changes above a number. One request per megabyte. */
export const firstChangesAfter = async (number: number, limit: number): Promise<NumberedChange[]> =>
  (await queryItems({ pk: partitionOf("CHANGES"), after: padded(number), limit }))
    .slice(0, limit)
    .map(numberedChange);

/** The changes above a number, and whether the log has this number with this mark. One read unit if none. */
export const changesSince = async (
  { number, mark }: { readonly number: number; readonly mark: string },
  log: LogName = "CHANGES",
): Promise<{ readonly changes: NumberedChange[]; readonly hasAnchor: boolean }> => {
  const after = padded(number - 1);
  const changes: NumberedChange[] = [];
  let hasAnchor = false;
  for await (const { items, omitted } of queryPages({
    pk: partitionOf(log),
    after,
    without: { attribute: "mark", value: mark },
  })) {
    changes.push(...items.map(numberedChange).filter((change) => change.number > number));
    hasAnchor ||= omitted > 0;
  }
  return { changes, hasAnchor };
};

/** Those of the numbered changes that have appeared. One request per 100. */
export const changesAt = async (
  numbers: readonly number[],
  log: LogName = "CHANGES",
): Promise<NumberedChange[]> => {
  const items = await getItems(numbers.map((number) => keys.change(number, log)));
  return items.filter((item) => item !== undefined).map(numberedChange);
};

/** The changes from the newest backwards, up to 200 at a time. */
export async function* changesBackwards(log: LogName = "CHANGES"): AsyncGenerator<NumberedChange[]> {
  for await (const { items } of queryPages({ pk: partitionOf(log), backwards: true, limit: 200 }))
    yield items.map(numberedChange);
}

/** The last drawn number, which is the highest; 0 before the first. One request. */
export const lastDrawnChange = async (): Promise<DrawnNumber> => {
  const { value, mark } = (await getItem(keys.sequence("CHANGES"))) ?? {};
  return { number: value ?? 0, mark };
};

/** The last number of the log of edits, which has the numbers of revisions. */
export const lastDrawnEdit = async (): Promise<DrawnNumber> => {
  const { revision = 0 } = (await getItem(keys.sequence("IDS"))) ?? {};
  return { number: revision, mark: undefined };
};

/** How many pages and media objects there have ever been, at least as many as now. One request. */
export const countDrawnObjects = async (): Promise<number> => {
  const drawn = await getItem(keys.sequence("IDS"));
  return ["page", ...mediaKinds].reduce((sum, name) => sum + Number(drawn?.[name] ?? 0), 0);
};

/** Every listing, in no promised order, up to a megabyte at a time. */
export async function* allListings(): AsyncGenerator<Listing[]> {
  for await (const { items } of queryPages({ pk: keys.listing(0).pk, limit: itemsAtOnce }))
    yield items.map(({ listing }) => JSON.parse(listing) as Listing);
}

/** Writes a page's listing. It needs the page row's condition in the same transaction. */
export const putListing = (listing: Listing): Write =>
  putItem(keys.listing(listing.id), { listing: JSON.stringify(listing) });

export const deleteListing = (pageId: number): Write => ({
  delete: keys.listing(pageId),
});
