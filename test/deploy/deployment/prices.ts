import { describe, expect, test } from "vitest";
import { inputsOf, only } from "./resources.ts";
import { elsewhere, production, trial } from "./stages.ts";

/** What stages may have, by Pulumi's type of the resource, and why it costs nothing while nobody comes. */
const unpriced: Readonly<Record<string, string>> = {
  "aws:acm/certificate:Certificate": "public certificates are free",
  "aws:acm/certificateValidation:CertificateValidation": "waits, and makes nothing",
  "aws:apigateway/apiKey:ApiKey": "keeps a value that is made once",
  "aws:apigatewayv2/api:Api": "by request",
  "aws:apigatewayv2/integration:Integration": "part of the API",
  "aws:apigatewayv2/route:Route": "part of the API",
  "aws:apigatewayv2/stage:Stage": "part of the API",
  "aws:budgets/budget:Budget": "a budget that only sends messages is free",
  "aws:cloudfront/cachePolicy:CachePolicy": "part of the distribution",
  "aws:cloudfront/distribution:Distribution": "by request and byte",
  "aws:cloudfront/function:Function": "by call",
  "aws:cloudfront/keyGroup:KeyGroup": "part of the distribution",
  "aws:cloudfront/originAccessControl:OriginAccessControl": "part of the distribution",
  "aws:cloudfront/originRequestPolicy:OriginRequestPolicy": "part of the distribution",
  "aws:cloudfront/publicKey:PublicKey": "part of the distribution",
  "aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy": "part of the distribution",
  "aws:cloudwatch/dashboard:Dashboard":
    "three of an account are free, and a stage has one where it is asked for",
  "aws:cloudwatch/logGroup:LogGroup": "by byte",
  "aws:cloudwatch/logMetricFilter:LogMetricFilter": "its series are among the ten that are free",
  "aws:cloudwatch/metricAlarm:MetricAlarm": "ten of an account are free, and a stage has no more",
  "aws:cloudwatch/queryDefinition:QueryDefinition": "by byte that a query reads",
  "aws:dynamodb/table:Table": "by request, and by byte",
  "aws:iam/role:Role": "free",
  "aws:lambda/alias:Alias": "part of the function",
  "aws:lambda/eventSourceMapping:EventSourceMapping": "Lambda reads a table's stream free of charge",
  "aws:lambda/function:Function": "by call and time",
  "aws:lambda/invocation:Invocation": "one call of a function",
  "aws:lambda/layerVersion:LayerVersion": "its bytes are among those of the functions, which are free",
  "aws:lambda/permission:Permission": "part of the function",
  "aws:route53/record:Record": "by query; the zone is the owner's",
  "aws:s3/bucket:Bucket": "by request, and by byte",
  "aws:s3/bucketCorsConfiguration:BucketCorsConfiguration": "part of the bucket",
  "aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration": "part of the bucket",
  "aws:s3/bucketObjectv2:BucketObjectv2": "by byte",
  "aws:s3/bucketPolicy:BucketPolicy": "part of the bucket",
  "aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock": "part of the bucket",
  "aws:s3/bucketVersioning:BucketVersioning": "part of the bucket",
  "aws:scheduler/schedule:Schedule": "by call",
  "aws:sns/topic:Topic": "by message",
  "aws:sns/topicSubscription:TopicSubscription": "by message",
  "aws:ssm/parameter:Parameter": "standard parameters are free",
  "pulumi-nodejs:dynamic:Resource": "work of the deployment itself",
  "pulumi:providers:aws": "work of the deployment itself",
  "pulumi:pulumi:Stack": "work of the deployment itself",
  "random:index/randomBytes:RandomBytes": "work of the deployment itself",
};

/** Only where `WAF_REQUESTS_PER_ADDRESS` asks for it. */
const firewall = "aws:wafv2/webAcl:WebAcl";

type Inputs = ReturnType<typeof inputsOf>[number];

/** What would give a resource a price by the hour or month, and whether it is without that. */
const prices: readonly (readonly [type: string, priced: string, isWithout: (inputs: Inputs) => boolean])[] = [
  ["aws:dynamodb/table:Table", "capacity", ({ billingMode }) => billingMode === "PAY_PER_REQUEST"],
  ["aws:ssm/parameter:Parameter", "a higher tier", ({ tier = "Standard" }) => tier === "Standard"],
  ["aws:ssm/parameter:Parameter", "a key of its own", ({ keyId }) => keyId === undefined],
  [
    "aws:cloudfront/distribution:Distribution",
    "addresses of its own",
    ({ viewerCertificate }) => viewerCertificate.sslSupportMethod !== "vip",
  ],
  [
    "aws:lambda/eventSourceMapping:EventSourceMapping",
    "pollers of its own",
    ({ provisionedPollerConfig }) => provisionedPollerConfig === undefined,
  ],
  ["aws:lambda/function:Function", "a network of its own", ({ vpcConfig }) => vpcConfig === undefined],
];

describe("prices", () => {
  test("no stage has anything that is paid by the hour or month", () => {
    for (const { resources } of [trial, production, elsewhere]) {
      const types = resources.map(({ type }) => type).filter((type) => !type.startsWith("sst:"));
      expect([...new Set(types)].filter((type) => !(type in unpriced) && type !== firewall)).toEqual([]);
    }
  });

  test("a firewall is made where it is asked for, and nowhere else", () => {
    for (const stage of [trial, production]) expect(inputsOf(stage, firewall)).toEqual([]);
    expect(only(elsewhere, firewall)).toMatchObject({
      region: "us-east-1",
      scope: "CLOUDFRONT",
      defaultAction: { allow: {} },
      rules: [
        {
          action: { block: { customResponse: { responseCode: 429 } } },
          statement: {
            rateBasedStatement: { aggregateKeyType: "IP", evaluationWindowSec: 300, limit: 2_000 },
          },
        },
      ],
    });
    expect(only(elsewhere, "aws:cloudfront/distribution:Distribution").webAclId).toBe(
      "arn:aws:wafv2:::Firewall",
    );
  });

  test.each(prices)("no %s has %s, which is paid by the hour or month", (type, _, isWithout) => {
    const all = [trial, production, elsewhere].flatMap((stage) => inputsOf(stage, type));
    // A stage makes nothing of a table that it adopts.
    const made = all.filter((inputs) => Object.keys(inputs).length > 0);
    expect(made.length).toBeGreaterThan(1);
    expect(made.filter((inputs) => !isWithout(inputs))).toEqual([]);
  });
});
