import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fallback } from "#lib/routes/fallback.ts";
import { defaultFunctionMb } from "#lib/routes/route.ts";
import { endpointsBesidePages, gapsIn } from "#lib/routes/route-finder.ts";
import { routes } from "#lib/routes/table.ts";
import type { Deployment } from "#release/synthesis/synthesize.ts";
import { functionsByLiveArn, inputsOf } from "./resources.ts";
import { elsewhere, production, trial } from "./stages.ts";

describe("routing", () => {
  /** The route key that leads to each handler, as API Gateway would follow it. */
  const routed = (api = "ApiApi"): [string, string][] => {
    const named = new Map(trial.resources.map(({ name, inputs }) => [name, inputs]));
    const functions = functionsByLiveArn(trial);
    const ofApi = inputsOf(trial, "aws:apigatewayv2/route:Route").filter(
      ({ apiId }) => apiId === `${api}-id`,
    );
    return ofApi.map(({ routeKey, target }) => {
      const integration = named.get(/^integrations\/(.+)-id$/.exec(target)![1]!);
      return [routeKey, functions.get(integration.integrationUri).handler];
    });
  };

  test.each(routes)("$method $path leads to the function $id", (route) => {
    const key = `${route.method} ${route.path.replace(/(?<=.)\/$/, "")}`;
    expect(routed()).toContainEqual([key, `functions/${route.id}.handler`]);
  });

  test.each(routes.filter(({ method }) => method === "GET"))("HEAD $path leads where GET does", (route) => {
    const key = `HEAD ${route.path.replace(/(?<=.)\/$/, "")}`;
    expect(routed("HeadApiApi")).toContainEqual([key, `functions/${route.id}.handler`]);
  });

  test("the API of HEAD has a key for each of GET, and no other; the other API has none of HEAD", () => {
    const reading = routed().flatMap(([key, handler]) =>
      /^(GET |\$default)/.test(key) ? [[key.replace(/^GET/, "HEAD"), handler]] : [],
    );
    expect(routed("HeadApiApi").sort()).toEqual(reading.sort());
    expect(routed().filter(([key]) => key.startsWith("HEAD"))).toEqual([]);
  });

  test("whatever no route matches leads to the fallback", () => {
    for (const api of ["ApiApi", "HeadApiApi"])
      expect(routed(api)).toContainEqual(["$default", "functions/fallback.handler"]);
  });

  test.each([
    "GET /api/{path+}",
    "GET /accounts",
    "POST /api",
    "POST /api/{path+}",
    "POST /accounts",
    "POST /media/{path+}",
  ])("%s leads to the fallback, and not to the site's pages", (key) => {
    expect(routed()).toContainEqual([key, "functions/fallback.handler"]);
  });

  test.each(["GET /", "GET /{path+}"])("%s leads to the site's pages", (key) => {
    expect(routed()).toContainEqual([key, "functions/site/pages/read.handler"]);
  });

  test.each(gapsIn(routes))("$method $path leads to the fallback, and not to a placeholder", (gap) => {
    const key = `${gap.method} ${gap.path.replace(/\/$/, "")}`;
    expect(routed()).toContainEqual([key, "functions/fallback.handler"]);
  });

  test("there are no other keys, none twice, and none that API Gateway would refuse", () => {
    const keys = routed().map(([key]) => key);
    const ofRoutes = routes.flatMap(({ path, aliases }) => [path, ...aliases]);
    const ofFallback = [...endpointsBesidePages(fallback, routes), ...gapsIn(routes), "$default"];
    expect(keys).toHaveLength(ofRoutes.length + ofFallback.length);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.filter((key) => /.\/$/.test(key.replace(/^.* /, "")))).toEqual([]);
  });

  test("each function has one integration for all its keys of an API", () => {
    const readers = routes.filter(({ method }) => method === "GET");
    for (const [api, count] of [
      ["ApiApi", routes.length + 1] as const,
      ["HeadApiApi", readers.length + 1] as const,
    ]) {
      const targets = inputsOf(trial, "aws:apigatewayv2/integration:Integration")
        .filter(({ apiId }) => apiId === `${api}-id`)
        .map(({ integrationUri }) => integrationUri);
      expect(targets).toHaveLength(count);
      expect(new Set(targets).size).toBe(count);
    }
  });

  const stageOf = (deployment: Deployment, api: string) =>
    inputsOf(deployment, "aws:apigatewayv2/stage:Stage").find(({ apiId }) => apiId === `${api}-id`);

  test("the API takes 200 requests a second, or as many as are set, and fewer of what costs more", () => {
    const { defaultRouteSettings, routeSettings } = stageOf(trial, "ApiApi");
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
    const { defaultRouteSettings: fewer } = stageOf(production, "ApiApi");
    expect(fewer).toEqual({ throttlingRateLimit: 50, throttlingBurstLimit: 100 });
  });

  const deriving = [
    "accounts/login",
    "accounts/password",
    "accounts/password-change",
    "accounts/setup",
    "token/exchange",
  ];

  test("what compares passwords or signatures is limited by address first, so by its functions", () => {
    const limited = inputsOf(trial, "aws:lambda/function:Function").filter(
      ({ environment }) => environment.variables.DERIVATIONS_PER_SECOND === "10",
    );
    expect(limited.map(({ handler }) => handler).sort()).toEqual(
      deriving.map((id) => `functions/${id}.handler`).sort(),
    );
    const { routeSettings } = stageOf(trial, "ApiApi");
    const keys = routeSettings.map(({ routeKey }: { routeKey: string }) => routeKey);
    expect(keys.filter((key: string) => /accounts|token/.test(key))).toEqual([]);
  });

  test("in an account with room, a stage that stays bounds how often costly functions run at a time", () => {
    const reserved = (deployment: Deployment): [handler: string, most: number][] =>
      inputsOf(deployment, "aws:lambda/function:Function")
        .filter(({ reservedConcurrentExecutions: most }) => most !== undefined)
        .map(({ handler, reservedConcurrentExecutions: most }) => [handler, most]);
    const { routeSettings } = stageOf(production, "ApiApi");
    const found = reserved(production);
    expect(found).toHaveLength(routeSettings.length + deriving.length + 1);
    expect(new Map(found).get("functions/jobs/probe-media.handler")).toBe(10);
    // AWS leaves a hundred to the others, and an account has some stages.
    const together = found.reduce((sum, [, most]) => sum + most, 0);
    expect(6 * together).toBeLessThanOrEqual(1_000 - 100);
    for (const stage of [trial, elsewhere]) expect(reserved(stage)).toEqual([]);
  });

  test("HEAD takes a quarter of these requests besides, and no more of what costs more", () => {
    const limits = [trial, production].map((stage) => stageOf(stage, "HeadApiApi").defaultRouteSettings);
    expect(limits).toEqual([
      { throttlingRateLimit: 50, throttlingBurstLimit: 100 },
      { throttlingRateLimit: 13, throttlingBurstLimit: 26 },
    ]);
    const slowerIn = (api: string): string[] =>
      stageOf(trial, api).routeSettings.map(
        ({ routeKey, throttlingRateLimit: rate }: { routeKey: string; throttlingRateLimit: number }) =>
          `${routeKey} ${rate}`,
      );
    const reading = slowerIn("ApiApi").filter((key) => key.startsWith("GET "));
    expect(reading.length).toBeGreaterThan(0);
    expect(slowerIn("HeadApiApi")).toEqual(reading.map((key) => key.replace("GET", "HEAD")));
  });

  test("functions get events of payload 2.0, and preflight requests as well", () => {
    for (const { payloadFormatVersion } of inputsOf(trial, "aws:apigatewayv2/integration:Integration"))
      expect(payloadFormatVersion).toBe("2.0");
    const apis = inputsOf(trial, "aws:apigatewayv2/api:Api");
    expect(apis.map(({ corsConfiguration }) => corsConfiguration)).toEqual([{}, {}]);
  });

  const made = () =>
    trial.resources.filter(({ type }) =>
      /^aws:apigatewayv2\/(integration:Integration|route:Route)$/.test(type),
    );

  test("of what API Gateway makes, four at most are made at a time: each waits for the one before it in a queue", () => {
    const names = new Set(made().map(({ name }) => name));
    const first = made().filter(({ waitsFor }) => !waitsFor.some((name) => names.has(name)));
    expect(first).toHaveLength(4);
    const isRoute = new Set(made().flatMap(({ type, name }) => (type.endsWith("Route") ? [name] : [])));
    const waitedFor = made().flatMap(({ waitsFor }) => waitsFor.filter((name) => isRoute.has(name)));
    expect(new Set(waitedFor).size).toBe(waitedFor.length);
  });

  test("docs/deploy.md says how long API Gateway takes for what a new stage has: ten requests a second", () => {
    const [, requests, seconds] =
      /(\d[\d,]*) requests that make something, .*? so they take (\d+) seconds/.exec(
        readFileSync("docs/deploy.md", "utf8").replaceAll("\n", " "),
      )!;
    // Pulumi reads each after it has made it.
    const needed = 2 * made().length;
    expect([Number(requests!.replace(",", "")), Number(seconds)]).toEqual([needed, Math.ceil(needed / 10)]);
  });
});
