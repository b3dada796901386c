import type { Route } from "#lib/routes/route.ts";
import type { Client } from "./client.ts";

/** The most items that a list has on a page. */
export const itemsPerRequest = 200;

/** Reads all items of a list, page by page. */
export const everyItem = async <Params extends string, Item>(
  client: Client,
  route: Route<Params, undefined, { readonly results: Item[]; readonly next: string | null }>,
  {
    params,
    query,
  }: {
    readonly params?: Readonly<Record<Params, number>>;
    readonly query?: Readonly<Record<string, string | number | readonly string[]>>;
  } = {},
): Promise<Item[]> => {
  const items: Item[] = [];
  for (let page = 1; ; page++) {
    const asked = { ...query, page, pageSize: itemsPerRequest };
    const { results, next } = await client(route, { ...(params && { params }), query: asked });
    items.push(...results);
    if (next === null) return items;
  }
};
