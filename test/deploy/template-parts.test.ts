// Proves that whatever the generator of the template does not know ends it, and is never left out.

import { expect, test } from "vitest";
import type { Deployment, Resource } from "#release/synthesis/synthesize.ts";
import { tokenOf } from "#release/synthesis/tokens.ts";
import { mergedVariants } from "#release/template/merged-variants.ts";
import { nestedStacks } from "#release/template/nested-stacks.ts";
import { policyDocument } from "#release/template/policy-document.ts";
import { withReferences } from "#release/template/references.ts";
import { templateResources } from "#release/template/template-resources.ts";
import type { TemplateResource, TemplateResources } from "#release/template/template-value.ts";

const bucket = { type: "aws:s3/bucket:Bucket", name: "FilesBucket", inputs: {}, waitsFor: [] };

const resourcesOf = (...resources: readonly Partial<Resource>[]): TemplateResources =>
  templateResources({ resources: [bucket, ...resources] } as unknown as Deployment);

const topic = (inputs: object) => ({ type: "aws:sns/topic:Topic", name: "Alarms", inputs });

test("a type, a property or a part of one that is unknown ends the generation", () => {
  expect(() => resourcesOf({ type: "aws:sqs/queue:Queue", name: "Waiting", inputs: {} })).toThrow(
    "Waiting is of the type aws:sqs/queue:Queue",
  );
  expect(() => resourcesOf(topic({ displayName: "x" }))).toThrow("Alarms.displayName has no property");
  const table = { type: "aws:dynamodb/table:Table", name: "T", inputs: { ttl: { enabled: true, hours: 3 } } };
  expect(() => resourcesOf(table)).toThrow("T.ttl.hours has no property");
  const api = { type: "aws:apigatewayv2/api:Api", name: "Api", inputs: { corsConfiguration: { maxAge: 3 } } };
  expect(() => resourcesOf(api)).toThrow("is not nothing");
});

test("what names a resource that is not there, or an attribute that nothing has, ends it", () => {
  const subscription = (arn: string) => ({
    type: "aws:sns/topicSubscription:TopicSubscription",
    name: "Mail",
    inputs: { endpoint: "e", protocol: "email", topic: arn },
  });
  expect(() => resourcesOf(subscription(tokenOf("Gone", "Ref")))).toThrow("Nothing in the template is Gone");
  expect(() => resourcesOf(topic({}), subscription(tokenOf("Alarms", "Colour")))).toThrow(
    "Alarms has no Colour",
  );
  expect(resourcesOf(topic({}), subscription(tokenOf("Alarms", "Ref"))).Mail!.Properties.TopicArn).toEqual({
    Ref: "Alarms",
  });
});

test("tokens and placeholders become references, wherever they are in a text", () => {
  const nameOf = (name: string, attribute: string) => `\${${name}.${attribute}}`;
  expect(withReferences(tokenOf("Api", "Id"), nameOf)).toEqual({ "Fn::GetAtt": ["Api", "Id"] });
  const url = new URL(`https://${tokenOf("Api", "Id")}.execute-api.eu-central-1.amazonaws.com`).host;
  expect(withReferences(url, nameOf)).toEqual({
    "Fn::Sub": "${Api.Id}.execute-api.${AWS::Region}.amazonaws.com",
  });
  // What is a text of CloudFormation's already stays one.
  expect(withReferences("`${name}` of stagetoken", nameOf)).toEqual({ "Fn::Sub": "`${!name}` of ${Stage}" });
  expect(withReferences("lectern-stagetoken-Api-hkmnorst", nameOf)).toEqual({
    "Fn::Sub": "lectern-${Stage}-Api",
  });
  expect(withReferences("plain", nameOf)).toBe("plain");
});

const one = (Properties: TemplateResource["Properties"]): TemplateResources => ({
  A: { Type: "T", Properties },
});

const differing = (condition: string, resources: TemplateResources, setting = condition) => ({
  condition,
  holds: false,
  setting,
  resources,
});

test("what differs in one setting becomes a condition, and what differs in two at once ends it", () => {
  const full = one({ X: 1, Y: [1, 2], Z: { V: 3 } });
  expect(mergedVariants(full, [differing("HasX", one({ X: 2, Y: [1, 2], Z: {} }))]).A!.Properties).toEqual({
    X: { "Fn::If": ["HasX", 1, 2] },
    Y: [1, 2],
    Z: { V: { "Fn::If": ["HasX", 3, { Ref: "AWS::NoValue" }] } },
  });
  expect(mergedVariants(full, [differing("HasA", {})]).A!.Condition).toBe("HasA");
  const other = one({ X: 9, Y: [1, 2], Z: { V: 3 } });
  expect(() => mergedVariants(full, [differing("One", other), differing("Two", other)])).toThrow(
    "A.X depends on Two and on One",
  );
  expect(() =>
    mergedVariants(full, [differing("One", other, "s"), differing("Two", other, "s")]),
  ).not.toThrow();
  expect(() => mergedVariants(full, [differing("One", {}), differing("Two", {})])).toThrow(
    "more than one condition",
  );
  expect(() => mergedVariants({}, [differing("One", full)])).toThrow("Only without One there is A");
});

test("statements keep effect, conditions and principals, and unknown parts end it", () => {
  const statement = {
    actions: ["s3:GetObject"],
    resources: ["*"],
    effect: "Deny",
    conditions: [{ test: "Bool", variable: "aws:SecureTransport", values: ["false"] }],
    principals: [{ type: "*", identifiers: ["*"] }],
  };
  expect(policyDocument(JSON.stringify([statement]))).toEqual({
    Version: "2012-10-17",
    Statement: [
      {
        Effect: "Deny",
        Action: ["s3:GetObject"],
        Resource: ["*"],
        Principal: "*",
        Condition: { Bool: { "aws:SecureTransport": ["false"] } },
      },
    ],
  });
  expect(() => policyDocument(JSON.stringify([{ ...statement, notActions: [] }]))).toThrow("notActions");
});

test("a stack beyond a limit of CloudFormation, or with a name that nothing has, ends it", () => {
  const alarm = (Properties = {}) => ({ Type: "AWS::CloudWatch::Alarm", Properties });
  const whole = {
    TableTable: { Type: "AWS::DynamoDB::Table", Properties: {} },
    FilesBucket: { Type: "AWS::S3::Bucket", Properties: {} },
    WebDistribution: { Type: "AWS::CloudFront::Distribution", Properties: {} },
    ReleaseRecord: { Type: "Custom::LecternReleaseRecord", Properties: {} },
    A: alarm({ T: { Ref: "TableTable" } }),
  };
  expect(() => nestedStacks({ ...whole, B: alarm({ X: { Ref: "Nothing" } }) }, "1")).toThrow(
    "nothing is Nothing",
  );
  const many = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`A${index}`, alarm()]));
  expect(() => nestedStacks({ ...whole, ...many }, "1")).toThrow(
    /^Rest-[0-9a-f]{12}\.json has 502 resources/,
  );
});
