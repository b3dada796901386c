/// <reference path="../.sst/platform/config.d.ts" />
import { figureNames } from "#lib/settings/metrics.ts";
import type { Apis } from "./api.ts";
import { namespaceOfStage } from "./function-defaults.ts";
import type { Storage } from "./storage.ts";

/** One page of graphs, if `CLOUDWATCH_DASHBOARD` asks for it. An account has three free of charge. */
export const createDashboard = ({ table, logs, settings }: Storage, { api, heads }: Apis) => {
  if (!settings.dashboard) return;
  const { region } = settings;
  const graph = (title: string, metrics: readonly Line[], stat = "Sum") => ({
    type: "metric",
    width: 12,
    height: 6,
    properties: { title, region, metrics, stat, period: 300, view: "timeSeries" },
  });
  const ids = [api, heads].map(({ nodes }) => nodes.api.id);
  const body = $util.all([table.name, logs.requests.name, ...ids]).apply(([name, group, ...apiIds]) => {
    const ofApis = (metric: string): Line[] =>
      apiIds.map((apiId) => ["AWS/ApiGateway", metric, "ApiId", apiId]);
    const ofTable = (metric: string): Line => ["AWS/DynamoDB", metric, "TableName", name];
    return {
      widgets: [
        graph("Requests, refused and failed ones", ["Count", "4xx", "5xx"].flatMap(ofApis)),
        graph("Milliseconds of nine answers in ten", ofApis("Latency"), "p90"),
        graph("Units of DynamoDB", ["ConsumedReadCapacityUnits", "ConsumedWriteCapacityUnits"].map(ofTable)),
        graph("Throttled by DynamoDB", ["ReadThrottleEvents", "WriteThrottleEvents"].map(ofTable)),
        graph(
          "What waits, in seconds, and cold starts",
          figureNames.map((figure) => [namespaceOfStage(), figure]),
          "Maximum",
        ),
        {
          type: "log",
          width: 12,
          height: 6,
          properties: { title: "Newest failures", region, query: newestFailures(group), view: "table" },
        },
      ],
    };
  });
  new aws.cloudwatch.Dashboard("Dashboard", {
    dashboardName: `lectern-${$app.stage}`,
    dashboardBody: $jsonStringify(body),
  });
};

type Line = readonly string[];

const newestFailures = (group: string): string =>
  `SOURCE '${group}' | filter status >= 500 | fields @timestamp, route, request_id, error | sort @timestamp desc | limit 20`;
