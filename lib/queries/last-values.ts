/** A query's parameters by name, each with the value that counts. */
export interface QueryValues {
  readonly get: (name: string) => string | undefined;
  readonly has: (name: string) => boolean;
  /** Each name once. */
  readonly keys: () => Iterable<string>;
}

/**
 * The query as every list reads it: of a repeated parameter the last value counts, and null characters are
 * gone from values (contract#query-values).
 */
export const lastValues = (params: URLSearchParams): QueryValues => ({
  get: (name) => params.getAll(name).at(-1)?.replaceAll("\u0000", ""),
  has: (name) => params.has(name),
  keys: () => new Set(params.keys()),
});
