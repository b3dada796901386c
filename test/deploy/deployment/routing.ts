import { describe, expect, test } from "vitest";
import { fallback } from "#lib/routes/fallback.ts";
import { endpointsBesidePages, gapsIn } from "#lib/routes/gaps.ts";
import { defaultFunctionMb, type Route } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import type { Deployment } from "../synthesize.ts";
import { inputsOf, only } from "./resources.ts";
import { elsewhere, production, trial } from "./stages.ts";

describe("routing", () => {
  /** The route key that leads to each handler, as API Gateway would follow it. */
  const routed = (): [string, string][] => {
    const named = new Map(trial.resources.map(({ name, inputs }) => [name, inputs]));
    const handlers = new Map(
      trial.resources
        .filter(({ type }) => type === "aws:lambda/function:Function")
        .map(({ name, inputs }) => [`arn:aws:lambda:::${name}`, inputs.handler]),
    );
    return inputsOf(trial, "aws:apigatewayv2/route:Route").map(({ routeKey, target }) => {
      const integration = named.get(/^integrations\/(.+)-id$/.exec(target)![1]!);
      return [routeKey, handlers.get(integration.integrationUri)];
    });
  };

  test.each(routes)("$method $path leads to the function $id", (route) => {
    const key = `${route.method} ${route.path.replace(/(?<=.)\/$/, "")}`;
    expect(routed()).toContainEqual([key, `functions/${route.id}.handler`]);
  });

  test.each(routes.filter(({ method }) => method === "GET"))("HEAD $path leads where GET does", (route) => {
    const key = `HEAD ${route.path.replace(/(?<=.)\/$/, "")}`;
    expect(routed()).toContainEqual([key, `functions/${route.id}.handler`]);
  });

  test("whatever no route matches leads to the fallback", () => {
    expect(routed()).toContainEqual(["$default", "functions/fallback.handler"]);
  });

  test.each([
    "GET /api/{path+}",
    "HEAD /api/{path+}",
    "GET /accounts",
    "HEAD /accounts/{path+}",
    "POST /api",
    "POST /api/{path+}",
    "POST /accounts",
    "POST /media/{path+}",
  ])("%s leads to the fallback, and not to the site's pages", (key) => {
    expect(routed()).toContainEqual([key, "functions/fallback.handler"]);
  });

  test.each(["GET /", "HEAD /", "GET /{path+}", "HEAD /{path+}"])("%s leads to the site's pages", (key) => {
    expect(routed()).toContainEqual([key, "functions/site/pages/read.handler"]);
  });

  test.each(gapsIn(routes))("$method $path leads to the fallback, and not to a placeholder", (gap) => {
    const key = `${gap.method} ${gap.path.replace(/\/$/, "")}`;
    expect(routed()).toContainEqual([key, "functions/fallback.handler"]);
  });

  test("there are no other keys, none twice, and none that API Gateway would refuse", () => {
    const keys = routed().map(([key]) => key);
    const keysFor = ({ method }: Route, paths: readonly string[]) =>
      paths.length * (method === "GET" ? 2 : 1);
    const expected = routes.map((route) => keysFor(route, [route.path, ...route.aliases]));
    const others = [...endpointsBesidePages(fallback, routes), ...gapsIn(routes)];
    const forFallback = others.map(({ method, path }) => keysFor({ method } as Route, [path]));
    expect(keys).toHaveLength([...expected, ...forFallback].reduce((sum, count) => sum + count, 1));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.filter((key) => /.\/$/.test(key.replace(/^.* /, "")))).toEqual([]);
  });

  test("each function has one integration for all its keys", () => {
    const targets = inputsOf(trial, "aws:apigatewayv2/integration:Integration").map(
      ({ integrationUri }) => integrationUri,
    );
    expect(targets).toHaveLength(routes.length + 1);
    expect(new Set(targets).size).toBe(targets.length);
  });

  test("the API takes 200 requests a second, or as many as are set, and fewer of what costs more", () => {
    const { defaultRouteSettings, routeSettings } = only(trial, "aws:apigatewayv2/stage:Stage");
    expect(defaultRouteSettings).toEqual({ throttlingRateLimit: 200, throttlingBurstLimit: 400 });
    const keysOf = (rate: number) =>
      (routeSettings as Record<string, unknown>[])
        .filter(({ throttlingRateLimit }) => throttlingRateLimit === rate)
        .map(({ routeKey, throttlingBurstLimit }) => `${routeKey} ${throttlingBurstLimit}`)
        .sort();
    const costly = routes.filter(
      ({ limits }) => limits.memoryMb > defaultFunctionMb || limits.timeoutSeconds > 20,
    );
    expect(keysOf(20)).toEqual(costly.map(({ method, path }) => `${method} ${path.slice(0, -1)} 40`).sort());
    expect(costly.length).toBeGreaterThan(5);
    expect(routeSettings).toHaveLength(costly.length);
    const { defaultRouteSettings: fewer } = only(production, "aws:apigatewayv2/stage:Stage");
    expect(fewer).toEqual({ throttlingRateLimit: 50, throttlingBurstLimit: 100 });
  });

  const deriving = ["accounts/login", "accounts/password", "accounts/password-change", "token/exchange"];

  test("what compares passwords or signatures is limited by address first, so by its functions", () => {
    const limited = inputsOf(trial, "aws:lambda/function:Function").filter(
      ({ environment }) => environment.variables.DERIVATIONS_PER_SECOND === "10",
    );
    expect(limited.map(({ handler }) => handler).sort()).toEqual(
      deriving.map((id) => `functions/${id}.handler`).sort(),
    );
    const { routeSettings } = only(trial, "aws:apigatewayv2/stage:Stage");
    const keys = routeSettings.map(({ routeKey }: { routeKey: string }) => routeKey);
    expect(keys.filter((key: string) => /accounts|token/.test(key))).toEqual([]);
  });

  test("in an account with room, a stage that stays bounds how often costly functions run at a time", () => {
    const reserved = (deployment: Deployment): [handler: string, most: number][] =>
      inputsOf(deployment, "aws:lambda/function:Function")
        .filter(({ reservedConcurrentExecutions: most }) => most !== undefined)
        .map(({ handler, reservedConcurrentExecutions: most }) => [handler, most]);
    const { routeSettings } = only(production, "aws:apigatewayv2/stage:Stage");
    const found = reserved(production);
    expect(found).toHaveLength(routeSettings.length + deriving.length + 1);
    expect(new Map(found).get("functions/jobs/probe-media.handler")).toBe(10);
    // AWS leaves a hundred to the others, and an account has some stages.
    const together = found.reduce((sum, [, most]) => sum + most, 0);
    expect(6 * together).toBeLessThanOrEqual(1_000 - 100);
    for (const stage of [trial, elsewhere]) expect(reserved(stage)).toEqual([]);
  });

  test("functions get events of payload 2.0, and preflight requests as well", () => {
    for (const { payloadFormatVersion } of inputsOf(trial, "aws:apigatewayv2/integration:Integration"))
      expect(payloadFormatVersion).toBe("2.0");
    expect(only(trial, "aws:apigatewayv2/api:Api").corsConfiguration).toEqual({});
  });
});
