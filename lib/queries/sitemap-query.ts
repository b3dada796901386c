import { integerFrom } from "./parameter-values.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

export interface SitemapQuery {
  /** The number of a part, from 1; null for the whole, or the index of its parts. */
  readonly part: number | null;
}

/** The query of the sitemap. What is no number counts as a part that does not exist. */
export const sitemapQuery: QueryDeclaration<SitemapQuery> = {
  parameters: {
    part: { description: "A part of a sitemap that has several, as its index names them.", type: "integer" },
  },
  parse: (params) => {
    const part = params.get("part");
    return { part: part === null ? null : (integerFrom(part) ?? 0) };
  },
};
