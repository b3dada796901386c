import type { Total } from "#lib/statistics/totals.ts";
import { any, atMost, below, isNew } from "#lib/store/port/table-store.ts";
import { conditionHolds } from "./condition-errors.ts";
import { itemsAtOnce, putItem, queryItems, queryPages } from "./items.ts";
import type { StoredItems } from "./stored-items.ts";
import { keys } from "./table.ts";
import { tableStore } from "./table-store.ts";

/** The place of a day's totals: one run of a process, which may have several parts. */
export interface TotalsPlace {
  readonly day: string;
  readonly run: string;
  readonly part: number;
}

/**
 * Stores the totals of a place instead of those before, unless later ones are stored: a write that is
 * repeated, or late, counts nothing twice. With the digest of the log files that they are from, they replace
 * totals of the same version, because other files may give the same.
 */
export const putTotals = (
  { day, run, part }: TotalsPlace,
  version: number,
  totals: readonly Total[],
  filesDigest?: string,
): Promise<boolean> =>
  conditionHolds(
    tableStore().write(
      putItem(
        keys.statistics(day, run, part),
        { version, totals: JSON.stringify(totals), filesDigest },
        any(isNew, (filesDigest === undefined ? below : atMost)("version", version)),
      ),
    ),
  );

/** How many totals are stored together: with the longest addresses they stay far below an item's 400 KB. */
export const totalsPerPart = 200;

type StoredPart = Pick<StoredItems["statistics"], "version" | "filesDigest">;

/** The parts that a run has stored of a day, without their totals. One request. */
export const storedParts = async (day: string, run: string): Promise<ReadonlyMap<number, StoredPart>> => {
  const { pk, sk } = keys.statistics(day, run, 0);
  const prefix = sk.slice(0, sk.lastIndexOf("#") + 1);
  const items = await queryItems({ pk, prefix, attributes: ["sk", "version", "filesDigest"] });
  return new Map(items.map((item) => [Number(item.sk.slice(prefix.length)), item]));
};

/** The stored totals of the days after this one, each with its day, in the days' order. */
export async function* readTotals(
  after: string,
): AsyncGenerator<{ readonly day: string; readonly totals: readonly Total[] }> {
  const { pk } = keys.statistics("", "", 0);
  // Begins behind all items of the day, whose keys go on with `#`.
  for await (const { items } of queryPages({ pk, after: `${after}~`, limit: itemsAtOnce }))
    for (const { sk, totals } of items) {
      const [day = ""] = sk.split("#");
      yield { day, totals: JSON.parse(totals) as Total[] };
    }
}
