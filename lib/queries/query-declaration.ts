import type { PostFilterName } from "./post-filter-names.ts";

/** A parameter of a query, as the API's description shows it. */
interface QueryParameter {
  readonly description: string;
  readonly type?: "string" | "integer" | "boolean";
  readonly required?: boolean;
  readonly repeatable?: boolean;
}

/** What a query's meaning depends on besides its parameters. */
export interface QueryContext {
  /** The enhanced filters that are active on the site. */
  readonly postFilters: () => ReadonlySet<PostFilterName>;
}

/**
 * The query of a route: the parameters that it documents, and the parser, which reads these and no others. A
 * parser refuses what the contract says that it refuses, and otherwise gives the query as the handler wants
 * it.
 */
export interface QueryDeclaration<Query> {
  readonly parameters: Readonly<Record<string, QueryParameter>>;
  readonly parse: (params: URLSearchParams, context: QueryContext) => Query;
}

/** The query of routes that take no parameters: whatever is sent is ignored. */
export const noQuery: QueryDeclaration<undefined> = { parameters: {}, parse: () => undefined };

/** A parameter that routes with JSON take. It is looked at with `Accept`, before the query is parsed. */
export const formatParameter = { description: "`json`." } as const;
