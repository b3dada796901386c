import type { Route } from "./route.ts";
import { routes } from "./table.ts";

const patternOf = (path: string): RegExp => {
  const expression = path
    .replace(/\{\w+\+\}/, ".+")
    .replace(/\{\w+\}/g, "[0-9]+")
    .replace(/\/?$/, "/?");
  return new RegExp(`^${expression}$`);
};

const patterns = routes.map((route) => ({ route, pattern: patternOf(route.path) }));

/** The routes of a path, whatever their methods. */
export const routesAt = (path: string): readonly Route[] =>
  patterns.filter(({ pattern }) => pattern.test(path)).map(({ route }) => route);
