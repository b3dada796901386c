import type { PageListQuery } from "#lib/discovery/page-query.ts";
import { linksAround } from "#lib/discovery/pagination.ts";

/** Where a list was asked for. */
export interface ListAddress {
  readonly origin: string;
  readonly path: string;
  readonly query: URLSearchParams;
}

/** A list of pages in its envelope, with the links in the style of the request (decisions §3 "Lists"). A random order has no neighbours. */
export const pageListEnvelope = <Item>(
  results: readonly Item[],
  count: number,
  { window, order }: PageListQuery,
  { origin, path, query }: ListAddress,
) => {
  const links =
    order === "random"
      ? { next: null, previous: null }
      : linksAround(window, count, `${origin}${path}`, query);
  return { count, ...links, results: [...results], meta: { total_count: count } };
};
