/// <reference path="../.sst/platform/config.d.ts" />
import { certain } from "#lib/certain.ts";
import { fallback } from "#lib/routes/fallback.ts";
import type { Route } from "#lib/routes/route.ts";
import { type Endpoint, endpointsBesidePages, gapsIn, pathOfKeys } from "#lib/routes/route-finder.ts";
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

/** The other resources that functions of routes need. */
type Site = SiteResources & Pick<OwnThemes, "handlerOf"> & ConcurrencyQuota & { readonly roleOf: RoleOf };

export type Apis = ReturnType<typeof createApis>;

/**
 * The HTTP API: a function for each route, and one for all other requests. A second one takes HEAD to the
 * functions of GET (decision 004); CloudFront chooses between them.
 */
export const createApis = (site: Site) => {
  const { requestsPerSecond } = site.settings;
  const usual = createApi("Api", requestsPerSecond);
  const heads = createApi("HeadApi", Math.ceil(requestsPerSecond / headShare));
  for (const route of routes) {
    const served = createLive(route, site);
    const perSecond = fewerRequests(route, site.settings);
    const endpoints = [route.path, ...route.aliases].map((path) => ({ method: route.method, path }));
    usual.connect(endpoints.map(keyOf), served, perSecond);
    if (route.method === "GET") heads.connect(keysOfHead(endpoints), served, perSecond);
  }
  const others = createLive(fallback, site);
  const endpoints = [...endpointsBesidePages(fallback, routes), ...gapsIn(routes)];
  usual.connect(["$default", ...endpoints.map(keyOf)], others);
  heads.connect(["$default", ...keysOfHead(endpoints)], others);
  return { api: usual.complete(), heads: heads.complete() };
};

/** HEAD may take a quarter of the requests of all other methods, besides these. */
const headShare = 4;

type RouteSettings = $util.Input<aws.types.input.apigatewayv2.StageRouteSetting>[];

/**
 * An API without routes. `connect` leads all keys to a function by one integration: SST's `route()` makes one
 * for each key, and an API may have no more than 300 (docs/deploy.md). The first key may take fewer requests
 * a second than others.
 *
 * API Gateway takes ten requests a second that change something (docs/deploy.md#updating), and Pulumi would
 * send hundreds at once. So what is made waits in a few queues, in which each waits for the one before.
 */
const createApi = (name: string, requestsPerSecond: number) => {
  const slow = Promise.withResolvers<RouteSettings>();
  const api = new sst.aws.ApiGatewayV2(name, {
    cors: false,
    accessLog: { retention: "1 month" },
    transform: {
      stage: (stage) => {
        stage.defaultRouteSettings = throttle(requestsPerSecond);
        stage.routeSettings = $output(slow.promise);
        stage.accessLogSettings = $output(certain(stage.accessLogSettings)).apply(withoutPaths);
      },
    },
  });
  const slower: RouteSettings = [];
  const queues: $util.Input<aws.apigatewayv2.Route>[][] = Array.from({ length: queuesOfApi }, () => []);
  let connected = 0;
  const connect = (
    [first = "", ...others]: readonly string[],
    arn: $util.Output<string>,
    perSecond?: number,
  ) => {
    const queue = certain(queues[connected++ % queuesOfApi]);
    const before = queue.slice(-1);
    const { integration, route } = api.route(first, arn, {
      transform: {
        integration: (_, options) => {
          options.dependsOn = $output(options.dependsOn).apply((own) =>
            $util.all([own ?? [], before]).apply((all) => all.flat()),
          );
        },
      },
    }).nodes;
    queue.push(route);
    for (const routeKey of others)
      queue.push(
        new aws.apigatewayv2.Route(
          `ApiRoute ${routeKey}`,
          { apiId: api.nodes.api.id, routeKey, target: $interpolate`integrations/${integration.id}` },
          { dependsOn: queue.slice(-1) },
        ),
      );
    if (perSecond !== undefined)
      slower.push($output({ routeKey: $output(route).routeKey, ...throttle(perSecond) }));
  };
  const complete = () => {
    // Read from the routes, so that the stage is made after them: it refuses keys of routes that are not
    // there.
    slow.resolve(slower);
    return api;
  };
  return { connect, complete };
};

/** Some addresses are secrets themselves; keys of routes have placeholders in place of what was sent. */
const withoutPaths = (settings: { destinationArn: string; format: string }) => {
  const { path: _, ...format } = JSON.parse(settings.format) as Readonly<Record<string, string>>;
  return { ...settings, format: JSON.stringify(format) };
};

const queuesOfApi = 2;

const keyOf = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method} ${pathOfKeys(path)}`;

const keysOfHead = (endpoints: readonly Endpoint[]): string[] =>
  endpoints.filter(({ method }) => method === "GET").map(({ path }) => keyOf({ method: "HEAD", path }));

/** The function of a route; gives the ARN by which it is called. */
const createLive = (route: Route, site: Site) =>
  site.release.live(constructName(route.id), createFunction(route, site));

const createFunction = (route: Route, site: Site) => {
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
      ...(route.uses.includes("prober") && { PROBER_FUNCTION: site.prober.arn }),
    },
    memory: `${route.limits.memoryMb} MB`,
    timeout: `${route.limits.timeoutSeconds} seconds`,
    ...concurrencyOf(route, site),
    role: site.roleOf(route),
  });
};

/** Reading so many pages and media takes a function some two and a half seconds (docs/scale.md). */
const catalogBuildLimit = 20_000;
