import type { Method, Route } from "./route.ts";

/** A method of a path. */
export interface Endpoint {
  readonly method: Method;
  readonly path: string;
}

/**
 * What a route with a placeholder would answer in the place of a path that is spelled out and lacks the
 * method, such as `DELETE /api/audios/player_config/`. API Gateway prefers the more precise path only among
 * those that have the method, so these are given to the fallback, which knows what the path has.
 */
export const gapsIn = (routes: readonly Route[]): Endpoint[] => {
  const endpoints = routes.flatMap(({ method, path, aliases }) =>
    [path, ...aliases].map((each) => ({ method, path: each })),
  );
  return [...new Set(endpoints.map(({ path }) => path))].flatMap((path) => {
    const present = endpoints.filter((each) => each.path === path).map(({ method }) => method);
    const covering = endpoints.filter((each) => covers(each.path, path)).map(({ method }) => method);
    const missing = new Set(covering.filter((method) => !present.includes(method)));
    return [...missing].map((method) => ({ method, path }));
  });
};

/** True where a path's placeholders take the other path's segments, and the two are not the same. */
const covers = (general: string, precise: string): boolean => {
  const wide = segmentsOf(general);
  const narrow = segmentsOf(precise);
  return (
    wide.length === narrow.length &&
    wide.every((segment, at) => segment === narrow[at] || isPlaceholder(segment)) &&
    wide.some((segment, at) => isPlaceholder(segment) && !isPlaceholder(narrow[at] ?? ""))
  );
};

const segmentsOf = (path: string): string[] => path.replace(/\/$/, "").split("/");

const isPlaceholder = (segment: string): boolean => /^\{\w+\}$/.test(segment);
