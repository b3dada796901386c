import type { PageListQuery } from "#lib/discovery/page-query.ts";
import { type ListAddress, listEnvelope } from "./list-envelope.ts";

/** A list of the page-content API in its envelope, with links in the style of the request (decisions §3 "Lists"). A random order has no neighbours. */
export const pageListEnvelope = <Item>(
  results: readonly Item[],
  count: number,
  { window, order }: Pick<PageListQuery, "window" | "order">,
  address: ListAddress,
) => ({
  ...listEnvelope(results, count, window, address),
  ...(order === "random" ? { next: null, previous: null } : {}),
  meta: { total_count: count },
});
