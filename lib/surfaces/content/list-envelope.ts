import { linksAround, rangeOf, type Window } from "#lib/queries/pagination.ts";
import type { OrderKey } from "#lib/queries/search-and-order.ts";

export interface ListAddress {
  readonly origin: string;
  readonly path: string;
  readonly query: URLSearchParams;
}

/** A window of a list of `count` items, with links to its neighbours (contract#pagination). */
export const listEnvelope = <Item>(
  results: readonly Item[],
  count: number,
  window: Window,
  { origin, path, query }: ListAddress,
) => ({ count, ...linksAround(window, count, `${origin}${path}`, query), results: [...results] });

/** The entries that are in a window of a list, as the items that `show` makes of them. */
export const listWindow = async <Entry, Item>(
  entries: readonly Entry[],
  window: Window,
  address: ListAddress,
  show: (shown: readonly Entry[]) => readonly Item[] | Promise<readonly Item[]>,
) => {
  const { offset, limit } = rangeOf(window, entries.length);
  return listEnvelope(await show(entries.slice(offset, offset + limit)), entries.length, window, address);
};

interface Arrangement {
  readonly window: Window;
  readonly order: string | readonly OrderKey<string>[];
}

/** A list with links in the request's style (contract#list-windows). A random order has no neighbours. */
export const pageListEnvelope = <Item>(
  results: readonly Item[],
  count: number,
  { window, order }: Arrangement,
  address: ListAddress,
) => ({
  ...listEnvelope(results, count, window, address),
  ...(order === "random" ? { next: null, previous: null } : {}),
  meta: { total_count: count },
});
