import type { Connection } from "./connection.ts";
import type { PartsOf } from "./operations.ts";
import { Refusal, Unreachable } from "./refusal.ts";
import type { ListedPage, Page, SinglePage } from "./shown-page.ts";

export type PageQuery = NonNullable<PartsOf<"/api/cms/pages/{id}/", "get">["query"]>;

/** The parameters that narrow a list of pages; the list itself turns its pages. */
export type PagesQuery = Omit<
  NonNullable<PartsOf<"/api/cms/pages/", "get">["query"]>,
  "limit" | "offset" | "page" | "pageSize"
>;

/** The most items that a list shows at once. */
const pageSize = 200;

export async function* readPages<const Query extends PagesQuery>(
  { request }: Connection,
  query?: Query,
): AsyncGenerator<ListedPage<Query>, void, undefined> {
  for (let offset = 0; ; ) {
    const { results, next } = await request("get", "/api/cms/pages/", {
      query: { ...query, limit: pageSize, offset },
    });
    if (!Array.isArray(results)) throw notLectern();
    // Which fields an answer has, only its query says.
    yield* results as readonly Page[] as readonly ListedPage<Query>[];
    if (next === null) return;
    offset += results.length;
  }
}

export const readPage = async <const Query extends PageQuery>(
  { request }: Connection,
  id: number,
  query?: Query,
): Promise<SinglePage<Query> | undefined> => {
  try {
    const page: Page = await request("get", "/api/cms/pages/{id}/", { params: { id }, query: { ...query } });
    return page as SinglePage<Query>;
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
