import type { Deployment } from "#release/synthesis/synthesize.ts";
import { functionBehind, nameIn, resourceInputs, resourcesOf } from "../deployed.ts";

/** A route of the API, and the function behind it. */
export interface ApiRoute {
  readonly key: string;
  readonly functionName: string;
}

/** The route that a request takes. */
export interface RouteMatch {
  readonly route: ApiRoute;
  readonly parameters: Readonly<Record<string, string>>;
}

export type MatchRoute = (method: string, path: string) => RouteMatch | undefined;

/**
 * Chooses routes like an HTTP API: a full match before one with variables, these before a greedy one, and
 * `$default` for all else. Paths are decoded, and their slashes count. Source: AWS, "Create routes for HTTP
 * APIs in API Gateway".
 */
export const matcherOf = (deployment: Deployment, apiId: string): MatchRoute => {
  const routes = resourcesOf(deployment, "aws:apigatewayv2/route:Route")
    .filter(({ inputs }) => inputs.apiId === apiId)
    .map(({ inputs }) => routeOf(deployment, inputs.routeKey, inputs.target));
  const others = routes.find(({ key }) => key === "$default");
  return (method, path) => {
    const given = path.split("/").slice(1);
    const fitting = routes.flatMap((route) => fits(route, method, given));
    fitting.sort((one, other) => one.looseness - other.looseness || other.words - one.words);
    return fitting[0] ?? (others && { route: others, parameters: {} });
  };
};

const routeOf = (deployment: Deployment, key: string, target: string) => {
  const integration = nameIn(target.replace(/^integrations\//, ""));
  const { integrationUri } = resourceInputs(
    deployment,
    "aws:apigatewayv2/integration:Integration",
    integration,
  );
  const [method = "", path = ""] = key.split(" ");
  return {
    ...{ key, method, parts: path.split("/").slice(1) },
    functionName: functionBehind(integrationUri),
  };
};

interface Fit extends RouteMatch {
  /** 0 for words only, 1 with variables, 2 with a greedy one. */
  readonly looseness: number;
  readonly words: number;
}

const fits = (route: ReturnType<typeof routeOf>, method: string, given: readonly string[]): Fit[] => {
  if (route.method !== method && route.method !== "ANY") return [];
  const parameters: Record<string, string> = {};
  let [looseness, words] = [0, 0];
  for (const [place, part] of route.parts.entries()) {
    const [, variable, greedy] = /^\{(\w+)(\+?)\}$/.exec(part) ?? [];
    const value = greedy ? given.slice(place).join("/") : (given[place] ?? "");
    if (variable === undefined) {
      if (given[place] !== part) return [];
      words++;
      continue;
    }
    if (value === "") return [];
    parameters[variable] = value;
    looseness = Math.max(looseness, greedy ? 2 : 1);
  }
  const isWhole = looseness === 2 || route.parts.length === given.length;
  return isWhole ? [{ route, parameters, looseness, words }] : [];
};
