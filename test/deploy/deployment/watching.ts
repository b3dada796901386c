import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { figureNames } from "#lib/settings/metrics.ts";
import { functionsByLiveArn, inputsOf, only } from "./resources.ts";
import { production, trial } from "./stages.ts";

describe("queries and a dashboard", () => {
  /** The members of a line, as docs/operations.md lists them and a test of requests compares them. */
  const documentedMembers = readFileSync("docs/operations.md", "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => line.split(" | ")[0]!.match(/(?<=`)\w+(?=`)/g) ?? []);
  const members = [
    "@timestamp",
    "level",
    ...documentedMembers,
    ...figureNames,
    "job",
    "outcome",
    "reason",
    "error",
  ];

  test("queries by route are saved with every stage, and ask for what the lines have", () => {
    const queries = inputsOf(trial, "aws:cloudwatch/queryDefinition:QueryDefinition");
    expect(queries.map(({ name }) => name).sort()).toEqual(
      ["cold starts", "failures", "jobs", "refusals", "routes", "slowest", "users"].map(
        (name) => `lectern-trial/${name}`,
      ),
    );
    for (const { queryString, logGroupNames } of queries) {
      expect(logGroupNames).toHaveLength(1);
      const made = [...queryString.matchAll(/ as (\w+)/g)].map(([, name]) => name);
      const known = new Set([...members, ...made, ...queryWords]);
      const words = queryString.match(/@?[a-z_A-Z]\w*/g) as string[];
      expect(words.filter((word) => !known.has(word))).toEqual([]);
    }
  });

  test("a dashboard is made only where it is asked for", () => {
    const { dashboardBody } = only(production, "aws:cloudwatch/dashboard:Dashboard");
    const { widgets } = JSON.parse(dashboardBody);
    expect(widgets).toHaveLength(6);
    expect(dashboardBody).toContain('["Lectern/production","SnapshotAge"]');
  });
});

test("the access log of the APIs has keys of routes, and no paths: some are secrets", () => {
  const formats = inputsOf(trial, "aws:apigatewayv2/stage:Stage").map(
    ({ accessLogSettings }) => accessLogSettings.format as string,
  );
  expect(formats).toHaveLength(2);
  for (const format of formats) {
    expect(format).toContain("$context.routeKey");
    expect(format).not.toContain("$context.path");
  }
});

const queryWords = [
  "filter",
  "fields",
  "stats",
  "sort",
  "limit",
  "by",
  "as",
  "desc",
  "and",
  "ispresent",
].concat(["count", "sum", "max", "pct"]);

describe("alarms", () => {
  type Alarm = Readonly<Record<string, unknown>> & {
    readonly namespace: string;
    readonly metricName: string;
    readonly dimensions?: object;
  };
  const alarms = () =>
    new Map<string, Alarm>(
      production.resources
        .filter(({ type }) => type === "aws:cloudwatch/metricAlarm:MetricAlarm")
        .map(({ name, inputs }) => [name, inputs]),
    );
  const filters = () => inputsOf(production, "aws:cloudwatch/logMetricFilter:LogMetricFilter");
  /** Series that cost money, if an account has more than ten. */
  const series = () => [
    ...figureNames,
    ...filters().map(
      ({ metricTransformation: { name } }: { metricTransformation: { name: string } }) => name,
    ),
  ];

  test("tell one address of what a site may suffer from", () => {
    expect([...alarms().keys()].sort()).toEqual([
      "Flood",
      "FunctionThrottles",
      "JobFailures",
      "ReadThrottles",
      "ScheduleLateness",
      "ServerErrors",
      "SlowAnswers",
      "SnapshotAge",
      "WebhookBacklog",
      "WriteThrottles",
    ]);
    for (const { alarmActions } of alarms().values()) expect(alarmActions).toEqual(["arn:aws:sns:::Alarms"]);
    expect(only(production, "aws:sns/topicSubscription:TopicSubscription")).toMatchObject({
      protocol: "email",
      endpoint: "editor@field-notes.example",
    });
  });

  test("are at most ten, on one metric each, and a stage has at most ten series: both are free of charge", () => {
    expect(alarms().size).toBeLessThanOrEqual(10);
    for (const { metricQueries, dimensions = {} } of alarms().values())
      expect([metricQueries, Object.keys(dimensions).length <= 1]).toEqual([undefined, true]);
    expect(series().length).toBeLessThanOrEqual(10);
    for (const { metricTransformation } of filters())
      expect(metricTransformation).not.toHaveProperty("dimensions");
  });

  test("watch AWS's own metrics, which cost nothing, or series that the stage has", () => {
    const own = [...alarms().values()].filter(({ namespace }) => !namespace.startsWith("AWS/"));
    for (const { namespace, metricName, dimensions } of own) {
      expect([namespace, dimensions]).toEqual(["Lectern/production", undefined]);
      expect(series()).toContain(metricName);
    }
    expect(own.map(({ metricName }) => metricName).sort()).toEqual(
      series()
        .filter((name) => name !== "ColdStarts")
        .sort(),
    );
  });

  test("are silent where nothing happens, but not where nobody looks any more", () => {
    const missing = new Map([...alarms()].map(([name, { treatMissingData }]) => [name, treatMissingData]));
    const { SnapshotAge, ...others } = Object.fromEntries(missing);
    expect(SnapshotAge).toBe("breaching");
    expect(new Set(Object.values(others))).toEqual(new Set(["notBreaching"]));
    // The job whose line is missed runs so often that an hour has many lines.
    const { period } = alarms().get("SnapshotAge")!;
    const schedules = inputsOf(production, "aws:scheduler/schedule:Schedule");
    const watching = schedules.find(({ target: { arn } }) => arn.includes("JobsWatchSite"));
    expect([period, watching.scheduleExpression]).toEqual([3_600, "rate(5 minutes)"]);
  });

  test("of jobs count what Lambda says of each of their runs", () => {
    const [{ pattern, logGroupName }] = filters();
    expect([pattern, logGroupName]).toEqual([
      '{ $.type = "platform.report" && $.record.status != "success" }',
      "/lectern/production/jobs",
    ]);
    const jobs = inputsOf(production, "aws:lambda/function:Function").filter(
      ({ loggingConfig }) => loggingConfig.logGroup === logGroupName,
    );
    expect(jobs.map(({ handler }) => handler).sort()).toEqual(
      inputsOf(production, "aws:scheduler/schedule:Schedule")
        .map(({ target: { arn } }) => functionsByLiveArn(production).get(arn).handler)
        .sort(),
    );
  });

  test("each has a chapter of the documentation", () => {
    const chapters = readFileSync("docs/operations.md", "utf8").matchAll(/^### (\w+)$/gm);
    expect([...chapters].map(([, name]) => name).sort()).toEqual([...alarms().keys()].sort());
  });

  test("tell the address when the account spends more in a month than it should", () => {
    expect(only(production, "aws:budgets/budget:Budget")).toMatchObject({
      budgetType: "COST",
      limitAmount: "12.5",
      limitUnit: "USD",
      timeUnit: "MONTHLY",
      notifications: [
        {
          notificationType: "ACTUAL",
          threshold: 80,
          subscriberEmailAddresses: ["editor@field-notes.example"],
        },
        { notificationType: "FORECASTED", threshold: 100 },
      ],
    });
  });

  test("without an address there are none, and nothing to pay for", () => {
    const watching = /metricAlarm|logMetricFilter|dashboard|sns|budget/;
    expect(trial.resources.filter(({ type }) => watching.test(type))).toEqual([]);
  });
});
