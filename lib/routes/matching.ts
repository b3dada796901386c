import { fallback } from "./fallback.ts";
import { type Route, tailName } from "./route.ts";
import { routes } from "./table.ts";

const expressionFor = (path: string): RegExp => {
  const expression = path
    .replace(/\{\w+\+\}/, ".+")
    .replace(/\{\w+\}/g, "[0-9]+")
    .replace(/\/?$/, "/?");
  return new RegExp(`^${expression}$`);
};

/** The length of a path before its greedy tail: of several patterns that match, the longest counts. */
const reachOf = (path: string): number => (tailName(path) ? path.indexOf("{") : Number.POSITIVE_INFINITY);

const patternsOf = (route: Route, paths: readonly string[]) =>
  paths.map((path) => ({ route, expression: expressionFor(path), reach: reachOf(path) }));

const patterns = [
  ...routes.flatMap((route) => patternsOf(route, [route.path, ...route.aliases])),
  ...patternsOf(fallback, fallback.aliases),
];

/** The routes of a path, whatever their methods. */
export const routesAt = (path: string): readonly Route[] => {
  const matching = patterns.filter(({ expression }) => expression.test(path));
  const reach = Math.max(...matching.map((pattern) => pattern.reach));
  return matching
    .filter((pattern) => pattern.reach === reach)
    .map(({ route }) => route)
    .filter((route) => route !== fallback);
};
