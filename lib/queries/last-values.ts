/** A query's parameters by name, each with the value that counts. */
export type QueryValues = ReadonlyMap<string, string>;

/**
 * The query as every list reads it: of a repeated parameter the last value counts, and null characters are
 * gone from values (contract#query-values).
 */
export const lastValues = (params: URLSearchParams): QueryValues =>
  new Map(Array.from(params, ([name, value]) => [name, value.replaceAll("\u0000", "")]));
