import { describe, expect, test } from "vitest";
import { estimatedJobs } from "#estimate/estimate.ts";
import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";
import { liveAlias, type ReleaseRecord, releaseKey } from "#lib/store/release-record.ts";
import { tableFormat } from "#lib/store/table-format.ts";
import type { Deployment } from "#release/synthesis/synthesize.ts";
import { layerFile } from "../../../layers/ffmpeg/programs.ts";
import {
  functionOf,
  functionsByLiveArn,
  inputsNamed,
  inputsOf,
  liveArn,
  only,
  permissionsIn,
  statementsOf,
} from "./resources.ts";
import { elsewhere, production, trial } from "./stages.ts";

describe("jobs", () => {
  test("each is called as often as its work needs", () => {
    const functions = functionsByLiveArn(trial);
    const planned = inputsOf(trial, "aws:scheduler/schedule:Schedule").map((schedule) => [
      schedule.scheduleExpression,
      functions.get(schedule.target.arn).handler,
    ]);
    expect(planned.sort()).toEqual([
      ["rate(1 hour)", "functions/jobs/remove-leftover-files.handler"],
      ["rate(1 minute)", "functions/jobs/deliver-webhooks.handler"],
      ["rate(1 minute)", "functions/jobs/publish-scheduled.handler"],
      ["rate(1 minute)", "functions/jobs/renew-feeds.handler"],
      ["rate(15 minutes)", "functions/jobs/snapshot-catalog.handler"],
      ["rate(5 minutes)", "functions/jobs/watch-site.handler"],
      ["rate(6 hours)", "functions/jobs/complete-media.handler"],
    ]);
  });

  test("estimates of costs know how often each is called, and its memory", () => {
    const functions = functionsByLiveArn(trial);
    const minutes: Readonly<Record<string, number>> = { minute: 1, minutes: 1, hour: 60, hours: 60 };
    const planned = inputsOf(trial, "aws:scheduler/schedule:Schedule").map((schedule) => {
      const [, count, unit] = /^rate\((\d+) (\w+)\)$/.exec(schedule.scheduleExpression)!;
      return `${1_440 / (Number(count) * minutes[unit!]!)} of ${functions.get(schedule.target.arn).memorySize} MB`;
    });
    expect(planned.sort()).toEqual(
      estimatedJobs.map(({ runsPerDay, mb }) => `${runsPerDay} of ${mb} MB`).sort(),
    );
  });

  test.each([
    ["feeds are renewed", "change log", "JobsRenewFeedsHandlerFunction", "CHANGES"],
    ["webhooks are called", "queue of deliveries", "JobsDeliverWebhooksHandlerFunction", "DELIVERIES"],
  ])(
    "%s at once after each new entry of the %s, and after nothing else",
    (_, __, functionName, partition) => {
      const mappings = inputsOf(trial, "aws:lambda/eventSourceMapping:EventSourceMapping");
      expect(mappings).toHaveLength(2);
      const mapping = mappings.find((each) => each.functionName === liveArn(functionName))!;
      expect(mapping).toMatchObject({
        eventSourceArn: "arn:aws:dynamodb:::TableTable/stream",
        startingPosition: "LATEST",
        maximumBatchingWindowInSeconds: 0,
        maximumRetryAttempts: 2,
      });
      expect(
        mapping.filterCriteria.filters.map(({ pattern }: { pattern: string }) => JSON.parse(pattern)),
      ).toEqual([{ eventName: ["INSERT"], dynamodb: { Keys: { pk: { S: [partition] } } } }]);
      expect(only(trial, "aws:dynamodb/table:Table")).toMatchObject({
        streamEnabled: true,
        streamViewType: "KEYS_ONLY",
      });
    },
  );

  test("CloudFront may be told to forget pages where it may keep them, by the job that follows changes", () => {
    const name = "JobsRenewFeedsHandlerFunction";
    const jobOf = (deployment: Deployment) => inputsNamed(deployment, name);
    const distribution = elsewhere.resources.find(({ type }) => type.endsWith(":Distribution"))!.name;
    const told = [trial, elsewhere].map((each) => jobOf(each).environment.variables.DISTRIBUTION_ID);
    expect(told).toEqual([undefined, `${distribution}-id`]);
    const policies = elsewhere.resources.flatMap(({ type, name, inputs }) =>
      type === "aws:iam/role:Role"
        ? (inputs.inlinePolicies ?? []).map((own: object) => ({ ...own, name }))
        : [],
    );
    const granted = policies.flatMap(({ policy, name: role }: { policy: string; name: string }) =>
      JSON.parse(policy)
        .flatMap(permissionsIn)
        .filter((permission: string) => permission.startsWith("cloudfront:"))
        .map((permission: string) => [role, permission]),
    );
    expect(granted).toEqual([
      [
        jobOf(elsewhere).role.split("/").at(-1),
        `cloudfront:CreateInvalidation on arn:aws:cloudfront:::${distribution}`,
      ],
    ]);
  });

  test("logs of CloudFront are counted where a stage names them, by a job that reads nothing else there", () => {
    const name = "JobsCountLogsHandlerFunction";
    const found = [trial, production].filter((stage) =>
      stage.resources.some((resource) => resource.name.startsWith("JobsCountLogs")),
    );
    expect(found).toEqual([]);
    const distribution = elsewhere.resources.find(({ type }) => type.endsWith(":Distribution"))!.name;
    const { environment, role } = inputsNamed(elsewhere, name);
    expect(environment.variables).toMatchObject({
      LOGS_BUCKET: "lectern-elsewhere-logs",
      LOGS_FOLDER: "cdn",
      DISTRIBUTION_ID: `${distribution}-id`,
    });
    const schedule = inputsOf(elsewhere, "aws:scheduler/schedule:Schedule").find(
      ({ target }) => target.arn === liveArn(name),
    );
    expect(schedule!.scheduleExpression).toBe("rate(6 hours)");
    const { inlinePolicies } = inputsNamed(elsewhere, role.split("/").at(-1)!);
    const statements = inlinePolicies.flatMap(({ policy }: { policy: string }) => JSON.parse(policy));
    const onLogs = statements.filter((each: { resources: string[] }) =>
      each.resources.some((resource) => resource.includes("lectern-elsewhere-logs")),
    );
    expect(onLogs).toMatchObject([
      {
        actions: ["s3:GetObject"],
        resources: [`arn:aws:s3:::lectern-elsewhere-logs/cdn/*${distribution}-id.*`],
      },
      {
        actions: ["s3:ListBucket"],
        resources: ["arn:aws:s3:::lectern-elsewhere-logs"],
        conditions: [{ test: "StringLike", variable: "s3:prefix", values: ["cdn/*"] }],
      },
    ]);
    expect(statements.flatMap(permissionsIn).filter((each: string) => /^s3:(Put|Delete)/.test(each))).toEqual(
      [],
    );
  });

  test("a snapshot has the memory, the disk and the time that a large catalog takes", () => {
    const room = { memorySize: 2048, ephemeralStorage: { size: 2048 }, timeout: 300 };
    expect(functionOf({ id: "jobs/snapshot-catalog" })).toMatchObject(room);
  });
});

describe("a release", () => {
  const [snapshots, first] = ["JobsSnapshotCatalogHandlerFunction", "FirstSnapshot"];
  const firstOf = (deployment: Deployment) => inputsNamed(deployment, first);

  test("stores a snapshot in its form after all its functions are there, and before any of them is called", () => {
    const waitsFor = new Map(trial.resources.map(({ name, waitsFor }) => [name, waitsFor]));
    const namesOf = (type: string) =>
      trial.resources.filter((each) => each.type === type).map(({ name }) => name);
    const functions = namesOf("aws:lambda/function:Function");
    expect(functions.length).toBeGreaterThan(routes.length);
    expect(functions.filter((name) => !waitsFor.get(first)!.includes(name))).toEqual([]);
    expect(functions.filter((name) => waitsFor.get(name)!.includes(first))).toEqual([]);
    expect(waitsFor.get("ReleaseRecord")).toContain(first);
    const aliases = namesOf("aws:lambda/alias:Alias");
    expect(aliases).toHaveLength(functions.length);
    expect(aliases.filter((name) => !waitsFor.get(name)!.includes("ReleaseRecord"))).toEqual([]);
  });

  test("is called by the aliases of its functions, and by nothing else", () => {
    const calls = [
      ...inputsOf(trial, "aws:apigatewayv2/integration:Integration").map((each) => each.integrationUri),
      ...inputsOf(trial, "aws:scheduler/schedule:Schedule").map(({ target }) => target.arn),
      ...inputsOf(trial, "aws:lambda/eventSourceMapping:EventSourceMapping").map((each) => each.functionName),
      ...inputsOf(trial, "aws:lambda/permission:Permission").map(
        (each) => `${each.function}:${each.qualifier}`,
      ),
    ];
    const functions = functionsByLiveArn(trial);
    expect(calls.filter((arn) => !functions.has(arn))).toEqual([]);
    // Functions call the prober, and a deployment the job of snapshots, too.
    const called = [...new Set(calls), liveArn("JobsProbeMediaFunction")];
    expect(called.sort()).toEqual([...functions.keys()].sort());
  });

  test("publishes a version of each function, notes all of them, and moves the aliases to these", () => {
    for (const { publish } of inputsOf(trial, "aws:lambda/function:Function")) expect(publish).toBe(true);
    const { bucket, key, content } = inputsNamed(trial, "ReleaseRecord");
    const record: ReleaseRecord = JSON.parse(content);
    expect(record).toMatchObject({ tableFormat, table: trial.outputs.table });
    expect([bucket, key]).toEqual([trial.outputs.bucket, releaseKey(record.id)]);
    expect(trial.outputs.release).toBe(record.id);
    const aliases = inputsOf(trial, "aws:lambda/alias:Alias");
    expect(Object.fromEntries(aliases.map((each) => [each.functionName, each.functionVersion]))).toEqual(
      record.functions,
    );
    for (const { name, description } of aliases)
      expect([name, description]).toEqual([liveAlias, `${record.id} (gone back: 2)`]);
  });

  test("stores it whenever the code, the settings or the table of that job change", () => {
    const inputs = firstOf(trial);
    expect(inputs).toMatchObject({ functionName: snapshots, input: '{"isDeployment":true}' });
    expect(inputs.triggers.code).toBe(functionOf({ id: "jobs/snapshot-catalog" }).s3Key);
    expect(JSON.parse(inputs.triggers.environment).variables).toMatchObject({ TABLE_NAME: "TableTable" });
    expect(firstOf(elsewhere).triggers.environment).toContain("restored-table");
    // With the default, an update with the same triggers, or a removal, calls nothing.
    expect(inputs.lifecycleScope).toBeUndefined();
  });
});

test("functions of routes open the snapshot ahead and leave large catalogs to the job, and jobs make them", () => {
  const following = routes
    .filter(({ uses }) => uses.includes("catalog"))
    .map(({ id }) => `functions/${id}.handler`);
  for (const [name, value] of [
    ["CATALOG_BUILD_LIMIT", "20000"],
    ["CATALOG_AHEAD", "true"],
  ] as const) {
    const having = inputsOf(trial, "aws:lambda/function:Function")
      .filter(({ environment }) => environment.variables[name] === value)
      .map(({ handler }) => handler);
    expect(having.sort(), name).toEqual(following.sort());
  }
});

describe("the prober", () => {
  const id = "jobs/probe-media";
  test("runs on arm64, as its programs do, with no more disk than is free", () => {
    expect(functionOf({ id })).toMatchObject({
      architectures: ["arm64"],
      memorySize: 2048,
      ephemeralStorage: { size: 512 },
    });
  });

  test("has ffprobe and ffmpeg as layers, from zips that are uploaded as they are", () => {
    expect(functionOf({ id }).layers).toEqual([
      "arn:aws:lambda:::LayerFfprobe",
      "arn:aws:lambda:::LayerFfmpeg",
    ]);
    const layers = inputsOf(trial, "aws:lambda/layerVersion:LayerVersion");
    expect(layers.map(({ code }) => code.path)).toEqual([layerFile("ffprobe"), layerFile("ffmpeg")]);
    for (const { compatibleArchitectures } of layers) expect(compatibleArchitectures).toEqual(["arm64"]);
  });

  test("is the only function with layers", () => {
    const others = inputsOf(production, "aws:lambda/function:Function").filter(
      ({ handler, layers }) => layers?.length > 0 && handler !== `functions/${id}.handler`,
    );
    expect(others).toEqual([]);
  });

  test("may read uploads, sound and film, write uploads, and nothing else", () => {
    const bucket = "arn:aws:s3:::FilesBucket";
    expect(statementsOf({ id }).flatMap(permissionsIn)).toEqual([
      `s3:GetObject on ${bucket}/uploads/*`,
      `s3:GetObject on ${bucket}/audios/*`,
      `s3:GetObject on ${bucket}/videos/*`,
      `s3:PutObject on ${bucket}/uploads/*`,
      `s3:AbortMultipartUpload on ${bucket}/uploads/*`,
      `s3:ListBucket on ${bucket}`,
    ]);
  });

  test("is known by name to the functions that ask it, and to no others", () => {
    const prober = "arn:aws:lambda:::JobsProbeMediaFunction:live";
    const asking = [...routes, fallback].filter(({ uses }) => uses.includes("prober"));
    const told = inputsOf(trial, "aws:lambda/function:Function").filter(
      ({ environment }) => environment.variables.PROBER_FUNCTION === prober,
    );
    const handlers = [...asking.map(({ id }) => id), "jobs/complete-media"].map(
      (id) => `functions/${id}.handler`,
    );
    expect(told.map(({ handler }) => handler).sort()).toEqual(handlers.sort());
  });
});
