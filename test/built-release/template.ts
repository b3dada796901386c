import { access, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, test } from "vitest";
import { type Deployment, type Resource, synthesize } from "#release/synthesis/synthesize.ts";
import { tokenMeaning, tokenPattern } from "#release/synthesis/tokens.ts";
import { limits, type Template, textOfTemplate } from "#release/template/nested-stacks.ts";
import packageFile from "../../package.json" with { type: "json" };
import { file, folder } from "./built.ts";
import { cfnLint } from "./cfn-lint.ts";
import { type EvaluatedResource, evaluatedTemplate, nestedFile } from "./evaluated-template.ts";

// biome-ignore lint/suspicious/noExplicitAny: as Pulumi and the template write it.
type Loose = any;

interface Comparison {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly stage: string;
  readonly environment: Readonly<Record<string, string>>;
}

const artefact = { ArtefactBucket: "some-bucket", ArtefactPrefix: "lectern/" };

const own = "arn:aws:acm:us-east-1:123456789012:certificate/own";

/** Stages whose settings none of the generator's syntheses has. */
const comparisons: readonly Comparison[] = [
  { name: "a stage without settings", stage: "trial", environment: {}, parameters: { Stage: "trial" } },
  {
    name: "production with a domain and alarms",
    stage: "production",
    environment: {
      DOMAIN_NAME: "field-notes.example",
      CERTIFICATE_ARN: own,
      ALARM_EMAIL: "editor@field-notes.example",
      MONTHLY_BUDGET_USD: "35",
      API_REQUESTS_PER_SECOND: "50",
      SITE_COMMENTS_ENABLED: "true",
      SITE_CORS_ORIGINS: '["*"]',
      ADMIN_GLOBAL_EDIT_LOCK: "true",
      SYNTHESIS_QUOTA: "raised",
    },
    parameters: {
      DomainName: "field-notes.example",
      CertificateArn: own,
      AlarmEmail: "editor@field-notes.example",
      MonthlyBudgetUsd: "35",
      ApiRequestsPerSecond: "50",
      SiteCommentsEnabled: "true",
      SiteCorsOrigins: "*",
      AdminGlobalEditLock: "true",
      ReserveConcurrency: "true",
    },
  },
  {
    name: "a stage that shares pages and counts logs",
    stage: "elsewhere",
    environment: {
      CLOUDWATCH_DASHBOARD: "true",
      HSTS_SUBDOMAINS: "true",
      API_REQUESTS_PER_SECOND: "1000",
      WAF_REQUESTS_PER_ADDRESS: "500",
      CLOUDFRONT_LOGS: "s3://other-logs/cdn/",
      PERMISSIONS_BOUNDARY: "arn:aws:iam::123456789012:policy/other",
      SITE_CORS_ORIGINS: '["https://app.example","https://www.example"]',
      SITE_SHARED_CACHE_SECONDS: "90",
      SITE_ROBOTS: "all",
    },
    parameters: {
      Stage: "elsewhere",
      CloudWatchDashboard: "true",
      HstsSubdomains: "true",
      ApiRequestsPerSecond: "1000",
      WebAclArn: "«Firewall.Arn»",
      CloudFrontLogsBucket: "other-logs",
      CloudFrontLogsFolder: "cdn",
      PermissionsBoundary: "arn:aws:iam::123456789012:policy/other",
      SiteCorsOrigins: "https://app.example,https://www.example",
      SiteSharedCacheSeconds: "90",
      SiteRobots: "all",
    },
  },
];

/** The folder of the archive's files, as whoever makes a stack uploads them. */
let unpacked: string;
let templates: Readonly<Record<string, Template>>;
const stages = new Map<string, Deployment>();

beforeAll(async () => {
  unpacked = join(folder, "template");
  const { version } = packageFile;
  const files = unzipSync(await readFile(file(`lectern-template-${version}.zip`)));
  const prefix = `lectern-template-${version}/`;
  for (const [name, content] of Object.entries(files)) {
    expect(name.startsWith(prefix)).toBe(true);
    const place = join(unpacked, name.slice(prefix.length));
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, content);
  }
  const names = Object.keys(files).filter((name) => name.endsWith(".json"));
  templates = Object.fromEntries(
    names.map((name) => [name.slice(prefix.length), JSON.parse(Buffer.from(files[name]!).toString())]),
  );
  for (const { stage, environment } of comparisons)
    stages.set(stage, await synthesize(stage, { SYNTHESIS_NAMES: "tokens", ...environment }));
});

/** What the template's own resources give in place of SST's. */
const inPlaceOf: Readonly<Record<string, string>> = {
  "«ProxySecret.Value»": "«ProxySecrets.Sent»",
  "«ProxySecret2.Value»": "«ProxySecrets.Others»",
  "«DownloadPublicKey1.Ref»": "«SigningKeys.KeyId»",
};

/** SST ends names by chance, and shortens those that would be too long. */
const ownName = (stage: string, { name, inputs }: Resource): string =>
  /-[a-z]{8}$/.test(inputs.name) ? `lectern-${stage}-${name}` : inputs.name;

/** The inputs of a synthesis, with names as the evaluated template has them. */
const comparable = (stage: string) => {
  const deployment = stages.get(stage)!;
  const names = new Map(
    deployment.resources
      .filter(({ type }) => /:(Function|Role)$/.test(type) && !type.startsWith("aws:cloudfront"))
      .map((each) => [each.name, ownName(stage, each)]),
  );
  const plain = (text: string): string =>
    text.replace(new RegExp(tokenPattern, "g"), (_, digits: string) => {
      const [name, attribute] = tokenMeaning(digits);
      const meant = `«${name}.${attribute}»`;
      return (attribute === "Ref" ? names.get(name) : undefined) ?? inPlaceOf[meant] ?? meant;
    });
  return (type: string): readonly Resource[] =>
    JSON.parse(plain(JSON.stringify(deployment.resources.filter((each) => each.type === type))));
};

const ofType = (made: ReadonlyMap<string, EvaluatedResource>, type: string) =>
  [...made.values()].filter((each) => each.type === type).map(({ properties }) => properties);

const nested = (stack: string): Template =>
  templates[nestedFile(templates["template.json"]!.Resources[stack]!.Properties)]!;

const byKey = <Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> =>
  Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));

/** Statements as Pulumi keeps them, in the words of IAM. */
const statementsOf = (json: string) =>
  JSON.parse(json).map(
    ({ actions, resources, effect = "Allow", conditions = [], principals = [] }: Loose) => ({
      effect,
      actions,
      resources,
      conditions: conditions.map(({ test, variable, values }: Loose) => [test, variable, values]).sort(),
      principals: principals.map(({ type, identifiers }: Loose) =>
        type === "*" ? "*" : { [type]: identifiers },
      ),
    }),
  );

const statementsIn = ({ Statement }: Loose) =>
  Statement.map(({ Effect, Action, Resource, Condition = {}, Principal }: Loose) => ({
    effect: Effect,
    actions: Action,
    resources: Resource,
    conditions: Object.entries(Condition)
      .flatMap(([test, of]: [string, Loose]) =>
        Object.entries(of).map(([variable, values]) => [test, variable, values]),
      )
      .sort(),
    principals: Principal === undefined ? [] : [Principal],
  }));

describe.each(comparisons)("$name", ({ stage, parameters }) => {
  const compared = () => {
    const made = evaluatedTemplate(templates, { ...artefact, ...parameters });
    return { made, inStage: comparable(stage) };
  };

  test("has the functions of SST's stage, with their settings, limits and roles", () => {
    const { made, inStage } = compared();
    const expected = inStage("aws:lambda/function:Function").map((resource) => {
      const { inputs } = resource;
      const { SST_KEY_FILE: _, SST_RESOURCE_App: __, ...variables } = inputs.environment.variables;
      const told = {
        description: inputs.description,
        variables,
        bundle: inputs.handler.replace(/^functions\/(.*)\.handler$/, "$1").replaceAll("/", "--"),
        handler: inputs.handler.split("/").at(-1),
        memory: inputs.memorySize,
        timeout: inputs.timeout,
        storage: inputs.ephemeralStorage.size,
        concurrency: inputs.reservedConcurrentExecutions,
        layers: inputs.layers,
        log: inputs.loggingConfig,
        role: inputs.role,
        runtime: [inputs.runtime, ...inputs.architectures],
      };
      return [ownName(stage, resource), told] as const;
    });
    const found = ofType(made, "AWS::Lambda::Function").map((each) => {
      const told = {
        description: each.Description.replace(/ version: .*$/, ""),
        variables: unquoted(each.Environment?.Variables, parameters),
        bundle: /^lectern\/functions\/(.*)-[0-9a-f]{12}\.zip$/.exec(each.Code.S3Key)?.[1],
        handler: each.Handler,
        memory: each.MemorySize,
        timeout: each.Timeout,
        storage: each.EphemeralStorage?.Size,
        concurrency: each.ReservedConcurrentExecutions,
        layers: each.Layers,
        log: { logFormat: each.LoggingConfig.LogFormat, logGroup: each.LoggingConfig.LogGroup },
        role: each.Role,
        runtime: [each.Runtime, ...each.Architectures],
      };
      return [each.FunctionName as string, told] as const;
    });
    const { [`lectern-${stage}-Setup`]: setup, ...others } = byKey(found);
    expect(setup).toBeDefined();
    expect(Object.keys(others).length).toBeGreaterThan(160);
    expect(others).toEqual(JSON.parse(JSON.stringify(byKey(expected))));
  });

  test("gives the roles of SST's stage their rights, and no others", () => {
    const { made, inStage } = compared();
    const expected = inStage("aws:iam/role:Role").map((resource) => [
      ownName(stage, resource),
      {
        trust: resource.inputs.assumeRolePolicy,
        managed: resource.inputs.managedPolicyArns ?? [],
        boundary: resource.inputs.permissionsBoundary ?? null,
        statements: (resource.inputs.inlinePolicies ?? []).flatMap(({ policy }: Loose) =>
          statementsOf(policy),
        ),
      },
    ]) as [string, unknown][];
    const found = ofType(made, "AWS::IAM::Role").map((each) => [
      each.RoleName,
      {
        trust: each.AssumeRolePolicyDocument,
        managed: each.ManagedPolicyArns ?? [],
        boundary: each.PermissionsBoundary ?? null,
        statements: (each.Policies ?? []).flatMap(({ PolicyDocument }: Loose) =>
          statementsIn(PolicyDocument),
        ),
      },
    ]) as [string, unknown][];
    const { [`lectern-${stage}-Setup`]: setup, ...others } = byKey(found);
    expect(setup).toBeDefined();
    expect(Object.keys(others).length).toBeGreaterThan(30);
    expect(others).toEqual(byKey(expected));
    const [policy] = ofType(made, "AWS::S3::BucketPolicy");
    const [bucketPolicy] = inStage("aws:s3/bucketPolicy:BucketPolicy");
    expect(statementsIn(policy.PolicyDocument)).toEqual(statementsOf(bucketPolicy!.inputs.policy));
  });

  test("has the routes of SST's stage, each with its function's alias and limits", () => {
    const { made, inStage } = compared();
    const uris = new Map(
      inStage("aws:apigatewayv2/integration:Integration").map(({ name, inputs }) => [
        name,
        inputs.integrationUri,
      ]),
    );
    const expected = inStage("aws:apigatewayv2/route:Route").map(({ inputs }) => {
      const [, integration = ""] = /«(.+)\.Ref»/.exec(inputs.target)!;
      return [`${inputs.apiId} ${inputs.routeKey}`, uris.get(integration)] as const;
    });
    const found = ofType(made, "AWS::ApiGatewayV2::Route").map((each) => {
      const [, integration = ""] = /«(.+)\.Ref»/.exec(each.Target)!;
      return [`${each.ApiId} ${each.RouteKey}`, made.get(integration)!.properties.IntegrationUri] as const;
    });
    expect(found.length).toBeGreaterThan(250);
    expect(byKey(found)).toEqual(byKey(expected));

    const allowed = ofType(made, "AWS::Lambda::Permission").map((each) => [
      each.FunctionName,
      each.SourceArn,
    ]);
    const allowedInStage = inStage("aws:lambda/permission:Permission").map(({ inputs }) => [
      `${inputs.function}:${inputs.qualifier}`,
      inputs.sourceArn,
    ]);
    expect(allowed.sort()).toEqual(allowedInStage.sort());

    const limitsOf = ofType(made, "AWS::ApiGatewayV2::Stage").map((each) => [
      each.ApiId,
      lowered(each.DefaultRouteSettings),
    ]);
    const limitsInStage = inStage("aws:apigatewayv2/stage:Stage").map(({ inputs }) => [
      inputs.apiId,
      inputs.defaultRouteSettings,
    ]);
    expect(limitsOf.sort()).toEqual(limitsInStage.sort());
    const slower = ofType(made, "AWS::ApiGatewayV2::Stage").flatMap((each) =>
      Object.entries(each.RouteSettings).map(([routeKey, of]) => ({ routeKey, ...(lowered(of) as Loose) })),
    );
    const slowerInStage = inStage("aws:apigatewayv2/stage:Stage").flatMap(
      ({ inputs }) => inputs.routeSettings,
    );
    expect(slower.sort(byRoute)).toEqual(slowerInStage.sort(byRoute));
  });

  test("calls functions on the schedules and streams of SST's stage", () => {
    const { made, inStage } = compared();
    const schedules = ofType(made, "AWS::Scheduler::Schedule").map((each) => [
      each.ScheduleExpression,
      each.Target.Arn,
    ]);
    const schedulesInStage = inStage("aws:scheduler/schedule:Schedule").map(({ inputs }) => [
      inputs.scheduleExpression,
      inputs.target.arn,
    ]);
    expect(schedules.sort()).toEqual(schedulesInStage.sort());
    const streams = ofType(made, "AWS::Lambda::EventSourceMapping").map((each) => [
      each.FunctionName,
      each.EventSourceArn,
      each.FilterCriteria.Filters[0].Pattern,
    ]);
    const streamsInStage = inStage("aws:lambda/eventSourceMapping:EventSourceMapping").map(({ inputs }) => [
      inputs.functionName,
      inputs.eventSourceArn,
      inputs.filterCriteria.filters[0].pattern,
    ]);
    expect(streams.sort()).toEqual(streamsInStage.sort());
    const live = ofType(made, "AWS::Lambda::Alias").map((each) => [each.FunctionName, each.Name]);
    const liveInStage = inStage("aws:lambda/alias:Alias").map(({ inputs }) => [
      inputs.functionName,
      inputs.name,
    ]);
    expect(live.sort()).toEqual(liveInStage.sort());
  });

  test("has CloudFront, alarms and parameters as SST's stage has them", () => {
    const { made, inStage } = compared();
    const [{ inputs }] = inStage("aws:cloudfront/distribution:Distribution") as [Resource];
    const [{ DistributionConfig: web }] = ofType(made, "AWS::CloudFront::Distribution");
    const behaviours = [web.DefaultCacheBehavior, ...web.CacheBehaviors];
    expect(behaviours.map(lowered)).toEqual([inputs.defaultCacheBehavior, ...inputs.orderedCacheBehaviors]);
    expect(web.Aliases).toEqual(inputs.aliases);
    expect(web.WebACLId).toBe(inputs.webAclId);
    expect(web.ViewerCertificate.AcmCertificateArn).toBe(inputs.viewerCertificate.acmCertificateArn);
    expect(
      web.Origins.map((each: Loose) => [each.Id, each.DomainName, each.OriginCustomHeaders?.[0].HeaderValue]),
    ).toEqual(
      inputs.origins.map((each: Loose) => [each.originId, each.domainName, each.customHeaders?.[0].value]),
    );

    const codes = ofType(made, "AWS::CloudFront::Function").map((each) =>
      unquoted(each.FunctionCode, parameters),
    );
    expect(codes.sort()).toEqual(
      inStage("aws:cloudfront/function:Function")
        .map((each) => each.inputs.code)
        .sort(),
    );

    const policies = ["CachePolicy", "OriginRequestPolicy", "ResponseHeadersPolicy"];
    for (const kind of policies) {
      const found = ofType(made, `AWS::CloudFront::${kind}`).map((each) => {
        const { name: _, ...others } = lowered(each[`${kind}Config`]) as Loose;
        return others;
      });
      const pulumiType = `aws:cloudfront/${kind.charAt(0).toLowerCase()}${kind.slice(1)}:${kind}`;
      const expected = inStage(pulumiType).map((each) => withoutItems(each.inputs));
      expect(found.length).toBeGreaterThan(0);
      expect(sortedTexts(found.map(withoutItems))).toEqual(sortedTexts(expected));
    }

    const alarms = ofType(made, "AWS::CloudWatch::Alarm").map((each) => [
      each.MetricName,
      each.Threshold,
      each.Period,
    ]);
    const alarmsInStage = inStage("aws:cloudwatch/metricAlarm:MetricAlarm").map((each) => [
      each.inputs.metricName,
      each.inputs.threshold,
      each.inputs.period,
    ]);
    expect(alarms.sort()).toEqual(alarmsInStage.sort());

    const told = ofType(made, "AWS::SSM::Parameter").map((each) => [each.Name, each.Value]);
    const toldInStage = inStage("aws:ssm/parameter:Parameter")
      .filter((each) => each.name !== "DownloadKey1")
      .map((each) => [each.inputs.name, each.inputs.value.value]);
    expect(told.sort()).toEqual(toldInStage.sort());
  });

  test("has as many resources of each kind as SST's stage", () => {
    const { made } = compared();
    const counts = (types: readonly string[]) =>
      byKey(types.map((type) => [type, types.filter((each) => each === type).length]));
    const inStage = stages
      .get(stage)!
      .resources.filter(({ name }) => name !== "DownloadKey1")
      .flatMap(({ type }) => kinds[type] ?? []);
    const own = ["AWS::Lambda::Version", "AWS::CloudFormation::Stack"];
    const found = [...made].filter(([id]) => !id.startsWith("Setup")).map(([, { type }]) => type);
    expect(counts(found.filter((type) => !own.includes(type) && !type.startsWith("Custom::")))).toEqual(
      counts(inStage),
    );
    expect(ofType(made, "AWS::Lambda::Version")).toHaveLength(ofType(made, "AWS::Lambda::Alias").length);
    // Whatever SST's stage has, somebody has decided what becomes of it.
    const unknown = stages
      .get(stage)!
      .resources.filter(({ type }) => type.startsWith("aws:") && !(type in kinds));
    expect(
      unknown.map(({ type, name }) => `${type} ${name}`).filter((each) => !withoutKind.test(each)),
    ).toEqual([]);
  });
});

const kinds: Readonly<Record<string, string>> = {
  "aws:apigatewayv2/api:Api": "AWS::ApiGatewayV2::Api",
  "aws:apigatewayv2/integration:Integration": "AWS::ApiGatewayV2::Integration",
  "aws:apigatewayv2/route:Route": "AWS::ApiGatewayV2::Route",
  "aws:apigatewayv2/stage:Stage": "AWS::ApiGatewayV2::Stage",
  "aws:budgets/budget:Budget": "AWS::Budgets::Budget",
  "aws:cloudfront/cachePolicy:CachePolicy": "AWS::CloudFront::CachePolicy",
  "aws:cloudfront/distribution:Distribution": "AWS::CloudFront::Distribution",
  "aws:cloudfront/function:Function": "AWS::CloudFront::Function",
  "aws:cloudfront/keyGroup:KeyGroup": "AWS::CloudFront::KeyGroup",
  "aws:cloudfront/originAccessControl:OriginAccessControl": "AWS::CloudFront::OriginAccessControl",
  "aws:cloudfront/originRequestPolicy:OriginRequestPolicy": "AWS::CloudFront::OriginRequestPolicy",
  "aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy": "AWS::CloudFront::ResponseHeadersPolicy",
  "aws:cloudwatch/dashboard:Dashboard": "AWS::CloudWatch::Dashboard",
  "aws:cloudwatch/logGroup:LogGroup": "AWS::Logs::LogGroup",
  "aws:cloudwatch/logMetricFilter:LogMetricFilter": "AWS::Logs::MetricFilter",
  "aws:cloudwatch/metricAlarm:MetricAlarm": "AWS::CloudWatch::Alarm",
  "aws:cloudwatch/queryDefinition:QueryDefinition": "AWS::Logs::QueryDefinition",
  "aws:dynamodb/table:Table": "AWS::DynamoDB::Table",
  "aws:iam/role:Role": "AWS::IAM::Role",
  "aws:lambda/alias:Alias": "AWS::Lambda::Alias",
  "aws:lambda/eventSourceMapping:EventSourceMapping": "AWS::Lambda::EventSourceMapping",
  "aws:lambda/function:Function": "AWS::Lambda::Function",
  "aws:lambda/layerVersion:LayerVersion": "AWS::Lambda::LayerVersion",
  "aws:lambda/permission:Permission": "AWS::Lambda::Permission",
  "aws:s3/bucket:Bucket": "AWS::S3::Bucket",
  "aws:s3/bucketPolicy:BucketPolicy": "AWS::S3::BucketPolicy",
  "aws:scheduler/schedule:Schedule": "AWS::Scheduler::Schedule",
  "aws:sns/topic:Topic": "AWS::SNS::Topic",
  "aws:ssm/parameter:Parameter": "AWS::SSM::Parameter",
  "aws:sns/topicSubscription:TopicSubscription": "AWS::SNS::Subscription",
};

/** What the bucket is made with, what SST needs itself, and what custom resources do. */
const withoutKind =
  /^aws:s3\/bucket(CorsConfiguration|LifecycleConfiguration|Objectv2|PublicAccessBlock|Versioning):|^aws:(apigateway\/apiKey|cloudfront\/publicKey|lambda\/invocation|wafv2\/webAcl):|^aws:(acm|route53)\//;

const lowered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(lowered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      (key.charAt(0).toLowerCase() + key.slice(1)).replace(/ARN$/, "Arn").replace(/TTL$/, "Ttl"),
      lowered(each),
    ]),
  );
};

/** Lists are in an object of their own here and there. */
const withoutItems = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutItems);
  if (typeof value !== "object" || value === null) return value;
  const { items, ...others } = value as { readonly items?: unknown };
  if (items !== undefined && Object.keys(others).length === 0) return withoutItems(items);
  return byKey(Object.entries(value).map(([key, each]) => [key, withoutItems(each)]));
};

const sortedTexts = (values: readonly unknown[]): string[] =>
  values.map((each) => JSON.stringify(each)).sort();

const byRoute = (one: { readonly routeKey: string }, other: { readonly routeKey: string }): number =>
  one.routeKey < other.routeKey ? -1 : 1;

/** With the origins that the stack's own function puts between quotation marks. */
const unquoted = <Value>(value: Value, { SiteCorsOrigins = "" }: Comparison["parameters"]): Value =>
  value === undefined
    ? value
    : JSON.parse(
        JSON.stringify(value).replaceAll(
          "«Settings.QuotedOrigins»",
          JSON.stringify(SiteCorsOrigins.split(",").join('","')).slice(1, -1),
        ),
      );

test("table and bucket have the keys, rules and protection of SST's, and logs their time", () => {
  const made = evaluatedTemplate(templates, artefact);
  const inStage = comparable("production");
  const [table] = ofType(made, "AWS::DynamoDB::Table");
  const [{ inputs }] = inStage("aws:dynamodb/table:Table") as [Resource];
  expect(table).toMatchObject({
    BillingMode: inputs.billingMode,
    DeletionProtectionEnabled: inputs.deletionProtectionEnabled,
    KeySchema: [
      { AttributeName: inputs.hashKey, KeyType: "HASH" },
      { AttributeName: inputs.rangeKey, KeyType: "RANGE" },
    ],
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: inputs.pointInTimeRecovery.enabled },
    StreamSpecification: { StreamViewType: inputs.streamViewType },
    TimeToLiveSpecification: { AttributeName: inputs.ttl.attributeName, Enabled: inputs.ttl.enabled },
  });
  const [bucket] = ofType(made, "AWS::S3::Bucket");
  const [lifecycle] = inStage("aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration");
  const rules = bucket.LifecycleConfiguration.Rules.map((each: Loose) => [
    each.Id,
    each.Prefix ?? "",
    each.ExpirationInDays,
    each.NoncurrentVersionExpiration?.NoncurrentDays,
    each.AbortIncompleteMultipartUpload?.DaysAfterInitiation,
    each.Status,
  ]);
  const rulesInStage = lifecycle!.inputs.rules.map((each: Loose) => [
    each.id,
    each.filter.prefix,
    each.expiration?.days,
    each.noncurrentVersionExpiration?.noncurrentDays,
    each.abortIncompleteMultipartUpload?.daysAfterInitiation,
    each.status,
  ]);
  expect(rules).toEqual(rulesInStage);
  expect(bucket.VersioningConfiguration).toEqual({ Status: "Enabled" });
  expect(Object.values(bucket.PublicAccessBlockConfiguration)).toEqual([true, true, true, true]);
  const groups = ofType(made, "AWS::Logs::LogGroup").map((each) => [each.LogGroupName, each.RetentionInDays]);
  for (const each of inStage("aws:cloudwatch/logGroup:LogGroup"))
    expect(groups).toContainEqual([each.inputs.name.replace(/-[a-z]{8}$/, ""), each.inputs.retentionInDays]);
});

test("each template is within the limits of CloudFormation", () => {
  expect(limits).toEqual({ resources: 500, parameters: 200, outputs: 200, bytes: 1_000_000 });
  const sizes = Object.values(templates).map((template) => ({
    resources: Object.keys(template.Resources).length,
    parameters: Object.keys(template.Parameters ?? {}).length,
    outputs: Object.keys(template.Outputs ?? {}).length,
    bytes: Buffer.byteLength(textOfTemplate(template)),
  }));
  expect(sizes.length).toBeGreaterThan(5);
  for (const size of sizes)
    for (const [name, most] of Object.entries(limits))
      expect(size[name as keyof typeof limits]).toBeLessThanOrEqual(most);
});

test("aliases move after all versions and the first snapshot, and nothing is left of a synthesis", () => {
  const order = Object.keys(templates["template.json"]!.Resources);
  const made = evaluatedTemplate(templates, artefact);
  const placeOf = (type: string) =>
    [...made.values()].filter((each) => each.type === type).map(({ stack }) => order.indexOf(stack));
  const [record] = placeOf("Custom::LecternReleaseRecord");
  expect(Math.max(...placeOf("AWS::Lambda::Version"))).toBeLessThan(record!);
  expect(Math.min(...placeOf("AWS::Lambda::Alias"))).toBeGreaterThan(record!);
  expect(nested("Release").Resources.ReleaseRecord!.DependsOn).toEqual(["FirstSnapshot", "AdminFiles"]);
  const { properties } = made.get("ReleaseRecord")!;
  const versions = [...made].filter(([, { type }]) => type === "AWS::Lambda::Version").map(([id]) => id);
  expect(properties.Functions).toHaveLength(versions.length);
  for (const [index, stack] of order.entries())
    if (index > 0)
      expect(JSON.stringify(templates["template.json"]!.Resources[stack])).toContain(order[index - 1]);
  const text = JSON.stringify(templates);
  expect(text).not.toMatch(tokenPattern);
  expect(text).not.toMatch(/stagetoken|123456789012|eu-central-1|918273645|token-of-|@token\./);
});

test("table, bucket and versions remain when the stack goes, and secrets are in no output", () => {
  const all = Object.values(templates).flatMap(({ Resources }) => Object.values(Resources));
  const staying = all.filter(({ Type }) => /::(Table|Bucket)$/.test(Type));
  expect(staying.map(({ DeletionPolicy }) => DeletionPolicy)).toEqual(["Retain", "Retain"]);
  const versions = all.filter(({ Type }) => Type === "AWS::Lambda::Version");
  expect(new Set(versions.map(({ DeletionPolicy }) => DeletionPolicy))).toEqual(
    new Set(["RetainExceptOnCreate"]),
  );
  expect(new Set(versions.map(({ UpdateReplacePolicy }) => UpdateReplacePolicy))).toEqual(
    new Set(["Retain"]),
  );
  for (const { Parameters = {} } of Object.values(templates))
    for (const [name, declared] of Object.entries(Parameters))
      if (/^ProxySecrets/.test(name))
        expect(declared).toEqual({ Type: "AWS::SSM::Parameter::Value<String>", NoEcho: true });
});

test("a function and its version say what the release and the parameters have made of it", () => {
  const made = evaluatedTemplate(templates, artefact);
  const all: string[] = ofType(made, "AWS::Lambda::Version").map(({ Description }) => Description);
  for (const text of all) expect(text).toMatch(/^version: [0-9a-f]{12} «Settings\.Digest»/);
  // AWS refuses a version of a function that has not changed: so that it has, it says the same.
  const functions = new Map(
    ofType(made, "AWS::Lambda::Function").map((each) => [each.FunctionName, each.Description as string]),
  );
  for (const { FunctionName, Description } of ofType(made, "AWS::Lambda::Version")) {
    const { properties } = made.get(/«(.*)\.Ref»/.exec(FunctionName)![1]!)!;
    expect(functions.get(properties.FunctionName)).toMatch(
      new RegExp(`${Description.replaceAll(".", "\\.")}$`),
    );
  }
  const about = (name: string) => all.filter((text) => text.includes(`«Settings.${name}»`)).length;
  expect(about("ProxySecretGeneration")).toBeGreaterThan(150);
  const signing = ofType(evaluatedTemplate(templates, artefact), "AWS::Lambda::Function").filter(
    (each) => each.Environment?.Variables.DOWNLOAD_KEY_ID,
  );
  expect(signing.length).toBeGreaterThan(1);
  expect(about("DownloadKeyGeneration")).toBe(signing.length);
  expect(about("DomainName")).toBe(2);
  expect(about("ReserveConcurrency")).toBe(0);
});

test("a table that is given takes the place of the stack's own everywhere", () => {
  const stream = "arn:aws:dynamodb:eu-central-1:123456789012:table/restored/stream/2026";
  const given = { ...artefact, ExistingTable: "restored", ExistingTableStreamArn: stream };
  const made = evaluatedTemplate(templates, given);
  expect(ofType(made, "AWS::DynamoDB::Table")).toEqual([]);
  const tables = ofType(made, "AWS::Lambda::Function").flatMap(
    (each) => each.Environment?.Variables.TABLE_NAME ?? [],
  );
  expect(new Set(tables)).toEqual(new Set(["restored"]));
  const streams = ofType(made, "AWS::Lambda::EventSourceMapping").map((each) => each.EventSourceArn);
  expect(new Set(streams)).toEqual(new Set([stream]));
  expect(JSON.stringify([...made.values()])).not.toContain("TableTable");
});

test("every bundle and layer that the templates name is in the archive, and has its handler", async () => {
  const made = evaluatedTemplate(templates, artefact);
  const functions = ofType(made, "AWS::Lambda::Function");
  const layers = ofType(made, "AWS::Lambda::LayerVersion").map(({ Content }) => Content.S3Key as string);
  expect(layers).toHaveLength(2);
  for (const key of layers) await access(join(unpacked, key.replace("lectern/", "")));
  for (const { Code, Handler } of functions) {
    const bundle = unzipSync(await readFile(join(unpacked, Code.S3Key.replace("lectern/", ""))));
    const source = Buffer.from(bundle[`${Handler.replace(/\.handler$/, "")}.mjs`] ?? "").toString();
    expect([Handler, /\bhandler\b/.test(source)]).toEqual([Handler, true]);
    expect(Object.keys(bundle).filter((name) => name.endsWith(".map"))).toEqual([]);
  }
  const uploading = functions.find((each) => each.Handler === "upload-image.handler");
  const bundle = unzipSync(await readFile(join(unpacked, uploading.Code.S3Key.replace("lectern/", ""))));
  expect(Object.keys(bundle)).toContain("node_modules/@img/sharp-linux-arm64/package.json");
});

test("a function of the archive can be loaded", async () => {
  const { Code, Handler } = evaluatedTemplate(templates, artefact).get("HealthFunction")!.properties;
  const bundle = unzipSync(await readFile(join(unpacked, Code.S3Key.replace("lectern/", ""))));
  const place = join(folder, "health");
  for (const [name, content] of Object.entries(bundle)) {
    await mkdir(dirname(join(place, name)), { recursive: true });
    await writeFile(join(place, name), content);
  }
  const { handler } = await import(join(place, Handler.replace(/handler$/, "mjs")));
  expect(handler).toBeTypeOf("function");
});

test("cfn-lint finds nothing in the templates, and something where there is a mistake", async () => {
  expect(await cfnLint(...Object.keys(templates).map((name) => join(unpacked, name)))).toBe("");
  const wrong = join(folder, "wrong.json");
  const text = JSON.stringify(nested("Base"));
  await writeFile(wrong, text.replace('"BillingMode":"PAY_PER_REQUEST"', '"BillingMode":"PER_MONTH"'));
  expect(await cfnLint(wrong)).toContain("PER_MONTH");
});
