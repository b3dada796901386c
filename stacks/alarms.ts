/// <reference path="../.sst/platform/config.d.ts" />
import type { createJobs } from "./jobs.ts";
import type { Storage } from "./storage.ts";

/**
 * Alarms by e-mail to `ALARM_EMAIL`; without it, none. Within five minutes: five server errors, one throttled
 * DynamoDB request, or one failed snapshot. AWS first sends a link that confirms the address.
 */
export const createAlarms = (
  { table }: Storage,
  api: sst.aws.ApiGatewayV2,
  { snapshots }: ReturnType<typeof createJobs>,
) => {
  const endpoint = process.env.ALARM_EMAIL;
  if (!endpoint) return;
  const topic = new aws.sns.Topic("Alarms");
  new aws.sns.TopicSubscription("AlarmsByEmail", { topic: topic.arn, protocol: "email", endpoint });

  const alarm = (
    name: string,
    args: Pick<aws.cloudwatch.MetricAlarmArgs, "namespace" | "metricName" | "dimensions" | "threshold">,
  ) =>
    new aws.cloudwatch.MetricAlarm(name, {
      ...args,
      statistic: "Sum",
      period: 300,
      evaluationPeriods: 1,
      comparisonOperator: "GreaterThanOrEqualToThreshold",
      treatMissingData: "notBreaching",
      alarmActions: [topic.arn],
    });
  alarm("ServerErrors", {
    namespace: "AWS/ApiGateway",
    metricName: "5xx",
    dimensions: { ApiId: api.nodes.api.id },
    threshold: 5,
  });
  for (const metricName of ["ReadThrottleEvents", "WriteThrottleEvents"])
    alarm(metricName, {
      namespace: "AWS/DynamoDB",
      metricName,
      dimensions: { TableName: table.name },
      threshold: 1,
    });
  alarm("FailedSnapshots", {
    namespace: "AWS/Lambda",
    metricName: "Errors",
    dimensions: { FunctionName: snapshots.nodes.function.name },
    threshold: 1,
  });
};
