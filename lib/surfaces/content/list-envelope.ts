import { linksAround, type Window } from "#lib/queries/pagination.ts";

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
