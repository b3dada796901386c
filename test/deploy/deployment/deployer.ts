import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { answersOfAws } from "#release/synthesis/aws-answers.ts";
import type { Deployment } from "#release/synthesis/synthesize.ts";
import { rightsByType } from "../../../stacks/deployer-rights.ts";
import { warningOfName } from "../../../stacks/warning-of-name.ts";
import { deployerFile, deployerTemplate } from "../../../stacks/write-deployer.ts";
import { allowing, deployerFor, isWithinBoundary } from "../deployer-policies.ts";
import { inputsOf, only, permissionsIn, policiesOf } from "./resources.ts";
import { boundary, certificate, elsewhere, production, trial } from "./stages.ts";

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
    expect(all.length).toBeGreaterThan(200);
    const inPreviews = deployerFor("pr-*").permissions;
    for (const [action, arn] of all) {
      expect(allowing(ofProduction.permissions, action, arn), `${action} on ${arn}`).not.toEqual([]);
      expect(allowing(inPreviews, action, arn), `${action} on ${arn}`).toEqual([]);
      const preview = arn.replace("production", "pr-12");
      expect(allowing(inPreviews, action, preview), `${action} on ${preview}`).not.toEqual([]);
    }
  });

  test("may ask all that is checked of a domain", () => {
    const zone = "arn:aws:route53:::hostedzone/zone";
    const asked: Readonly<Record<string, string>> = {
      "acm:DescribeCertificate": certificate,
      "cloudfront:ListDistributions": "*",
      "cloudfront:ListTagsForResource": "arn:aws:cloudfront::123456789012:distribution/E1",
      "route53:GetHostedZone": zone,
      "route53:ListHostedZones": "*",
      "route53:ListResourceRecordSets": zone,
    };
    expect(Object.keys(asked).slice(1)).toEqual(Object.keys(answersOfAws).sort());
    for (const [action, arn] of Object.entries(asked))
      expect(allowing(ofProduction.permissions, action, arn), action).not.toEqual([]);
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

  /** Whether a right is to read the table's format alone, which a way back asks for. */
  const isAboutFormat = (conditions: object): boolean =>
    isDeepStrictEqual(conditions, {
      "ForAllValues:StringEquals": {
        "dynamodb:LeadingKeys": ["SITE"],
        "dynamodb:Attributes": ["pk", "sk", "format"],
      },
      StringEquals: { "dynamodb:Select": "SPECIFIC_ATTRIBUTES" },
    });

  test("cannot delete or read the content of production", () => {
    const ofContent = [
      ["dynamodb:DeleteTable", arnOf("dynamodb", "table/lectern-production-TableTable-abc")],
      ["dynamodb:GetItem", arnOf("dynamodb", "table/lectern-production-TableTable-abc")],
      ["s3:DeleteBucket", "arn:aws:s3:::lectern-production-filesbucket-abc"],
      ["s3:GetObject", "arn:aws:s3:::lectern-production-filesbucket-abc/images/1.jpg"],
    ] as const;
    for (const [action, arn] of ofContent) {
      const permissions = allowing(ofProduction.permissions, action, arn).filter(
        ({ conditions }) => !isAboutFormat(conditions),
      );
      expect(permissions.map(({ policy }) => policy)).toEqual(["Disposability"]);
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
    expect(rolesOf(elsewhere).length).toBeGreaterThan(30);
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

  test("bounds all roles to the stage's table and its stream, with every right that they have on these", () => {
    const own = "arn:aws:dynamodb:::TableTable";
    const stream = new RegExp(`^${own}/stream$`);
    const arn = arnOf("dynamodb", `table/${only(production, "aws:dynamodb/table:Table").name}`);
    const used = production.resources
      .filter(({ type }) => type === "aws:iam/role:Role")
      .flatMap((role) => policiesOf(role).flatMap(permissionsIn))
      .filter((permission) => permission.includes(" on arn:aws:dynamodb:"));
    expect(used.length).toBeGreaterThan(200);
    for (const permission of new Set(used)) {
      const [action, resource] = permission.split(" on ") as [string, string];
      expect(resource === own || stream.test(resource), permission).toBe(true);
      const meant = resource === own ? arn : `${arn}/stream/2026-11-20T08:00:00.000`;
      expect(isWithinBoundary(ofProduction.permissions, action, meant), permission).toBe(true);
      const another = meant.replace("production", "trial");
      expect(isWithinBoundary(ofProduction.permissions, action, another), permission).toBe(false);
    }
  });

  test("covers a table that is adopted if it is named for the stage, and else the deployment says so", () => {
    const { permissions } = deployerFor("elsewhere");
    const start = "lectern-elsewhere-";
    for (const name of [`${start}restored`, "restored-table"]) {
      const arn = arnOf("dynamodb", `table/${name}`);
      const isCovered = name.startsWith(start);
      expect(isWithinBoundary(permissions, "dynamodb:GetItem", arn)).toBe(isCovered);
      expect(allowing(permissions, "dynamodb:DescribeTable", arn).length > 0).toBe(isCovered);
      expect(warningOfName(name, start, boundary) === undefined).toBe(isCovered);
      expect(warningOfName(name, start, undefined)).toBeUndefined();
    }
    expect(elsewhere.warnings).toContain(warningOfName("restored-table", start, boundary));
  });
});
