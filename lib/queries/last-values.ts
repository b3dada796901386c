/** The values that count, by parameter. */
export interface QueryValues {
  readonly get: (name: string) => string | undefined;
  readonly has: (name: string) => boolean;
  /** Each name once. */
  readonly keys: () => Iterable<string>;
}

/** A query as lists read it: the last of repeated parameters, no null characters (contract#query-values). */
export const lastValues = (params: URLSearchParams): QueryValues => ({
  get: (name) => params.getAll(name).at(-1)?.replaceAll("\u0000", ""),
  has: (name) => params.has(name),
  keys: () => new Set(params.keys()),
});
