import type { OrderKey } from "#lib/queries/order.ts";
import type { Window } from "#lib/queries/pagination.ts";
import { type ListAddress, listEnvelope } from "./list-envelope.ts";

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
