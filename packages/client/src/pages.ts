import type { Connection } from "./connection.ts";
import type { PartsOf, Schemas } from "./operations.ts";
import { Refusal, Unreachable } from "./refusal.ts";

/** A public page, with the fields that were asked for. */
export type Page = Schemas["Page"];

export type PageQuery = NonNullable<PartsOf<"/api/cms/pages/{id}/", "get">["query"]>;

/** The parameters that narrow a list of pages; the list itself turns its pages. */
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
    if (!Array.isArray(results)) throw notLectern();
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
    if (isMissingPage(error)) return undefined;
    throw error;
  }
};

/** The service's own 404, which says it in two fields; that of another program would empty a copy. */
const isMissingPage = (error: unknown): boolean => {
  if (!(error instanceof Refusal) || error.status !== 404) return false;
  const { message, detail } = error.body as Readonly<Record<string, unknown>>;
  return typeof message === "string" && message === detail;
};

export const notLectern = (): Unreachable =>
  new Unreachable("What answers at the service's address is JSON, and not Lectern's.");
