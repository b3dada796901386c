/// <reference path="../.sst/platform/config.d.ts" />
import type { FigureName } from "#lib/settings/metrics.ts";
import { namespaceOfStage } from "./function-defaults.ts";
import type { Storage } from "./storage.ts";

/**
 * Alarms by e-mail to `ALARM_EMAIL`; without it, none. AWS first sends a link that confirms the address.
 * docs/operations.md says what each means. An account has ten free of charge, and as many series of metrics.
 */
export const createAlarms = (storage: Storage, api: sst.aws.ApiGatewayV2) => {
  const { alarmEmail: endpoint, monthlyBudgetUsd } = storage.settings;
  if (!endpoint) return;
  const topic = new aws.sns.Topic("Alarms");
  new aws.sns.TopicSubscription("AlarmsByEmail", { topic: topic.arn, protocol: "email", endpoint });
  countJobFailures(storage);
  for (const [name, { description, ...alarm }] of Object.entries(alarmsOf(storage, api)))
    new aws.cloudwatch.MetricAlarm(name, {
      alarmDescription: `${$app.stage}: ${description} (docs/operations.md#${name.toLowerCase()})`,
      comparisonOperator: "GreaterThanOrEqualToThreshold",
      // Most alarms count what should not happen, so missing figures are good.
      treatMissingData: "notBreaching",
      ...alarm,
      alarmActions: [topic.arn],
    });
  if (monthlyBudgetUsd !== undefined) createBudget(monthlyBudgetUsd, endpoint);
};

type Alarm = Omit<aws.cloudwatch.MetricAlarmArgs, "comparisonOperator"> & { readonly description: string };

const alarmsOf = (
  { table, settings }: Storage,
  api: sst.aws.ApiGatewayV2,
): Readonly<Record<string, Alarm>> => {
  const ofApi = (metricName: string) => ({
    namespace: "AWS/ApiGateway",
    metricName,
    dimensions: { ApiId: api.nodes.api.id },
  });
  const ofTable = (metricName: string) => ({
    namespace: "AWS/DynamoDB",
    metricName,
    dimensions: { TableName: table.name },
  });
  return {
    ServerErrors: {
      description: "five or more requests failed within five minutes",
      ...ofApi("5xx"),
      ...atLeast(5, { within: 300 }),
    },
    SlowAnswers: {
      description: "for a quarter of an hour, one answer in ten has taken five seconds or more",
      ...ofApi("Latency"),
      extendedStatistic: "p90",
      // A site with few visitors has many cold starts among its requests, which say nothing yet.
      evaluateLowSampleCountPercentiles: "ignore",
      period: 300,
      evaluationPeriods: 3,
      threshold: 5_000,
    },
    Flood: {
      description: "for five minutes, half as many requests came as the stage lets through",
      ...ofApi("Count"),
      ...atLeast((settings.requestsPerSecond / 2) * 300, { within: 300 }),
    },
    ReadThrottles: {
      description: "DynamoDB throttled reads",
      ...ofTable("ReadThrottleEvents"),
      ...atLeast(1, { within: 300 }),
    },
    WriteThrottles: {
      description: "DynamoDB throttled writes",
      ...ofTable("WriteThrottleEvents"),
      ...atLeast(1, { within: 300 }),
    },
    FunctionThrottles: {
      description: "Lambda refused calls of functions: the account runs as many as it may",
      // Counts all functions of the account in this region, because they share its quota.
      namespace: "AWS/Lambda",
      metricName: "Throttles",
      ...atLeast(1, { within: 300 }),
    },
    JobFailures: {
      description: "a job failed, and so did its repetitions",
      namespace: namespaceOfStage(),
      metricName: jobFailures,
      ...atLeast(3, { within: 900 }),
    },
    ScheduleLateness: {
      description: "a post has been due for five minutes or more, and is not published",
      ...always("ScheduleLateness", { atLeast: 300, for: 900 }),
    },
    SnapshotAge: {
      description: "for an hour, a new snapshot has been due, or nobody has looked whether one is",
      ...always("SnapshotAge", { atLeast: 1, for: 3_600 }),
      // The job that measures always writes a figure: 0 while nothing changes.
      treatMissingData: "breaching",
    },
    WebhookBacklog: {
      description: "a call of a webhook has waited for an hour or more",
      ...always("WebhookBacklog", { atLeast: 3_600, for: 900 }),
    },
  };
};

/** Alarms at so many events within so many seconds. */
const atLeast = (threshold: number, { within: period }: { readonly within: number }) => ({
  statistic: "Sum",
  period,
  evaluationPeriods: 1,
  threshold,
});

/** Alarms when a figure was as high in each line that has it, for so many seconds. */
const always = (
  figure: FigureName,
  { atLeast: threshold, for: period }: { atLeast: number; for: number },
) => ({
  namespace: namespaceOfStage(),
  metricName: figure,
  statistic: "Minimum",
  period,
  evaluationPeriods: 1,
  threshold,
});

const jobFailures = "JobFailures";

/** Counts failures by Lambda's own report of a call, which also tells of too much time or memory. */
const countJobFailures = ({ logs }: Storage) =>
  new aws.cloudwatch.LogMetricFilter("FailuresOfJobs", {
    logGroupName: logs.jobs.name,
    pattern: '{ $.type = "platform.report" && $.record.status != "success" }',
    metricTransformation: { namespace: namespaceOfStage(), name: jobFailures, value: "1", unit: "Count" },
  });

/**
 * Sends mail when the account has spent four fifths of an amount in a month, and when it will spend all of
 * it.
 */
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
