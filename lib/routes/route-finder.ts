import type { Method, Route } from "./route.ts";

export interface Match {
  readonly route: Route;
  /** The key, such as `GET /api/videos/{id}`, without a trailing slash; `$default` for the fallback. */
  readonly routeKey: string;
  /** The values by placeholder; absent if the path has none. */
  readonly pathParameters?: Record<string, string>;
}

interface Branch {
  readonly literals: Map<string, Branch>;
  placeholder?: Branch;
  leaf?: Leaf;
  /** The route whose greedy tail takes all further segments. */
  greedy?: Leaf;
}

interface Leaf {
  readonly route: Route;
  readonly routeKey: string;
  readonly names: readonly string[];
}

/**
 * Makes the function that finds the route for a method and a decoded path without trailing slash. A literal
 * segment wins over a placeholder, and that over a greedy tail. HEAD goes to the GET route. The fallback gets
 * what matches no route, its own aliases, and the gaps. Costs one map look-up per segment.
 */
export const routeFinder = (
  routes: readonly Route[],
  fallback: Route,
): ((method: string, path: string) => Match) => {
  const root = branch();
  for (const route of routes)
    for (const path of [route.path, ...route.aliases]) plantAll(root, route, route.method, path);
  for (const { method, path } of [...endpointsBesidePages(fallback, routes), ...gapsIn(routes)])
    plantAll(root, fallback, method, path);
  const unmatched: Match = { route: fallback, routeKey: "$default" };
  return (method, path) => follow(root, [method, ...segmentsOf(path)], []) ?? unmatched;
};

const branch = (): Branch => ({ literals: new Map() });

const segmentsOf = (path: string): string[] => path.slice(1).split("/");

const plantAll = (root: Branch, route: Route, method: Method, path: string): void => {
  for (const each of method === "GET" ? ["GET", "HEAD"] : [method]) plant(root, each, path, route);
};

const plant = (root: Branch, method: string, pathWithSlash: string, route: Route): void => {
  const path = pathOfKeys(pathWithSlash);
  const names: string[] = [];
  const leaf: Leaf = { route, routeKey: `${method} ${path}`, names };
  let at = root;
  for (const segment of [method, ...segmentsOf(path)]) {
    const [, name, isGreedy] = /^\{(\w+)(\+?)\}$/.exec(segment) ?? [];
    if (name) names.push(name);
    if (isGreedy) {
      at.greedy = leaf;
      return;
    }
    at = name ? placeholderOf(at) : literalOf(at, segment);
  }
  at.leaf = leaf;
};

const placeholderOf = (at: Branch): Branch => {
  at.placeholder ??= branch();
  return at.placeholder;
};

const literalOf = (at: Branch, segment: string): Branch => {
  const next = at.literals.get(segment) ?? branch();
  at.literals.set(segment, next);
  return next;
};

const follow = (at: Branch, segments: readonly string[], values: readonly string[]): Match | undefined => {
  const [segment, ...rest] = segments;
  if (segment === undefined) return at.leaf && matchOf(at.leaf, values);
  const literal = at.literals.get(segment);
  const placeholder = segment === "" ? undefined : at.placeholder;
  return (
    (literal && follow(literal, rest, values)) ??
    (placeholder && follow(placeholder, rest, [...values, segment])) ??
    (at.greedy && matchOf(at.greedy, [...values, segments.join("/")]))
  );
};

const matchOf = ({ route, routeKey, names }: Leaf, values: readonly string[]): Match =>
  names.length === 0
    ? { route, routeKey }
    : {
        route,
        routeKey,
        pathParameters: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""])),
      };

/** The path without its final slash, as in route keys: those of HTTP APIs cannot end in one. */
export const pathOfKeys = (path: string): string => path.replace(/([^/])\/$/, "$1");

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
  const firsts = new Set(
    paths.map((path) => path.split("/")[1] ?? "").filter((first) => /^[\w.]/.test(first)),
  );
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
  const addresses = [...methodsAt].map(([path, methods]) => ({
    path,
    methods,
    segments: comparedSegments(path),
  }));
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

const comparedSegments = (path: string): string[] => path.replace(/\/$/, "").split("/");

const isPlaceholder = (segment: string): boolean => /^\{\w+\}$/.test(segment);
