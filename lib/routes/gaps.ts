import type { Method, Route } from "./route.ts";

export interface Endpoint {
  readonly method: Method;
  readonly path: string;
}

/**
 * The endpoints that the fallback takes from the site's pages: its aliases, and below the first segments of
 * the service's own addresses every other method that the site's pages have.
 */
export const endpointsBesidePages = (
  fallback: Pick<Route, "method" | "aliases">,
  routes: readonly Route[],
): Endpoint[] => {
  const paths = routes.flatMap(({ path, aliases }) => [path, ...aliases]);
  const firsts = new Set(paths.map((path) => path.split("/")[1] ?? "").filter((first) => /^\w/.test(first)));
  const own = [...firsts].flatMap((first) => [`/${first}/`, `/${first}/{path+}`]);
  const ofPages = routes.filter(({ path }) => /^\/\{\w+\+\}$/.test(path)).map(({ method }) => method);
  return [
    ...fallback.aliases.map((path) => ({ method: fallback.method, path })),
    ...ofPages
      .filter((method) => method !== fallback.method)
      .flatMap((method) => own.map((path) => ({ method, path }))),
  ];
};

/**
 * Endpoints that a placeholder would match although another route spells the path out, as for
 * `DELETE /api/audios/player_config/`: API Gateway prefers the precise path only for its own methods.
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

/** True if the placeholders of the general path match the precise one, and the paths differ. */
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
