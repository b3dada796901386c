import { describe, expect, test } from "vitest";
import { fallback } from "#lib/routes/fallback.ts";
import type { Use } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { usualDeliveryTimes } from "#lib/webhooks/deliver-webhooks.ts";
import type { AskedOfTable } from "#test/support/asked-of-table.ts";
import { covers } from "#test/support/enforced-rights.ts";
import { jobUses } from "../../../stacks/job-uses.ts";
import {
  type TableCondition,
  type TableStatement,
  tableStatements,
  tableStatementsOfJob,
} from "../../../stacks/table-statements.ts";
import { functionOf, idsOfFunctions, permissionsIn, statementsOf } from "./resources.ts";

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
    "credentials:read": all(reading, table),
    "credentials:write": all(
      writing.filter((action) => !action.endsWith("ConditionCheckItem")),
      table,
    ),
    "secrets:read": all(["dynamodb:GetItem"], table),
    "secrets:write": all(["dynamodb:PutItem", "dynamodb:DeleteItem"], table),
    prober: all(
      ["lambda:InvokeFunction"],
      ...["", ":live"].map((alias) => `arn:aws:lambda:::JobsProbeMediaFunction${alias}`),
    ),
  };

  /** What all routes may do besides: see below. */
  const notingUse = all(["dynamodb:UpdateItem"], table);

  test.each([...routes, fallback])("$id may do what its uses say: $uses", (route) => {
    const statements = statementsOf(route);
    const given = statements.flatMap(permissionsIn);
    const meant = route.uses.flatMap((use) => meantByUse[use]);
    expect(new Set(given)).toEqual(new Set([...meant, ...notingUse]));
  });

  test.each<[string, readonly Use[]]>([
    ["jobs/publish-scheduled", ["table:write"]],
    ["jobs/remove-leftover-files", ["table:write", "media:delete"]],
    [
      "jobs/complete-media",
      ["table:write", "media:read", "images:write", "videos:write", "uploads:write", "prober"],
    ],
    ["jobs/snapshot-catalog", ["catalog", "table:write", "snapshots:write"]],
    ["jobs/watch-site", ["catalog"]],
  ])("the job %s may do what is said of %j, and nothing else", (id, uses) => {
    const meant = uses.flatMap((use) => meantByUse[use]);
    expect(new Set(statementsOf({ id }).flatMap(permissionsIn))).toEqual(new Set(meant));
  });

  test("the job that renews feeds knows where people find the site, and how long CloudFront's two caches keep a feed", () => {
    const { PUBLIC_ORIGIN, FEED_CACHE_SECONDS } = functionOf({ id: "jobs/renew-feeds" }).environment
      .variables;
    expect([PUBLIC_ORIGIN, FEED_CACHE_SECONDS]).toEqual(["https://site.cloudfront.example", "9"]);
    // One run waits for that and sends, instead of leaving it to the next minute.
    expect(Number(FEED_CACHE_SECONDS) * 1_000).toBeLessThan(usualDeliveryTimes.timeoutMs);
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

  /** The statements of a role about items, as `enforced-rights.ts` has them from the uses. */
  const onItems = (id: string) =>
    statementsOf({ id }).flatMap(({ actions, resources, conditions = [] }): TableStatement[] =>
      resources.includes(table) ? [{ actions, conditions: conditions as TableCondition[] }] : [],
    );

  /** Roles list what their uses say in an order of their own. */
  const inOrder = (statements: readonly TableStatement[]): string[] =>
    statements
      .map(({ actions, conditions }) =>
        JSON.stringify([actions, conditions.map(({ test, variable, values }) => [test, variable, values])]),
      )
      .sort();

  test("what tests allow a function while it runs is what its role allows", () => {
    const jobs = Object.entries(jobUses).filter(([id]) => idsOfFunctions().includes(id));
    expect(jobs.length).toBeGreaterThan(5);
    for (const route of [...routes, fallback])
      expect([route.id, ...inOrder(onItems(route.id))]).toEqual([
        route.id,
        ...inOrder(tableStatements(route.uses)),
      ]);
    for (const [id, uses] of jobs) expect([id, onItems(id)]).toEqual([id, tableStatementsOfJob(uses)]);
  });

  /** The functions whose role allows an action on items of partitions in one request, as IAM would see it. */
  const allowedOn = (
    action: string,
    partitions: string | string[],
    attributes = ["pk", "sk", "anything"],
  ): string[] => {
    const asked: AskedOfTable = {
      action: `dynamodb:${action}`,
      "dynamodb:LeadingKeys": [partitions].flat(),
      "dynamodb:Attributes": attributes,
    };
    return idsOfFunctions()
      .filter((id) => onItems(id).some((statement) => covers(statement, asked)))
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

  test("accounts, tokens and sessions are listed, and found by name, by the functions that say so", () => {
    const finding = usersOf("credentials:read");
    for (const partition of [...credentials, "CREDENTIAL#of-user-1"])
      expect(allowedOn("Query", partition)).toEqual(finding);
    for (const partition of ["TOKENS", "USERNAME#ada"])
      for (const action of ["GetItem", "BatchGetItem"]) expect(allowedOn(action, partition)).toEqual(finding);
    // Who signs in reads the name with the guesses that there were at its password.
    expect(allowedOn("BatchGetItem", ["USERNAME#ada", "ATTEMPTS#0123", "SITE"])).toEqual(finding);
    expect(allowedOn("BatchGetItem", ["USERNAME#ada", "SECRETS"])).toEqual([]);
    for (const id of ["pages/list", "health", "api-docs/page", fallback.id])
      expect(finding).not.toContain(id);
  });

  test("every function that signs callers in reads a credential and its user by their keys", () => {
    const signingIn = usersOf("table:read", "table:write", "catalog");
    for (const partition of ["CREDENTIAL#0123", "USERS"])
      for (const action of ["GetItem", "BatchGetItem"])
        expect(allowedOn(action, partition)).toEqual(expect.arrayContaining(signingIn));
    for (const partition of credentials) expect(allowedOn("ConditionCheckItem", partition)).toEqual([]);
  });

  test("accounts, tokens and sessions are written by the functions that sign in and administrate", () => {
    const signingIn = ["login", "logout", "password", "password-change", "setup"].map(
      (name) => `accounts/${name}`,
    );
    const others = [
      "accounts/agents/",
      "accounts/authorize/",
      "accounts/feeds/",
      "private-feeds/",
      "administration/",
      "editor/tokens/",
      "oauth/",
      "themes/select",
      "token/exchange",
    ];
    for (const id of usersOf("credentials:write"))
      expect(signingIn.includes(id) || others.some((start) => id.startsWith(start)), id).toBe(true);
    for (const partition of credentials)
      for (const action of ["PutItem", "UpdateItem", "DeleteItem"])
        expect(allowedOn(action, partition)).toEqual(usersOf("credentials:write"));
  });

  test("of a token or session, the others write only when it was used", () => {
    const lastUse = ["pk", "sk", "lastUsedAt"];
    const signingIn = usersOf("table:write", "table:read", "catalog");
    expect(allowedOn("UpdateItem", "CREDENTIAL#0123", lastUse)).toEqual(signingIn);
    expect(allowedOn("UpdateItem", "USERS", lastUse)).toEqual(usersOf("credentials:write"));
  });

  test("functions that read write nothing else", () => {
    const reading = usersOf("table:read", "catalog").filter((id) => !usersOf("table:write").includes(id));
    expect(reading.length).toBeGreaterThan(10);
    for (const partition of ["PAGE#1", "SITE", ...credentials])
      for (const action of ["PutItem", "UpdateItem", "DeleteItem"])
        expect(allowedOn(action, partition).filter((id) => reading.includes(id))).toEqual([]);
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
