/// <reference path="../.sst/platform/config.d.ts" />
import { fallback } from "#lib/routes/fallback.ts";
import { endpointsBesidePages, gapsIn } from "#lib/routes/gaps.ts";
import { pathOfKeys } from "#lib/routes/path-of-keys.ts";
import type { Route } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { constructName } from "./construct-name.ts";
import { functionDefaults } from "./function-defaults.ts";
import type { OwnThemes } from "./own-themes.ts";
import { pinnedInProject } from "./pinned-packages.ts";
import type { SiteResources } from "./rights.ts";
import type { RoleOf } from "./route-roles.ts";
import {
  type ConcurrencyQuota,
  concurrencyOf,
  environmentOfLimits,
  fewerRequests,
  throttle,
} from "./throttles.ts";

/** What functions of routes need besides. */
type Site = SiteResources & Pick<OwnThemes, "handlerOf"> & ConcurrencyQuota & { readonly roleOf: RoleOf };

/** The HTTP API: a function for each route, and one for all other requests. */
export const createApi = (site: Site) => {
  const { requestsPerSecond } = site.settings;
  const slow = Promise.withResolvers<RouteSettings>();
  const api = new sst.aws.ApiGatewayV2("Api", {
    cors: false,
    accessLog: { retention: "1 month" },
    transform: {
      stage: { defaultRouteSettings: throttle(requestsPerSecond), routeSettings: $output(slow.promise) },
    },
  });
  const slower: $util.Output<aws.types.input.apigatewayv2.StageRouteSetting>[] = [];
  for (const route of routes) {
    const first = connect(api, routeKeys(route, [route.path, ...route.aliases]), createFunction(route, site));
    const perSecond = fewerRequests(route, site.settings);
    if (perSecond !== undefined)
      slower.push($output({ routeKey: $output(first).routeKey, ...throttle(perSecond) }));
  }
  const others = [...endpointsBesidePages(fallback, routes), ...gapsIn(routes)];
  const keysOfOthers = others.flatMap((other) => routeKeys(other, [other.path]));
  connect(api, ["$default", ...keysOfOthers], createFunction(fallback, site));
  // Read from the routes, so that the stage is made after them: it refuses keys of routes that do not exist.
  slow.resolve(slower);
  return api;
};

type RouteSettings = $util.Input<aws.types.input.apigatewayv2.StageRouteSetting>[];

/**
 * Leads all the keys to the function by one integration. SST's `route()` makes one for each key, and an API
 * may have no more than 300 (docs/deploy.md).
 */
const connect = (api: sst.aws.ApiGatewayV2, [first = "", ...others]: string[], { arn }: sst.aws.Function) => {
  const { integration, route } = api.route(first, arn).nodes;
  for (const routeKey of others)
    new aws.apigatewayv2.Route(`ApiRoute ${routeKey}`, {
      apiId: api.nodes.api.id,
      routeKey,
      target: $interpolate`integrations/${integration.id}`,
    });
  return route;
};

/** HEAD needs a key of its own. */
const routeKeys = ({ method }: Pick<Route, "method">, paths: readonly string[]): string[] => {
  const methods = method === "GET" ? ["GET", "HEAD"] : [method];
  return paths.flatMap((path) => methods.map((each) => `${each} ${pathOfKeys(path)}`));
};

const createFunction = (route: Route, site: Site) => {
  const { disposable } = site.settings;
  const concurrency = concurrencyOf(route, { ...site, disposable });
  const { environment, nodejs, ...defaults } = functionDefaults(site);
  return new sst.aws.Function(constructName(route.id), {
    description: `${route.method} ${route.path}: ${route.summary}`,
    handler: site.handlerOf(route.id),
    ...defaults,
    nodejs: {
      ...nodejs,
      ...(route.installs.length > 0 && { install: pinnedInProject(route.installs, $cli.paths.root) }),
    },
    copyFiles: route.copies.map((from) => ({ from })),
    environment: {
      ...environment,
      PROXY_SECRET: site.proxySecret.sent,
      OTHER_PROXY_SECRETS: site.proxySecret.others,
      ONLY_BY_PROXY: "true",
      ...(route.uses.includes("catalog") && {
        CATALOG_BUILD_LIMIT: String(catalogBuildLimit),
        CATALOG_AHEAD: "true",
      }),
      ...(route.uses.includes("media:sign") && {
        DOWNLOAD_KEY_ID: site.downloadKeys.keyId,
        DOWNLOAD_KEY_PARAMETER: site.downloadKeys.parameter.name,
      }),
      ...environmentOfLimits(route),
      ...(route.uses.includes("prober") && { PROBER_FUNCTION: site.prober.name }),
    },
    memory: `${route.limits.memoryMb} MB`,
    timeout: `${route.limits.timeoutSeconds} seconds`,
    ...(concurrency && { concurrency }),
    role: site.roleOf(route),
  });
};

/** Reading so many pages and media takes a function some two and a half seconds (docs/scale.md). */
const catalogBuildLimit = 20_000;
