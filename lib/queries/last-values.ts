/** A query's parameters by name, each with the value that counts. */
export type QueryValues = Pick<ReadonlyMap<string, string>, "get" | "has" | "keys">;

/**
 * The query as every list reads it: of a repeated parameter the last value counts, and null characters are
 * gone from values (contract#query-values).
 */
export const lastValues = (params: URLSearchParams): QueryValues => ({
  get: (name) => params.getAll(name).at(-1)?.replaceAll("\u0000", ""),
  has: (name) => params.has(name),
  keys: () => new Map(params).keys(),
});
