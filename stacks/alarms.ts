/// <reference path="../.sst/platform/config.d.ts" />
import type { Storage } from "./storage.ts";

/**
 * Alarms by e-mail to `ALARM_EMAIL`; without it, none. Within five minutes: five server errors, one throttled
 * DynamoDB request, or one failed snapshot. AWS first sends a link that confirms the address.
 */
export const createAlarms = (
  { table, settings }: Storage,
  api: sst.aws.ApiGatewayV2,
  snapshots: sst.aws.CronV2,
) => {
  const { alarmEmail: endpoint, monthlyBudgetUsd } = settings;
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
  if (monthlyBudgetUsd !== undefined) createBudget(monthlyBudgetUsd, endpoint);
};

/** Mail when the account has spent four fifths of an amount in a month, and when it will spend all of it. */
const createBudget = (limitUsd: number, email: string) =>
  new aws.budgets.Budget("Budget", {
    budgetType: "COST",
    limitAmount: String(limitUsd),
    limitUnit: "USD",
    timeUnit: "MONTHLY",
    notifications: [
      { notificationType: "ACTUAL", threshold: 80 },
      { notificationType: "FORECASTED", threshold: 100 },
    ].map((each) => ({
      ...each,
      thresholdType: "PERCENTAGE",
      comparisonOperator: "GREATER_THAN",
      subscriberEmailAddresses: [email],
    })),
  });
