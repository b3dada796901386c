import type { PostFilterName } from "./post-filter-names.ts";

export interface QueryParameter {
  readonly description: string;
  readonly type?: "string" | "integer" | "boolean";
  readonly required?: boolean;
  readonly repeatable?: boolean;
}

/** The context that a query's meaning depends on, besides its parameters. */
export interface QueryContext {
  /** The enhanced filters that are active on the site. */
  readonly postFilters: () => ReadonlySet<PostFilterName>;
}

/** The query of a route: its parameters, and a parser that reads only these. */
export interface QueryDeclaration<Query> {
  readonly parameters: Readonly<Record<string, QueryParameter>>;
  readonly parse: (params: URLSearchParams, context: QueryContext) => Query;
}

/** The query of routes without parameters, which ignores whatever is sent. */
export const noQuery: QueryDeclaration<undefined> = { parameters: {}, parse: () => undefined };

/** Checked together with `Accept`, before the query is parsed. */
export const formatParameter = { description: "`json`." } as const;
