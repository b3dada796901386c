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
  const methodsAt = new Map<string, Method[]>();
  for (const { method, path, aliases } of routes)
    for (const each of [path, ...aliases]) methodsAt.set(each, [...(methodsAt.get(each) ?? []), method]);
  const addresses = [...methodsAt].map(([path, methods]) => ({ path, methods, segments: segmentsOf(path) }));
  return addresses.flatMap(({ path, methods, segments }) => {
    const covering = addresses.filter((other) => covers(other.segments, segments));
    const missing = covering.flatMap((other) => other.methods).filter((method) => !methods.includes(method));
    return [...new Set(missing)].map((method) => ({ method, path }));
  });
};

/** True if the placeholders of the general path match the precise one, and the paths differ. */
const covers = (general: readonly string[], precise: readonly string[]): boolean =>
  general.length === precise.length &&
  general.every((segment, at) => segment === precise[at] || isPlaceholder(segment)) &&
  general.some((segment, at) => isPlaceholder(segment) && !isPlaceholder(precise[at] ?? ""));

const segmentsOf = (path: string): string[] => path.replace(/\/$/, "").split("/");

const isPlaceholder = (segment: string): boolean => /^\{\w+\}$/.test(segment);
