/// <reference path="../.sst/platform/config.d.ts" />
import type { DeploymentSettings } from "./settings.ts";

/**
 * Refuses addresses that send too many requests in five minutes, before CloudFront does anything for them:
 * only where `WAF_REQUESTS_PER_ADDRESS` asks for it, because it has a price for each month (docs/cost.md).
 */
export const createFirewall = ({
  requestsPerAddress: limit,
}: Pick<DeploymentSettings, "requestsPerAddress">): aws.wafv2.WebAcl | undefined => {
  if (limit === undefined) return undefined;
  const shown = (metricName: string) => ({
    cloudwatchMetricsEnabled: true,
    sampledRequestsEnabled: true,
    metricName: `${$app.name}-${$app.stage}-${metricName}`,
  });
  return new aws.wafv2.WebAcl("Firewall", {
    // Of CloudFront, firewalls are in this region alone.
    region: "us-east-1",
    scope: "CLOUDFRONT",
    defaultAction: { allow: {} },
    rules: [
      {
        name: "requests-per-address",
        priority: 0,
        action: { block: { customResponse: { responseCode: 429 } } },
        statement: { rateBasedStatement: { aggregateKeyType: "IP", evaluationWindowSec: 300, limit } },
        visibilityConfig: shown("requests-per-address"),
      },
    ],
    visibilityConfig: shown("firewall"),
  });
};
