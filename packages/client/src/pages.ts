import type { Connection } from "./connection.ts";
import type { PartsOf, Schemas } from "./operations.ts";
import { Refusal } from "./refusal.ts";

/** A public page, with the fields that were asked for. */
export type Page = Schemas["Page"];

export type PageQuery = NonNullable<PartsOf<"/api/cms/pages/{id}/", "get">["query"]>;

/** What narrows a list of pages; the list itself turns its pages. */
export type PagesQuery = Omit<
  NonNullable<PartsOf<"/api/cms/pages/", "get">["query"]>,
  "limit" | "offset" | "page" | "pageSize"
>;

/** The most items that a list shows at once. */
const pageSize = 200;

export async function* readPages(
  { request }: Connection,
  query: PagesQuery = {},
): AsyncGenerator<Page, void, undefined> {
  for (let offset = 0; ; ) {
    const { results, next } = await request("get", "/api/cms/pages/", {
      query: { ...query, limit: pageSize, offset },
    });
    yield* results;
    if (next === null) return;
    offset += results.length;
  }
}

export const readPage = async (
  { request }: Connection,
  id: number,
  query: PageQuery = {},
): Promise<Page | undefined> => {
  try {
    return await request("get", "/api/cms/pages/{id}/", { params: { id }, query });
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined;
    throw error;
  }
};
