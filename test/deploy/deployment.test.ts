import { sign, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import vm from "node:vm";
import { beforeAll, describe, expect, test } from "vitest";
import { estimatedJobs } from "#cli/estimate/estimate.ts";
import { fileKey } from "#lib/files/file-key.ts";
import type { Files } from "#lib/files/files.ts";
import { fallback } from "#lib/routes/fallback.ts";
import { endpointsBesidePages, gapsIn } from "#lib/routes/gaps.ts";
import type { Route, Use } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { figureNames } from "#lib/settings/metrics.ts";
import { tableDescription } from "#lib/store/table.ts";
import { feedServer } from "#local/feed-server.ts";
import { layerFile } from "../../layers/ffmpeg/programs.ts";
import { rightsByType } from "../../stacks/deployer-rights.ts";
import { deployerFile, deployerTemplate } from "../../stacks/write-deployer.ts";
import { allowing, deployerFor } from "./deployer-policies.ts";
import { type Deployment, type Resource, synthesize } from "./synthesize.ts";

/** `trial` is disposable and has no settings; `production` is a public site with some. */
let trial: Deployment;
let production: Deployment;
/**
 * Has a table and a certificate that exist, its third key, and bounded roles; another site uses it. It shares
 * pages.
 */
let elsewhere: Deployment;

const boundary = "arn:aws:iam::123456789012:policy/boundary";

const certificate = "arn:aws:acm:us-east-1:123456789012:certificate/own";

beforeAll(async () => {
  trial = await synthesize("trial", { DISPOSABLE_STAGE: "true" });
  production = await synthesize("production", {
    DOMAIN_NAME: "field-notes.example",
    ALARM_EMAIL: "editor@field-notes.example",
    MONTHLY_BUDGET_USD: "12.50",
    CLOUDWATCH_DASHBOARD: "true",
    API_REQUESTS_PER_SECOND: "50",
    SITE_COMMENTS_ENABLED: "true",
    ADMIN_GLOBAL_EDIT_LOCK: "true",
    SOMETHING_ELSE: "stays behind",
  });
  elsewhere = await synthesize("elsewhere", {
    EXISTING_TABLE: "restored-table",
    PERMISSIONS_BOUNDARY: boundary,
    DOMAIN_NAME: "field-notes.example",
    CERTIFICATE_ARN: certificate,
    SITE_CORS_ORIGINS: '["https://app.example"]',
    DOWNLOAD_KEY_GENERATION: "3",
    PROXY_SECRET_GENERATION: "2",
    SITE_SHARED_CACHE_SECONDS: "60",
  });
}, 300_000);

const inputsOf = (deployment: Deployment, type: string) =>
  deployment.resources.filter((resource) => resource.type === type).map(({ inputs }) => inputs);

const only = (deployment: Deployment, type: string) => {
  const found = inputsOf(deployment, type);
  expect(found).toHaveLength(1);
  return found[0];
};

const functionOf = ({ id }: Pick<Route, "id">) =>
  inputsOf(trial, "aws:lambda/function:Function").find(
    ({ handler }) => handler === `functions/${id}.handler`,
  );

/** Each action on each resource, such as `s3:GetObject on arn:…`. */
const permissionsIn = ({ actions, resources }: { actions: string[]; resources: string[] }): string[] =>
  actions.flatMap((action) => resources.map((resource) => `${action} on ${resource}`));

const roleOf = (route: Pick<Route, "id">): Resource => {
  const roleName = functionOf(route).role.split(":").at(-1);
  return trial.resources.find(({ name }) => name === roleName)!;
};

const statementsOf = (route: Pick<Route, "id">) => {
  const role = roleOf(route).inputs;
  expect(role.managedPolicyArns).toEqual([
    "arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole",
  ]);
  return role.inlinePolicies.flatMap(({ policy }: { policy: string }) => JSON.parse(policy));
};

const idsOfFunctions = (): string[] =>
  inputsOf(trial, "aws:lambda/function:Function").map(
    ({ handler }) => /^functions\/(.+)\.handler$/.exec(handler)![1]!,
  );

/** The functions whose role has a permission, such as `s3:GetObject on arn:…`. */
const holdersOf = (permission: string): string[] =>
  idsOfFunctions()
    .filter((id) => statementsOf({ id }).flatMap(permissionsIn).includes(permission))
    .sort();

describe("routing", () => {
  /** The route key that leads to each handler, as API Gateway would follow it. */
  const routed = (): [string, string][] => {
    const named = new Map(trial.resources.map(({ name, inputs }) => [name, inputs]));
    const handlers = new Map(
      trial.resources
        .filter(({ type }) => type === "aws:lambda/function:Function")
        .map(({ name, inputs }) => [`arn:aws:lambda:::${name}`, inputs.handler]),
    );
    return inputsOf(trial, "aws:apigatewayv2/route:Route").map(({ routeKey, target }) => {
      const integration = named.get(/^integrations\/(.+)-id$/.exec(target)![1]!);
      return [routeKey, handlers.get(integration.integrationUri)];
    });
  };

  test.each(routes)("$method $path leads to the function $id", (route) => {
    const key = `${route.method} ${route.path.replace(/(?<=.)\/$/, "")}`;
    expect(routed()).toContainEqual([key, `functions/${route.id}.handler`]);
  });

  test.each(routes.filter(({ method }) => method === "GET"))("HEAD $path leads where GET does", (route) => {
    const key = `HEAD ${route.path.replace(/(?<=.)\/$/, "")}`;
    expect(routed()).toContainEqual([key, `functions/${route.id}.handler`]);
  });

  test("whatever no route matches leads to the fallback", () => {
    expect(routed()).toContainEqual(["$default", "functions/fallback.handler"]);
  });

  test.each([
    "GET /api/{path+}",
    "HEAD /api/{path+}",
    "GET /accounts",
    "HEAD /accounts/{path+}",
    "POST /api",
    "POST /api/{path+}",
    "POST /accounts",
    "POST /media/{path+}",
  ])("%s leads to the fallback, and not to the site's pages", (key) => {
    expect(routed()).toContainEqual([key, "functions/fallback.handler"]);
  });

  test.each(["GET /", "HEAD /", "GET /{path+}", "HEAD /{path+}"])("%s leads to the site's pages", (key) => {
    expect(routed()).toContainEqual([key, "functions/site/pages/read.handler"]);
  });

  test.each(gapsIn(routes))("$method $path leads to the fallback, and not to a placeholder", (gap) => {
    const key = `${gap.method} ${gap.path.replace(/\/$/, "")}`;
    expect(routed()).toContainEqual([key, "functions/fallback.handler"]);
  });

  test("there are no other keys, none twice, and none that API Gateway would refuse", () => {
    const keys = routed().map(([key]) => key);
    const keysFor = ({ method }: Route, paths: readonly string[]) =>
      paths.length * (method === "GET" ? 2 : 1);
    const expected = routes.map((route) => keysFor(route, [route.path, ...route.aliases]));
    const others = [...endpointsBesidePages(fallback, routes), ...gapsIn(routes)];
    const forFallback = others.map(({ method, path }) => keysFor({ method } as Route, [path]));
    expect(keys).toHaveLength([...expected, ...forFallback].reduce((sum, count) => sum + count, 1));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.filter((key) => /.\/$/.test(key.replace(/^.* /, "")))).toEqual([]);
  });

  test("each function has one integration for all its keys", () => {
    const targets = inputsOf(trial, "aws:apigatewayv2/integration:Integration").map(
      ({ integrationUri }) => integrationUri,
    );
    expect(targets).toHaveLength(routes.length + 1);
    expect(new Set(targets).size).toBe(targets.length);
  });

  test("the API takes 200 requests a second, or as many as are set, and ten of those that derive keys", () => {
    const { defaultRouteSettings, routeSettings } = only(trial, "aws:apigatewayv2/stage:Stage");
    expect(defaultRouteSettings).toEqual({ throttlingRateLimit: 200, throttlingBurstLimit: 400 });
    const keys = ["POST /accounts/login", "POST /accounts/password", "POST /accounts/password-change"];
    expect(routeSettings.map(({ routeKey }: { routeKey: string }) => routeKey).sort()).toEqual([
      ...keys,
      "POST /api/token",
    ]);
    for (const { throttlingRateLimit, throttlingBurstLimit } of routeSettings)
      expect([throttlingRateLimit, throttlingBurstLimit]).toEqual([10, 20]);
    const { defaultRouteSettings: fewer } = only(production, "aws:apigatewayv2/stage:Stage");
    expect(fewer).toEqual({ throttlingRateLimit: 50, throttlingBurstLimit: 100 });
  });

  test("functions get events of payload 2.0, and preflight requests as well", () => {
    for (const { payloadFormatVersion } of inputsOf(trial, "aws:apigatewayv2/integration:Integration"))
      expect(payloadFormatVersion).toBe("2.0");
    expect(only(trial, "aws:apigatewayv2/api:Api").corsConfiguration).toEqual({});
  });
});

describe("quotas", () => {
  const rolesOwn = (): string[] =>
    inputsOf(production, "aws:iam/role:Role").map(({ inlinePolicies = [] }) =>
      inlinePolicies.map(({ policy }: { policy: string }) => policy).join(""),
    );
  /** What a stage has of each kind, or the most that anything of it has. */
  const needed: Readonly<Record<string, () => number>> = {
    "routes of an HTTP API": () => inputsOf(production, "aws:apigatewayv2/route:Route").length,
    "integrations of an HTTP API": () =>
      inputsOf(production, "aws:apigatewayv2/integration:Integration").length,
    "stages of an HTTP API": () => inputsOf(production, "aws:apigatewayv2/stage:Stage").length,
    "IAM roles": () => inputsOf(production, "aws:iam/role:Role").length,
    "managed policies of a role": () =>
      Math.max(
        ...inputsOf(production, "aws:iam/role:Role").map(
          ({ managedPolicyArns }) => managedPolicyArns?.length ?? 0,
        ),
      ),
    "characters of a role's own policies": () => Math.max(...rolesOwn().map(({ length }) => length)),
    "CloudFront cache policies": () => inputsOf(production, "aws:cloudfront/cachePolicy:CachePolicy").length,
    "CloudFront origin request policies": () =>
      inputsOf(production, "aws:cloudfront/originRequestPolicy:OriginRequestPolicy").length,
    "CloudFront response headers policies": () =>
      inputsOf(production, "aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy").length,
    "CloudFront functions": () => inputsOf(production, "aws:cloudfront/function:Function").length,
    "CloudFront key groups": () => inputsOf(elsewhere, "aws:cloudfront/keyGroup:KeyGroup").length,
    "CloudFront public keys": () => inputsOf(elsewhere, "aws:cloudfront/publicKey:PublicKey").length,
    "CloudFront distributions": () => inputsOf(production, "aws:cloudfront/distribution:Distribution").length,
  };

  /** By its name: the default of AWS, and what docs/deploy.md says that a stage needs at most. */
  const documented = new Map(
    readFileSync("docs/deploy.md", "utf8")
      .split("\n")
      .map((line) => /^\| ([\w' ]+) \| ([\d,]+)[^|]* \| ([\d,]+)(:[^|]*)? \|$/.exec(line))
      .filter((row) => row !== null)
      .map(([, name = "", quota = "", most = ""]) => [
        name,
        [quota, most].map((text) => Number(text.replace(",", ""))),
      ]),
  );

  test.each(Object.entries(needed))("a stage needs no more %s than documented", (name, count) => {
    const [quota = 0, most = 0] = documented.get(name) ?? [];
    expect(count()).toBeGreaterThan(0);
    expect(count()).toBeLessThanOrEqual(most);
    const isPerAccount = /^(IAM|CloudFront)/.test(name);
    expect(isPerAccount ? 5 * most : most).toBeLessThanOrEqual(quota);
  });

  test("an account with few functions at a time, or few roles left, is warned of", () => {
    expect(trial.warnings).toEqual([
      expect.stringMatching(/^This account runs 10 functions at a time/),
      expect.stringMatching(/^This account has room for 100 roles of 1,000/),
    ]);
  });
});

describe("functions", () => {
  test("there is one for each route, one for the rest, one for each job, and no other", () => {
    const handlers = inputsOf(trial, "aws:lambda/function:Function").map(({ handler }) => handler);
    const jobs = [
      "publish-scheduled",
      "remove-leftover-files",
      "probe-media",
      "renew-feeds",
      "deliver-webhooks",
      "snapshot-catalog",
      "watch-site",
    ];
    const ids = [...routes.map(({ id }) => id), fallback.id, ...jobs.map((job) => `jobs/${job}`)];
    const expected = ids.map((id) => `functions/${id}.handler`);
    expect(handlers.sort()).toEqual(expected.sort());
  });

  test.each([...routes, fallback])("$id runs on Node 24 and arm64 within its limits", (route) => {
    expect(functionOf(route)).toMatchObject({
      runtime: "nodejs24.x",
      architectures: ["arm64"],
      timeout: route.limits.timeoutSeconds,
      memorySize: route.limits.memoryMb,
    });
  });

  test("the image library is installed with those that make images, and no other package with any", () => {
    const withPackages = Object.entries(trial.built).flatMap(([handler, { installed }]) =>
      installed.length > 0 ? [[handler, installed] as const] : [],
    );
    const makingImages = [
      "administration/manifest/apply",
      ...["editor/media/upload-image", "editor/media/upload-video", "videos/upload"],
    ];
    expect(Object.fromEntries(withPackages)).toEqual(
      Object.fromEntries(makingImages.map((id) => [`functions/${id}.handler`, ["sharp"]])),
    );
  });

  test("what is imported on demand is not loaded with a function", () => {
    expect(Object.values(trial.built).every(({ split }) => split)).toBe(true);
  });

  test("API Gateway waits for every function that it calls to its end", () => {
    const timeouts = [...routes, fallback].map((route) => functionOf(route).timeout);
    expect(Math.max(...timeouts)).toBeLessThan(30);
  });

  test("logs are structured and kept for a month, those of jobs apart", () => {
    for (const { loggingConfig, handler } of inputsOf(trial, "aws:lambda/function:Function")) {
      const isJob = handler.startsWith("functions/jobs/") && !handler.includes("probe-media");
      const logGroup = `/lectern/trial/${isJob ? "jobs" : "requests"}`;
      expect(loggingConfig).toMatchObject({ logFormat: "JSON", logGroup });
    }
    for (const { retentionInDays } of inputsOf(trial, "aws:cloudwatch/logGroup:LogGroup"))
      expect(retentionInDays).toBe(30);
  });

  test("the site's settings reach every function, and nothing else of the deployer's environment", () => {
    const ofSomeOnly =
      /^(SST_.*|CATALOG_BUILD_LIMIT|DOWNLOAD_KEY_.*|PROBER_FUNCTION|PUBLIC_ORIGIN|FEED_CACHE_SECONDS|(OTHER_)?PROXY_SECRETS?|ONLY_BY_PROXY)$/;
    for (const { environment } of inputsOf(production, "aws:lambda/function:Function")) {
      const own = Object.entries(environment.variables).filter(([name]) => !ofSomeOnly.test(name));
      expect(Object.fromEntries(own)).toEqual({
        TABLE_NAME: production.outputs.table,
        BUCKET_NAME: production.outputs.bucket,
        LOG_REQUESTS: "true",
        METRICS_NAMESPACE: "Lectern/production",
        TRUST_FORWARDED_HOST: "true",
        SITE_COMMENTS_ENABLED: "true",
        ADMIN_GLOBAL_EDIT_LOCK: "true",
      });
    }
  });

  test("none is kept warm, and none stands in a network of its own", () => {
    const kinds = trial.resources.map(({ type }) => type);
    expect(kinds.filter((type) => /^aws:ec2|provisionedConcurrency/.test(type))).toEqual([]);
  });
});

describe("rights", () => {
  const reading = ["dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query"];
  const writing = [
    "dynamodb:ConditionCheckItem",
    "dynamodb:DeleteItem",
    "dynamodb:PutItem",
    "dynamodb:UpdateItem",
  ];
  const readingUploads = ["s3:GetObject", "s3:ListMultipartUploadParts"];
  const table = "arn:aws:dynamodb:::TableTable";
  const bucket = "arn:aws:s3:::FilesBucket";
  const filesBelow = (folder: string) => `${bucket}/${folder}/*`;
  const mediaFiles = ["images", "audios", "videos"].map(filesBelow);
  const [uploads, snapshots] = [filesBelow("uploads"), filesBelow("snapshots")];
  const all = (actions: string[], ...resources: string[]) => permissionsIn({ actions, resources });
  const storing = ["s3:PutObject", "s3:DeleteObject"];
  const seeingMissing = all(["s3:ListBucket"], bucket);
  const meantByUse: Record<Use, string[]> = {
    "table:read": all(reading, table),
    "table:write": all([...reading, ...writing], table),
    catalog: [...all(reading, table), ...all(["s3:GetObject"], snapshots)],
    "snapshots:write": [...all([...storing, "s3:AbortMultipartUpload"], snapshots), ...seeingMissing],
    "feeds:write": [
      ...all(["s3:GetObject", ...storing], filesBelow("_feeds"), filesBelow("feed-state")),
      ...seeingMissing,
    ],
    "media:read": [...all(["s3:GetObject"], ...mediaFiles), ...seeingMissing],
    "uploads:read": [...all(readingUploads, uploads), ...seeingMissing],
    "uploads:write": [
      ...all([...readingUploads, ...storing, "s3:AbortMultipartUpload"], uploads),
      ...seeingMissing,
    ],
    "media:delete": all(["s3:DeleteObject"], ...mediaFiles),
    "media:sign": all(["ssm:GetParameter"], "arn:aws:ssm:::DownloadKey1"),
    "images:write": all(storing, filesBelow("images")),
    "audios:write": all(storing, filesBelow("audios")),
    "videos:write": all(storing, filesBelow("videos")),
    api: [],
    "credentials:write": all(
      writing.filter((action) => !action.endsWith("ConditionCheckItem")),
      table,
    ),
    "secrets:read": all(["dynamodb:GetItem"], table),
    "secrets:write": all(["dynamodb:PutItem", "dynamodb:DeleteItem"], table),
    prober: all(["lambda:InvokeFunction"], "arn:aws:lambda:::JobsProbeMediaFunction"),
  };

  test.each([...routes, fallback])("$id may do what its uses say: $uses", (route) => {
    const statements = statementsOf(route);
    const given = statements.flatMap(permissionsIn);
    const meant = route.uses.flatMap((use) => meantByUse[use]);
    expect(new Set(given)).toEqual(new Set(meant));
  });

  test.each<[string, readonly Use[]]>([
    ["jobs/publish-scheduled", ["table:write"]],
    ["jobs/remove-leftover-files", ["table:write", "media:delete"]],
    ["jobs/snapshot-catalog", ["catalog", "table:write", "snapshots:write"]],
    ["jobs/watch-site", ["catalog"]],
  ])("the job %s may do what is said of %j, and nothing else", (id, uses) => {
    const meant = uses.flatMap((use) => meantByUse[use]);
    expect(new Set(statementsOf({ id }).flatMap(permissionsIn))).toEqual(new Set(meant));
  });

  test("the job that renews feeds knows where people find the site, and how long CloudFront keeps a feed", () => {
    const { PUBLIC_ORIGIN, FEED_CACHE_SECONDS } = functionOf({ id: "jobs/renew-feeds" }).environment
      .variables;
    expect([PUBLIC_ORIGIN, FEED_CACHE_SECONDS]).toEqual(["https://site.cloudfront.example", "65"]);
  });

  test.each<[string, readonly Use[]]>([
    ["jobs/renew-feeds", ["catalog", "table:write", "feeds:write", "media:read"]],
    ["jobs/deliver-webhooks", ["catalog", "table:write", "secrets:read"]],
  ])("the job %s may do what is said of %j, and read the table's stream", (id, uses) => {
    const stream = ["DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"];
    const meant = [
      ...uses.flatMap((use) => meantByUse[use]),
      ...stream.map((action) => `dynamodb:${action} on ${table}/stream`),
    ];
    const given = statementsOf({ id }).flatMap(permissionsIn);
    expect(new Set(given)).toEqual(new Set(meant));
  });

  /** The functions whose role allows an action on an item, as IAM would see it. */
  const allowedOn = (action: string, partition: string, attributes = ["pk", "sk", "anything"]): string[] => {
    const matches = (value: string, patterns: string[]) =>
      patterns.some((pattern) =>
        pattern.endsWith("*") ? value.startsWith(pattern.slice(0, -1)) : value === pattern,
      );
    type Condition = { test: string; variable: string; values: string[] };
    const holds = ({ test, variable, values }: Condition): boolean => {
      const asked = variable === "dynamodb:LeadingKeys" ? [partition] : attributes;
      if (!/^ForAllValues:String(Not)?(Equals|Like)$/.test(test))
        throw new Error(`unknown condition ${test}`);
      return asked.every((value) => matches(value, values) !== test.includes("Not"));
    };
    type Statement = { actions: string[]; resources: string[]; conditions?: Condition[] };
    return idsOfFunctions()
      .filter((id) =>
        statementsOf({ id }).some(
          ({ actions, resources, conditions = [] }: Statement) =>
            resources.includes(table) && actions.includes(`dynamodb:${action}`) && conditions.every(holds),
        ),
      )
      .sort();
  };

  const usersOf = (...uses: Use[]): string[] =>
    [...routes, fallback]
      .filter((route) => uses.some((use) => route.uses.includes(use)))
      .map(({ id }) => id)
      .sort();

  test("the partition of secrets is read by those that sign, and written by those that set secrets", () => {
    expect(allowedOn("GetItem", "SECRETS")).toEqual(
      ["jobs/deliver-webhooks", ...usersOf("secrets:read")].sort(),
    );
    for (const action of ["PutItem", "DeleteItem"])
      expect(allowedOn(action, "SECRETS")).toEqual(usersOf("secrets:write"));
    for (const action of ["BatchGetItem", "Query", "UpdateItem", "ConditionCheckItem"])
      expect(allowedOn(action, "SECRETS")).toEqual([]);
  });

  const credentials = ["CREDENTIAL#0123", "TOKENS", "USERS", "USERNAME#ada"];

  test("accounts, tokens and sessions are written by the functions that sign in and administrate", () => {
    const signingIn = ["login", "logout", "password", "password-change"].map((name) => `accounts/${name}`);
    const others = ["administration/", "editor/tokens/", "themes/select", "token/exchange"];
    for (const id of usersOf("credentials:write"))
      expect(signingIn.includes(id) || others.some((start) => id.startsWith(start)), id).toBe(true);
    for (const partition of credentials)
      for (const action of ["PutItem", "UpdateItem", "DeleteItem"])
        expect(allowedOn(action, partition)).toEqual(usersOf("credentials:write"));
  });

  test("of a token, the others write only when it was used", () => {
    const lastUse = ["pk", "sk", "lastUsedAt"];
    expect(allowedOn("UpdateItem", "CREDENTIAL#0123", lastUse)).toEqual(usersOf("table:write"));
    expect(allowedOn("UpdateItem", "USERS", lastUse)).toEqual(usersOf("credentials:write"));
  });

  test("no job reads accounts, tokens or sessions", () => {
    for (const partition of credentials)
      for (const action of ["GetItem", "BatchGetItem", "Query"])
        expect(allowedOn(action, partition).filter((id) => id.startsWith("jobs/"))).toEqual([]);
    expect(allowedOn("Query", "PAGE#1")).toContain("jobs/publish-scheduled");
  });

  test("every function that may write writes what is neither a secret nor a credential", () => {
    const writesNothing = ["jobs/probe-media", "jobs/watch-site"];
    const jobs = idsOfFunctions().filter((id) => id.startsWith("jobs/") && !writesNothing.includes(id));
    for (const partition of ["PAGE#1", "SITE", "CHANGES", "RECEIPT#0"])
      for (const action of ["PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"])
        expect(allowedOn(action, partition)).toEqual(
          expect.arrayContaining([...usersOf("table:write"), ...jobs].sort()),
        );
  });
});

describe("the bucket", () => {
  const uploading = ["editor/media/upload-image", "editor/media/upload-audio", "editor/media/upload-video"];
  const applying = "administration/manifest/apply";
  const takingUploads = [
    applying,
    ...uploading,
    "videos/upload",
    ...["create", "presign", "complete", "delete"].map((verb) => `editor/uploads/${verb}`),
  ];
  const seeingUploads = [...takingUploads, "editor/uploads/list", "editor/uploads/read"];
  const feeds = "jobs/renew-feeds";
  const showingTranscripts = ["audios/webplayer", "audios/webplayer-for-post", "site/pages/read"];
  const servingFiles = [...showingTranscripts, ...[applying, "editor/media/read-transcript", feeds]];
  const removingFiles = [
    applying,
    "audios/delete",
    "editor/media/delete-audio",
    "editor/media/delete-image",
    "editor/media/delete-transcript",
    "editor/media/delete-video",
    "videos/delete",
    "jobs/remove-leftover-files",
  ];
  const [snapshots, prober] = ["jobs/snapshot-catalog", "jobs/probe-media"];

  test.each<[string, string, readonly string[]]>([
    ["s3:GetObject", "/images/*", servingFiles],
    ["s3:PutObject", "/images/*", [applying, "editor/media/upload-image"]],
    ["s3:DeleteObject", "/images/*", ["editor/media/upload-image", ...removingFiles]],
    ["s3:GetObject", "/audios/*", [...servingFiles, prober]],
    ["s3:PutObject", "/audios/*", [applying, "editor/media/put-transcript", "editor/media/upload-audio"]],
    [
      "s3:DeleteObject",
      "/audios/*",
      ["editor/media/put-transcript", "editor/media/upload-audio", ...removingFiles],
    ],
    ["s3:GetObject", "/videos/*", [...servingFiles, prober]],
    ["s3:PutObject", "/videos/*", [applying, "editor/media/upload-video", "videos/upload"]],
    ["s3:DeleteObject", "/videos/*", ["editor/media/upload-video", "videos/upload", ...removingFiles]],
    ["s3:GetObject", "/uploads/*", [...seeingUploads, prober]],
    ["s3:ListMultipartUploadParts", "/uploads/*", seeingUploads],
    ["s3:PutObject", "/uploads/*", [...takingUploads, prober]],
    ["s3:AbortMultipartUpload", "/uploads/*", [...takingUploads, prober]],
    ["s3:DeleteObject", "/uploads/*", takingUploads],
    ["s3:PutObject", "/snapshots/*", [snapshots]],
    ["s3:AbortMultipartUpload", "/snapshots/*", [snapshots]],
    ["s3:DeleteObject", "/snapshots/*", [snapshots]],
    ...["/_feeds/*", "/feed-state/*"].flatMap((place): [string, string, readonly string[]][] =>
      ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"].map((action) => [action, place, [feeds]]),
    ),
    ["s3:ListBucket", "", [snapshots, prober, ...new Set([...servingFiles, ...seeingUploads])]],
  ])("grants %s on %j to those that need it", (action, place, functions) => {
    expect(holdersOf(`${action} on arn:aws:s3:::FilesBucket${place}`)).toEqual(functions.toSorted());
  });

  test("grants the key that signs addresses of files to those that sign", () => {
    const signing = ["administration/export/files", "site/media/read"];
    expect(holdersOf("ssm:GetParameter on arn:aws:ssm:::DownloadKey1")).toEqual(signing);
    const told = idsOfFunctions().filter((id) => functionOf({ id }).environment.variables.DOWNLOAD_KEY_ID);
    expect(told.sort()).toEqual(signing);
  });

  test("lets whoever follows the catalog begin at a snapshot", () => {
    const following = routes.filter(({ uses }) => uses.includes("catalog")).map(({ id }) => id);
    const holders = holdersOf("s3:GetObject on arn:aws:s3:::FilesBucket/snapshots/*");
    expect(holders).toEqual(
      [...following, snapshots, feeds, "jobs/deliver-webhooks", "jobs/watch-site"].sort(),
    );
  });

  test("grants nothing else, and nothing by a pattern but what is below these folders", () => {
    const folders = ["images", "audios", "videos", "uploads", "snapshots", "_feeds", "feed-state"];
    const places = new Set(["", ...folders.map((folder) => `/${folder}/*`)]);
    const granted = idsOfFunctions().flatMap((id) => statementsOf({ id }).flatMap(permissionsIn));
    const onBucket = granted.filter((permission: string) => permission.startsWith("s3:"));
    expect(onBucket.length).toBeGreaterThan(80);
    const elsewhere = onBucket.filter(
      (permission: string) => !places.has(permission.split(" on arn:aws:s3:::FilesBucket")[1] ?? "elsewhere"),
    );
    expect(elsewhere).toEqual([]);
    expect(granted.filter((permission: string) => /^\*|:\*| on \*/.test(permission))).toEqual([]);
  });
});

describe("trust", () => {
  const roles = () => trial.resources.filter(({ type }) => type === "aws:iam/role:Role");
  const trusted = (role: { readonly inputs: Resource["inputs"] }) =>
    role.inputs.assumeRolePolicy.Statement.map(({ Effect, Action, Principal }: Record<string, object>) => ({
      Effect,
      Action,
      Principal,
    }));
  const service = (name: string) => [
    { Effect: "Allow", Action: "sts:AssumeRole", Principal: { Service: `${name}.amazonaws.com` } },
  ];

  test("only Lambda takes on the role of a function", () => {
    for (const id of idsOfFunctions()) expect([id, trusted(roleOf({ id }))]).toEqual([id, service("lambda")]);
  });

  test("only the scheduler takes on the others, each of which may start the function of its job", () => {
    const others = roles().filter(({ name }) => !idsOfFunctions().some((id) => roleOf({ id }).name === name));
    const started = others.map((role) => {
      expect(trusted(role)).toEqual(service("scheduler"));
      return role.inputs.inlinePolicies.flatMap(({ policy }: { policy: string }) =>
        JSON.parse(policy).flatMap(permissionsIn),
      );
    });
    expect(started.sort()).toEqual(
      [
        "JobsDeliverWebhooks",
        "JobsPublishScheduled",
        "JobsRemoveLeftoverFiles",
        "JobsRenewFeeds",
        "JobsSnapshotCatalog",
        "JobsWatchSite",
      ].map((job) => [`lambda:InvokeFunction on arn:aws:lambda:::${job}HandlerFunction`]),
    );
  });

  test("the prober is invoked by the functions that take sounds and films, and by no service", () => {
    expect(holdersOf("lambda:InvokeFunction on arn:aws:lambda:::JobsProbeMediaFunction")).toEqual([
      "administration/manifest/apply",
      "editor/media/upload-audio",
      "editor/media/upload-video",
      "videos/upload",
    ]);
    const open = inputsOf(trial, "aws:lambda/permission:Permission");
    expect(open.filter(({ function: arn }) => arn.includes(":::Jobs"))).toEqual([]);
  });

  test("API Gateway invokes the functions of routes, for this API only", () => {
    const open = inputsOf(trial, "aws:lambda/permission:Permission");
    const invoked = new Set(open.map(({ function: arn }) => arn));
    expect(invoked.size).toBe(routes.length + 1);
    for (const permission of open)
      expect(permission).toMatchObject({
        action: "lambda:InvokeFunction",
        principal: "apigateway.amazonaws.com",
        sourceArn: "arn:aws:execute-api:::api/*",
      });
  });
});

describe("jobs", () => {
  test("each is called as often as its work needs", () => {
    const handlers = new Map(
      trial.resources.map(({ name, inputs }) => [`arn:aws:lambda:::${name}`, inputs.handler]),
    );
    const planned = inputsOf(trial, "aws:scheduler/schedule:Schedule").map((schedule) => [
      schedule.scheduleExpression,
      handlers.get(schedule.target.arn),
    ]);
    expect(planned.sort()).toEqual([
      ["rate(1 hour)", "functions/jobs/remove-leftover-files.handler"],
      ["rate(1 minute)", "functions/jobs/deliver-webhooks.handler"],
      ["rate(1 minute)", "functions/jobs/publish-scheduled.handler"],
      ["rate(1 minute)", "functions/jobs/renew-feeds.handler"],
      ["rate(15 minutes)", "functions/jobs/snapshot-catalog.handler"],
      ["rate(5 minutes)", "functions/jobs/watch-site.handler"],
    ]);
  });

  test("estimates of costs know how often each is called, and its memory", () => {
    const memories = new Map(
      trial.resources.map(({ name, inputs }) => [`arn:aws:lambda:::${name}`, inputs.memorySize]),
    );
    const minutes: Readonly<Record<string, number>> = { minute: 1, minutes: 1, hour: 60 };
    const planned = inputsOf(trial, "aws:scheduler/schedule:Schedule").map((schedule) => {
      const [, count, unit] = /^rate\((\d+) (\w+)\)$/.exec(schedule.scheduleExpression)!;
      return `${1_440 / (Number(count) * minutes[unit!]!)} of ${memories.get(schedule.target.arn)} MB`;
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
      const mapping = mappings.find((each) => each.functionName === functionName)!;
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
    const jobOf = ({ resources }: Deployment) => resources.find((each) => each.name === name)!.inputs;
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
        jobOf(elsewhere).role.split(":").at(-1),
        `cloudfront:CreateInvalidation on arn:aws:cloudfront:::${distribution}`,
      ],
    ]);
  });

  test("a snapshot has the memory, the disk and the time that a large catalog takes", () => {
    const room = { memorySize: 2048, ephemeralStorage: { size: 2048 }, timeout: 300 };
    expect(functionOf({ id: "jobs/snapshot-catalog" })).toMatchObject(room);
  });
});

describe("a release", () => {
  const [snapshots, first] = ["JobsSnapshotCatalogHandlerFunction", "FirstSnapshot"];
  const firstOf = ({ resources }: Deployment) => resources.find(({ name }) => name === first)!;

  test("stores a snapshot in its form before any other function changes, but for the prober", () => {
    const waitsFor = new Map(trial.resources.map(({ name, waitsFor }) => [name, waitsFor]));
    expect(waitsFor.get(first)).toContain(snapshots);
    const functions = trial.resources.filter(({ type }) => type === "aws:lambda/function:Function");
    const before = functions.filter((each) => !each.waitsFor.includes(first)).map(({ name }) => name);
    expect(before.sort()).toEqual(["JobsProbeMediaFunction", snapshots]);
    expect(functions.length).toBeGreaterThan(routes.length);
  });

  test("stores it whenever the code, the settings or the table of that job change", () => {
    const { inputs } = firstOf(trial);
    expect(inputs).toMatchObject({ functionName: snapshots, input: '{"isDeployment":true}' });
    expect(inputs.triggers.code).toBe(functionOf({ id: "jobs/snapshot-catalog" }).s3Key);
    expect(JSON.parse(inputs.triggers.environment).variables).toMatchObject({ TABLE_NAME: "TableTable" });
    expect(firstOf(elsewhere).inputs.triggers.environment).toContain("restored-table");
    // With the default, an update with the same triggers, or a removal, calls nothing.
    expect(inputs.lifecycleScope).toBeUndefined();
  });
});

test("functions of routes leave large catalogs to the job, and jobs make them", () => {
  const limited = inputsOf(trial, "aws:lambda/function:Function")
    .filter(({ environment }) => environment.variables.CATALOG_BUILD_LIMIT === "20000")
    .map(({ handler }) => handler);
  const following = routes.filter(({ uses }) => uses.includes("catalog"));
  expect(limited.sort()).toEqual(following.map(({ id }) => `functions/${id}.handler`).sort());
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
    const asking = [...routes, fallback].filter(({ uses }) => uses.includes("prober"));
    const told = inputsOf(trial, "aws:lambda/function:Function").filter(
      ({ environment }) => environment.variables.PROBER_FUNCTION === "JobsProbeMediaFunction",
    );
    const handlers = asking.map((route) => `functions/${route.id}.handler`);
    expect(told.map(({ handler }) => handler).sort()).toEqual(handlers.sort());
  });
});

describe("storage", () => {
  test("the table has the keys and the expiry that the store describes", () => {
    const table = only(trial, "aws:dynamodb/table:Table");
    expect(table.hashKey).toBe(tableDescription.partitionKey);
    expect(table.rangeKey).toBe(tableDescription.sortKey);
    expect(table.ttl).toEqual({ attributeName: tableDescription.expiry, enabled: true });
    expect(table.attributes).toEqual([
      { name: tableDescription.partitionKey, type: "S" },
      { name: tableDescription.sortKey, type: "S" },
    ]);
    expect(table.globalSecondaryIndexes).toEqual([]);
  });

  test("the table is paid per request and can be restored to a point in time", () => {
    expect(only(trial, "aws:dynamodb/table:Table")).toMatchObject({
      billingMode: "PAY_PER_REQUEST",
      pointInTimeRecovery: { enabled: true },
    });
  });

  test("the bucket is closed to the public, and to whoever comes without encryption", () => {
    expect(only(trial, "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock")).toMatchObject({
      blockPublicAcls: true,
      blockPublicPolicy: true,
      ignorePublicAcls: true,
      restrictPublicBuckets: true,
    });
    const [encrypted, ...allowed] = JSON.parse(only(trial, "aws:s3/bucketPolicy:BucketPolicy").policy);
    expect(encrypted).toMatchObject({
      effect: "Deny",
      actions: ["s3:*"],
      conditions: [{ variable: "aws:SecureTransport", values: ["false"] }],
    });
    // The only ones to be let in: see the tests of feeds.
    for (const { principals } of allowed)
      expect(principals).toEqual([{ type: "Service", identifiers: ["cloudfront.amazonaws.com"] }]);
    expect(inputsOf(trial, "aws:s3/bucketCorsConfiguration:BucketCorsConfiguration")).toEqual([]);
  });

  test("pages of other sites send the parts of uploads where they are allowed to", () => {
    expect(only(elsewhere, "aws:s3/bucketCorsConfiguration:BucketCorsConfiguration").corsRules).toEqual([
      {
        allowedOrigins: ["https://app.example"],
        allowedMethods: ["GET", "HEAD", "PUT"],
        allowedHeaders: ["*"],
        exposeHeaders: ["ETag"],
        maxAgeSeconds: 7_200,
      },
    ]);
  });

  const lifecycle = (): { filter: { prefix: string }; [action: string]: unknown }[] => {
    const { rules } = only(trial, "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration");
    for (const { status } of rules) expect(status).toBe("Enabled");
    return rules;
  };

  test("replaced and deleted media remain as long as the table can be restored, other files for a day", () => {
    expect(only(trial, "aws:s3/bucketVersioning:BucketVersioning").versioningConfiguration.status).toBe(
      "Enabled",
    );
    const days = lifecycle().flatMap(({ filter, noncurrentVersionExpiration: kept }) =>
      kept ? [[filter.prefix, (kept as { noncurrentDays: number }).noncurrentDays]] : [],
    );
    const media = ["images/", "audios/", "videos/"].map((folder) => [folder, 35]);
    const others = ["uploads/", "snapshots/", "_feeds/", "feed-state/"].map((folder) => [folder, 1]);
    expect(days.sort()).toEqual([...media, ...others].sort());
  });

  test("temporary uploads, parts of broken ones and marks of deletion expire, no other file", () => {
    const expiring = lifecycle().flatMap(({ filter, expiration, abortIncompleteMultipartUpload: parts }) =>
      expiration || parts ? [{ filter, expiration, parts }] : [],
    );
    expect(expiring).toEqual([
      { filter: { prefix: "uploads/" }, expiration: { days: 1 } },
      {
        filter: { prefix: "" },
        expiration: { expiredObjectDeleteMarker: true },
        parts: { daysAfterInitiation: 1 },
      },
    ]);
  });

  test("a stage is protected against removal, and its data remains, unless it is disposable", () => {
    expect(production.app).toMatchObject({ protect: true, removal: "retain" });
    expect(only(production, "aws:dynamodb/table:Table").deletionProtectionEnabled).toBe(true);
    expect(only(production, "aws:s3/bucket:Bucket").forceDestroy).toBe(false);
    expect(trial.app).toMatchObject({ protect: false, removal: "remove" });
    expect(only(trial, "aws:dynamodb/table:Table").deletionProtectionEnabled).toBe(false);
    expect(only(trial, "aws:s3/bucket:Bucket").forceDestroy).toBe(true);
  });

  test("a table that exists takes the place of the stage's own, and is not changed", () => {
    expect(inputsOf(elsewhere, "aws:dynamodb/table:Table").map(({ name }) => name)).toEqual([undefined]);
    expect(elsewhere.outputs.table).toBe("restored-table");
    const tables = inputsOf(elsewhere, "aws:lambda/function:Function").map(
      ({ environment }) => environment.variables.TABLE_NAME,
    );
    expect(new Set(tables)).toEqual(new Set(["restored-table"]));
  });

  test("the AWS provider is pinned to one version, and to the region that is named", () => {
    expect(trial.app.providers).toEqual({
      aws: { version: expect.stringMatching(/^\d+\.\d+\.\d+$/), region: "eu-central-1" },
    });
  });
});

describe("the web", () => {
  const behaviour = () => only(trial, "aws:cloudfront/distribution:Distribution").defaultCacheBehavior;
  const named = (name: string) => trial.resources.find((resource) => resource.name === name)!.inputs;
  const policies = {
    "cachePolicy:CachePolicy": "WebCache",
    "originRequestPolicy:OriginRequestPolicy": "WebRequest",
  } as const;
  const policy = (kind: keyof typeof policies) => named(policies[kind]);

  test("the distribution asks the API, over HTTPS only, with every method", () => {
    const { origins } = only(trial, "aws:cloudfront/distribution:Distribution");
    expect(origins).toMatchObject([
      { domainName: "api.example", customOriginConfig: { originProtocolPolicy: "https-only" } },
      { originId: "bucket", originAccessControlId: "WebBucketAccess-id" },
    ]);
    expect(behaviour()).toMatchObject({
      targetOriginId: origins[0].originId,
      viewerProtocolPolicy: "redirect-to-https",
      cachePolicyId: "WebCache-id",
      originRequestPolicyId: "WebRequest-id",
      functionAssociations: [
        { eventType: "viewer-request", functionArn: "arn:aws:cloudfront:::WebViewerRequest" },
      ],
    });
    const methods = new Set(routes.map(({ method }) => method));
    expect(behaviour().allowedMethods).toEqual(expect.arrayContaining([...methods, "HEAD", "OPTIONS"]));
  });

  test("the distribution shows the API a secret that every function of it knows, and no visitor can write", () => {
    const secretIn = (deployment: Deployment) => {
      const { origins } = only(deployment, "aws:cloudfront/distribution:Distribution");
      const [{ name, value }] = origins[0].customHeaders;
      expect(name).toBe("x-proxy-secret");
      const functions = inputsOf(deployment, "aws:lambda/function:Function").filter(
        ({ environment }) => environment.variables.ONLY_BY_PROXY,
      );
      expect(functions).toHaveLength(routes.length + 1);
      const known = functions.map(({ environment }) => environment.variables.PROXY_SECRET);
      expect(new Set(known)).toEqual(new Set([value]));
      const others = functions.map(({ environment }) => environment.variables.OTHER_PROXY_SECRETS);
      return [value, ...new Set(others)];
    };
    expect(secretIn(trial)).toEqual(["ProxySecret-made-by-AWS", "ProxySecret2-made-by-AWS"]);
    // CloudFront's next secret is known to functions before it is sent, and its last one afterwards.
    expect(secretIn(elsewhere)).toEqual([
      "ProxySecret2-made-by-AWS",
      "ProxySecret3-made-by-AWS ProxySecret-made-by-AWS",
    ]);
  });

  test("every function that API Gateway calls refuses requests without that secret", () => {
    for (const route of [...routes, fallback])
      expect(functionOf(route).environment.variables.ONLY_BY_PROXY).toBe("true");
  });

  test("an answer is kept only as long as its own headers say", () => {
    expect(policy("cachePolicy:CachePolicy")).toMatchObject({ minTtl: 0, defaultTtl: 0 });
    const { customErrorResponses } = only(trial, "aws:cloudfront/distribution:Distribution");
    const kept = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];
    expect(customErrorResponses).toEqual(kept.map((errorCode) => ({ errorCode, errorCachingMinTtl: 0 })));
  });

  test("an answer is given only to those who send the same credentials, cookies, query, host and types", () => {
    const key = policy("cachePolicy:CachePolicy").parametersInCacheKeyAndForwardedToOrigin;
    expect(key.queryStringsConfig).toEqual({ queryStringBehavior: "all" });
    expect(key.headersConfig.headers.items).toEqual(["accept", "authorization", "x-forwarded-host"]);
    expect(key.cookiesConfig.cookies.items).toEqual(["sessionid", "csrftoken"]);
  });

  test("answers for pages of other sites are kept for each of these sites", () => {
    const key = elsewhere.resources.find(({ name }) => name === "WebCache")!.inputs;
    const { items } = key.parametersInCacheKeyAndForwardedToOrigin.headersConfig.headers;
    expect(items).toContain("origin");
  });

  test("functions see no cookie that answers are not kept by", () => {
    const key = policy("cachePolicy:CachePolicy").parametersInCacheKeyAndForwardedToOrigin;
    expect(policy("originRequestPolicy:OriginRequestPolicy").cookiesConfig).toEqual(key.cookiesConfig);
  });

  test("functions see the query and every header but the host of the request", () => {
    expect(policy("originRequestPolicy:OriginRequestPolicy")).toMatchObject({
      queryStringsConfig: { queryStringBehavior: "all" },
      headersConfig: { headerBehavior: "allExcept", headers: { items: ["host"] } },
    });
  });

  describe("before a request reaches the API", () => {
    const seen = (uri: string, sent: Readonly<Record<string, { value: string }>> = {}) => {
      const { code, runtime } = named("WebViewerRequest");
      expect(runtime).toBe("cloudfront-js-2.0");
      const event = {
        version: "1.0",
        context: { eventType: "viewer-request" },
        viewer: { ip: "198.51.100.7" },
        request: {
          method: "GET",
          uri,
          querystring: {
            fields: { value: "*" },
            tag: { value: "a", multiValue: [{ value: "a" }, { value: "b/" }] },
          },
          headers: {
            host: { value: "field-notes.example" },
            "x-forwarded-host": { value: "elsewhere.example" },
            "x-viewer-address": { value: "203.0.113.9" },
            ...sent,
          },
          cookies: { sessionid: { value: "secret" } },
        },
      };
      const before = structuredClone(event.request);
      const after = vm.runInNewContext(`${code}; handler(event)`, { event });
      return { before, after };
    };

    test.each([
      { uri: "/api/cms/pages/", becomes: "/api/cms/pages" },
      { uri: "/api/cms/pages/12/", becomes: "/api/cms/pages/12" },
      { uri: "/api/cms/pages", becomes: "/api/cms/pages" },
      { uri: "/api/openapi.json", becomes: "/api/openapi.json" },
      { uri: "/", becomes: "/" },
      { uri: "/api//", becomes: "/api//" },
      { uri: "//", becomes: "//" },
    ])("$uri becomes $becomes", ({ uri, becomes }) => {
      expect(seen(uri).after.uri).toBe(becomes);
    });

    test("the visitor's host is written down, whatever the visitor wrote there", () => {
      expect(seen("/api/").after.headers["x-forwarded-host"]).toEqual({ value: "field-notes.example" });
    });

    test("the visitor's address is written down, whatever the visitor wrote there", () => {
      expect(seen("/accounts/login/").after.headers["x-viewer-address"]).toEqual({ value: "198.51.100.7" });
    });

    test("the content type is in a header of our own, so that API Gateway passes every body on as bytes", () => {
      const { headers } = seen("/api/", { "content-type": { value: "application/json" } }).after;
      expect(headers["content-type"]).toEqual({ value: "application/octet-stream" });
      expect(headers["x-viewer-content-type"]).toEqual({ value: "application/json" });
    });

    test("that header is not the visitor's to write", () => {
      const { headers } = seen("/api/", { "x-viewer-content-type": { value: "text/html" } }).after;
      expect(headers["x-viewer-content-type"]).toBeUndefined();
    });

    test("method, query, cookies and other headers stay as they are", () => {
      const { before, after } = seen("/api/");
      expect({ ...after, uri: before.uri, headers: before.headers }).toEqual(before);
      expect(after.headers.host).toEqual(before.headers.host);
    });
  });

  test("without a domain the site has CloudFront's address", () => {
    expect(trial.outputs.url).toBe("https://site.cloudfront.example");
    expect(inputsOf(trial, "aws:acm/certificate:Certificate")).toEqual([]);
  });

  test("a domain gets a certificate, both kinds of record, and TLS 1.2 at least", () => {
    expect(production.outputs.url).toBe("https://field-notes.example");
    expect(only(production, "aws:acm/certificate:Certificate").domainName).toBe("field-notes.example");
    const records = inputsOf(production, "aws:route53/record:Record").map(({ type }) => type);
    expect(records.sort()).toEqual(["A", "AAAA"]);
    const { aliases, viewerCertificate } = only(production, "aws:cloudfront/distribution:Distribution");
    expect(aliases).toEqual(["field-notes.example"]);
    expect(viewerCertificate.minimumProtocolVersion).toBe("TLSv1.2_2021");
  });

  test("a domain with a certificate of its own leaves all records to its owner", () => {
    expect(elsewhere.outputs).toMatchObject({
      url: "https://field-notes.example",
      address: "https://site.cloudfront.example",
    });
    const { viewerCertificate } = only(elsewhere, "aws:cloudfront/distribution:Distribution");
    expect(viewerCertificate.acmCertificateArn).toBe(certificate);
    expect(elsewhere.resources.filter(({ type }) => /route53|acm/.test(type))).toEqual([]);
  });

  test("browsers come back by HTTPS only", () => {
    const { securityHeadersConfig } = named("WebHeaders");
    expect(securityHeadersConfig.strictTransportSecurity.accessControlMaxAgeSec).toBe(31_536_000);
    expect(behaviour().responseHeadersPolicyId).toBe("WebHeaders-id");
  });
});

describe("files of media", () => {
  const named = (name: string) => trial.resources.find((resource) => resource.name === name)!.inputs;
  const distribution = () => only(trial, "aws:cloudfront/distribution:Distribution");

  test("come from the bucket to those who have an address that the stage's key has signed", () => {
    const [open, restricted] = distribution().orderedCacheBehaviors;
    const signed = {
      targetOriginId: "bucket",
      viewerProtocolPolicy: "redirect-to-https",
      allowedMethods: ["GET", "HEAD"],
      compress: false,
      trustedKeyGroups: ["DownloadKeys-id"],
      responseHeadersPolicyId: "WebFilesHeaders-id",
    };
    expect(open).toMatchObject({
      ...signed,
      pathPattern: "/_files/public/*",
      cachePolicyId: "WebFilesCache-id",
    });
    expect(restricted).toMatchObject({
      ...signed,
      pathPattern: "/_files/restricted/*",
      cachePolicyId: "WebRestrictedFilesCache-id",
    });
  });

  test("are kept once for everybody, public ones for a year, restricted ones for five minutes", () => {
    const year = 31_536_000;
    expect(named("WebFilesCache")).toMatchObject({ minTtl: 0, defaultTtl: year, maxTtl: year });
    expect(named("WebRestrictedFilesCache")).toMatchObject({ minTtl: 300, defaultTtl: 300, maxTtl: 300 });
    for (const policy of ["WebFilesCache", "WebRestrictedFilesCache"])
      expect(named(policy).parametersInCacheKeyAndForwardedToOrigin).toMatchObject({
        cookiesConfig: { cookieBehavior: "none" },
        headersConfig: { headerBehavior: "none" },
        queryStringsConfig: {
          queryStringBehavior: "whitelist",
          queryStrings: {
            items: ["response-content-type", "response-content-disposition", "response-cache-control"],
          },
        },
      });
  });

  test("carry nosniff and the policy of files, of whatever type and status they are", () => {
    expect(named("WebFilesHeaders").securityHeadersConfig).toMatchObject({
      contentTypeOptions: { override: true },
      contentSecurityPolicy: {
        contentSecurityPolicy: expect.stringMatching(/^default-src 'none';.*; sandbox$/),
        override: true,
      },
    });
  });

  test.each(["public", "restricted"])("reach the bucket by their keys, if they are %s", (path) => {
    const { code } = named("WebFilesViewerRequest");
    const key = "images/7/0123456789ab/heron.jpg";
    const request = { uri: `/_files/${path}/${key}`, querystring: { a: { value: "b" } } };
    const handed = vm.runInNewContext(`${code}; handler(event)`, {
      event: { request: structuredClone(request) },
    });
    expect(handed).toEqual({ ...request, uri: `/${key}` });
  });

  const keyPairOf = (deployment: Deployment, generation: number) => {
    const inputs = (name: string) => deployment.resources.find((each) => each.name === name)!.inputs;
    const parameter = inputs(`DownloadKey${generation}`);
    const privateKey = parameter.value.value ?? parameter.value;
    return { parameter, privateKey, publicKey: inputs(`DownloadPublicKey${generation}`).encodedKey };
  };

  test("are signed by a key of the stage's own, which AWS's own key encrypts, and CloudFront has its other half", () => {
    const { parameter, privateKey, publicKey } = keyPairOf(trial, 1);
    expect(parameter).toMatchObject({ name: "/lectern/trial/download-key-1", type: "SecureString" });
    expect(parameter.keyId).toBeUndefined();
    const signature = sign("RSA-SHA1", Buffer.from("a policy"), privateKey);
    expect(verify("RSA-SHA1", Buffer.from("a policy"), publicKey, signature)).toBe(true);
    expect(publicKey).toMatch(/^-----BEGIN PUBLIC KEY-----\n[\s\S]+\n-----END PUBLIC KEY-----\n$/);
    expect(named("DownloadKeys").items).toEqual(["DownloadPublicKey1-id"]);
  });

  test("are signed by the next key once its number is raised, and CloudFront accepts the last one, too", () => {
    const group = elsewhere.resources.find(({ name }) => name === "DownloadKeys")!;
    expect(group.inputs.items).toEqual(["DownloadPublicKey3-id", "DownloadPublicKey2-id"]);
    const ids = inputsOf(elsewhere, "aws:lambda/function:Function").map(
      ({ environment }) => environment.variables.DOWNLOAD_KEY_ID,
    );
    expect(new Set(ids)).toEqual(new Set([undefined, "DownloadPublicKey3-id"]));
    expect(keyPairOf(elsewhere, 2).publicKey).not.toBe(keyPairOf(elsewhere, 3).publicKey);
  });
});

describe("feeds", () => {
  const named = (name: string) => trial.resources.find((resource) => resource.name === name)!.inputs;
  const distribution = () => only(trial, "aws:cloudfront/distribution:Distribution");

  test("come from the bucket, uncompressed, and a poll calls no function", () => {
    const [, , behaviour, ...others] = distribution().orderedCacheBehaviors;
    expect(others).toEqual([]);
    expect(behaviour).toEqual({
      pathPattern: "/_feeds/*",
      targetOriginId: "bucket",
      viewerProtocolPolicy: "redirect-to-https",
      allowedMethods: ["GET", "HEAD"],
      cachedMethods: ["GET", "HEAD"],
      compress: false,
      cachePolicyId: "WebFeedsCache-id",
      responseHeadersPolicyId: "WebFeedsHeaders-id",
    });
  });

  test("are asked for with CloudFront's own signature, at the bucket's host", () => {
    const origin = distribution().origins.find(({ originId }: { originId: string }) => originId === "bucket");
    expect(origin.domainName).toMatch(/^Files.*\.s3\.eu-central-1\.amazonaws\.com$/);
    expect(named("WebBucketAccess")).toMatchObject({
      originAccessControlOriginType: "s3",
      signingBehavior: "always",
      signingProtocol: "sigv4",
    });
  });

  test("are kept for a minute, one copy for everybody", () => {
    expect(named("WebFeedsCache")).toMatchObject({
      minTtl: 0,
      defaultTtl: 60,
      maxTtl: 60,
      parametersInCacheKeyAndForwardedToOrigin: {
        cookiesConfig: { cookieBehavior: "none" },
        queryStringsConfig: { queryStringBehavior: "none" },
        headersConfig: { headerBehavior: "none" },
        enableAcceptEncodingBrotli: false,
        enableAcceptEncodingGzip: false,
      },
    });
  });

  test("have the headers that one machine sends with them", async () => {
    const file = {
      key: fileKey("_feeds/a"),
      sizeBytes: 1,
      etag: '"1"',
      lastModified: new Date(),
      metadata: {},
    };
    const store = {
      head: async () => ({ ...file, contentType: "text/xml" }),
      isIntact: async () => true,
    } as unknown as Files;
    const request = { method: "HEAD", url: "/_feeds/a", headers: {} };
    const { headers } = await feedServer(store).answer(request);
    const { securityHeadersConfig, corsConfig, customHeadersConfig } = named("WebFeedsHeaders");
    expect(customHeadersConfig.items).toEqual([
      { header: "cache-control", value: headers["cache-control"], override: true },
    ]);
    const { contentSecurityPolicy } = securityHeadersConfig.contentSecurityPolicy;
    expect(contentSecurityPolicy).toBe(headers["content-security-policy"]);
    expect(securityHeadersConfig.contentTypeOptions).toEqual({ override: true });
    expect(corsConfig.accessControlAllowOrigins.items).toEqual([headers["access-control-allow-origin"]]);
  });

  test("and files of media are all of the bucket that CloudFront may read, and only the account's own distributions may", () => {
    const [, ...allowed] = JSON.parse(only(trial, "aws:s3/bucketPolicy:BucketPolicy").policy);
    const conditions = [
      {
        test: "ArnLike",
        variable: "aws:SourceArn",
        values: ["arn:aws:cloudfront::123456789012:distribution/*"],
      },
    ];
    const bucket = "arn:aws:s3:::FilesBucket";
    expect(allowed).toMatchObject([
      {
        actions: ["s3:GetObject"],
        resources: ["_feeds", "images", "audios", "videos"].map((folder) => `${bucket}/${folder}/*`),
        conditions,
      },
      { actions: ["s3:ListBucket"], resources: [bucket], conditions },
    ]);
    for (const { effect } of allowed) expect(effect ?? "Allow").toBe("Allow");
  });
});

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
        .map(({ target: { arn } }) => production.resources.find(({ name }) => arn.endsWith(`:${name}`))!)
        .map(({ inputs: { handler } }) => handler)
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

describe("the role that deploys", () => {
  const ofProduction = deployerFor("production");
  const rolesOf = (deployment: Deployment) => inputsOf(deployment, "aws:iam/role:Role");
  const arnOf = (service: string, rest: string) => `arn:aws:${service}:eu-central-1:123456789012:${rest}`;

  /** An action that makes each resource of production, where its policies can tell stages apart. */
  const creations = (): [string, string][] => {
    const named = (type: string, action: string, arn: (name: string) => string): [string, string][] =>
      inputsOf(production, type).map((inputs) => [
        action,
        arn(inputs.name ?? inputs.bucket ?? inputs.layerName),
      ]);
    return [
      ...named("aws:lambda/function:Function", "lambda:CreateFunction", (name) =>
        arnOf("lambda", `function:${name}`),
      ),
      ...named("aws:lambda/layerVersion:LayerVersion", "lambda:PublishLayerVersion", (name) =>
        arnOf("lambda", `layer:${name}`),
      ),
      ...named("aws:iam/role:Role", "iam:CreateRole", (name) => `arn:aws:iam::123456789012:role/${name}`),
      ...named("aws:dynamodb/table:Table", "dynamodb:CreateTable", (name) =>
        arnOf("dynamodb", `table/${name}`),
      ),
      ...named("aws:s3/bucket:Bucket", "s3:CreateBucket", (name) => `arn:aws:s3:::${name}`),
      ...named("aws:cloudwatch/logGroup:LogGroup", "logs:CreateLogGroup", (name) =>
        arnOf("logs", `log-group:${name}`),
      ),
      ...named("aws:scheduler/schedule:Schedule", "scheduler:CreateSchedule", (name) =>
        arnOf("scheduler", `schedule/default/${name}`),
      ),
      ...named("aws:ssm/parameter:Parameter", "ssm:PutParameter", (name) => arnOf("ssm", `parameter${name}`)),
    ];
  };

  test("is in the template as it is generated", () => {
    expect(readFileSync(deployerFile, "utf8")).toBe(deployerTemplate());
  });

  test("has rights for each type of resource that stages have, and for no other", () => {
    const created = [trial, production, elsewhere].flatMap(({ resources }) =>
      resources.map(({ type }) => type).filter((type) => !type.startsWith("sst:")),
    );
    expect([...new Set(created)].sort()).toEqual(Object.keys(rightsByType).sort());
  });

  test("may create all of a stage that has a name, and nothing of another stage", () => {
    const all = creations();
    expect(all.length).toBeGreaterThan(300);
    const inPreviews = deployerFor("pr-*").permissions;
    for (const [action, arn] of all) {
      expect(allowing(ofProduction.permissions, action, arn), `${action} on ${arn}`).not.toEqual([]);
      expect(allowing(inPreviews, action, arn), `${action} on ${arn}`).toEqual([]);
      const preview = arn.replace("production", "pr-12");
      expect(allowing(inPreviews, action, preview), `${action} on ${preview}`).not.toEqual([]);
    }
  });

  test("makes and changes roles only within the boundary, and hands them to Lambda and the scheduler", () => {
    const arn = "arn:aws:iam::123456789012:role/lectern-production-RootRole-krcbarua";
    for (const action of ["CreateRole", "PutRolePolicy", "AttachRolePolicy", "PutRolePermissionsBoundary"]) {
      const found = allowing(ofProduction.permissions, `iam:${action}`, arn);
      expect(found).toHaveLength(1);
      expect(found[0]!.conditions.StringEquals["iam:PermissionsBoundary"]).toBe(boundary);
    }
    const passing = allowing(ofProduction.permissions, "iam:PassRole", arn).map(
      ({ conditions }) => conditions,
    );
    const services = ["lambda.amazonaws.com", "scheduler.amazonaws.com"];
    expect(passing).toEqual([{ StringEquals: { "iam:PassedToService": services } }]);
    expect(allowing(ofProduction.permissions, "iam:DeleteRolePermissionsBoundary", arn)).toEqual([]);
    const own = `arn:aws:iam::123456789012:role/${ofProduction.role.RoleName}`;
    expect(allowing(ofProduction.permissions, "iam:UpdateAssumeRolePolicy", own)).toEqual([]);
    const actions = ofProduction.permissions.flatMap((permission) => permission.actions);
    expect(actions.filter((action) => /^\*|:\*$|^iam:.*\*/.test(action))).toEqual([]);
  });

  test("cannot delete or read the content of production", () => {
    const ofContent = [
      ["dynamodb:DeleteTable", arnOf("dynamodb", "table/lectern-production-TableTable-abc")],
      ["dynamodb:GetItem", arnOf("dynamodb", "table/lectern-production-TableTable-abc")],
      ["s3:DeleteBucket", "arn:aws:s3:::lectern-production-filesbucket-abc"],
      ["s3:GetObject", "arn:aws:s3:::lectern-production-filesbucket-abc/images/1.jpg"],
    ] as const;
    for (const [action, arn] of ofContent) {
      const policies = allowing(ofProduction.permissions, action, arn).map(({ policy }) => policy);
      expect(policies).toEqual(["Disposability"]);
    }
    const [attached] = ofProduction.role.ManagedPolicyArns.slice(-1);
    expect(attached).toEqual({
      "Fn::If": ["IsDisposable", { Ref: "Disposability" }, { Ref: "AWS::NoValue" }],
    });
  });

  test("is for jobs of one environment of one repository", () => {
    const [trusted, ...others] = ofProduction.role.AssumeRolePolicyDocument.Statement;
    expect(others).toEqual([]);
    expect(trusted.Condition).toEqual({
      StringEquals: {
        "token.actions.githubusercontent.com:aud": "sts.amazonaws.com",
        "token.actions.githubusercontent.com:sub": "repo:a-writer/a-site:environment:production",
      },
    });
  });

  test("has policies of the size that AWS takes", () => {
    expect(ofProduction.documents.length).toBeLessThanOrEqual(10);
    for (const [name, document] of ofProduction.documents)
      expect(JSON.stringify(document).length, name).toBeLessThanOrEqual(6_144);
  });

  test("bounds all roles if a boundary is set, by what their policies say and the writing of logs", () => {
    expect(rolesOf(trial).filter(({ permissionsBoundary }) => permissionsBoundary)).toEqual([]);
    expect(rolesOf(elsewhere).length).toBeGreaterThan(100);
    for (const { permissionsBoundary } of rolesOf(elsewhere)) expect(permissionsBoundary).toBe(boundary);
    const used = rolesOf(elsewhere).flatMap(({ inlinePolicies = [] }) =>
      inlinePolicies.flatMap(({ policy }: { policy: string }) =>
        JSON.parse(policy).flatMap(({ actions }: { actions: string[] }) => actions),
      ),
    );
    const bounds = ofProduction.permissions.filter(({ policy }) => policy === "Boundary");
    const logs = ["logs:CreateLogStream", "logs:PutLogEvents"];
    expect(bounds.flatMap(({ actions }) => actions).sort()).toEqual([...new Set([...used, ...logs])].sort());
  });
});
