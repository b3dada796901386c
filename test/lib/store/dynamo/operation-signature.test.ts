import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { clock } from "#lib/clock.ts";
import type { DatabaseAccess } from "#lib/settings/database.ts";
import { operationHeaders, type TableOperation } from "#lib/store/dynamo/signed-exchange.ts";
import { anyText } from "#test/support/any-text.ts";

/** The same request, signed by the SDK. */
const headersOfSdk = async (
  { endpoint, region, credentials }: DatabaseAccess,
  operation: TableOperation,
  body: string,
  now: string,
): Promise<Record<string, string>> => {
  const { protocol, host, hostname, pathname } = new URL(endpoint);
  const client = new DynamoDBClient({ region, credentials });
  const scheme = { name: "sigv4", signingName: "dynamodb", signingRegion: region, properties: {} };
  const signer = await client.config.signer(scheme);
  const headers = { host, "x-amz-target": `DynamoDB_20120810.${operation}` };
  const request = { method: "POST", protocol, hostname, path: pathname, headers, body };
  const unsignableHeaders = new Set(["x-amz-content-sha256"]);
  return (await signer.sign(request, { signingDate: new Date(now), unsignableHeaders })).headers;
};

const operation = fc.constantFrom<TableOperation>("GetItem", "TransactWriteItems");

const instant = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString());

const secret = fc.stringMatching(/^[A-Za-z0-9/+]{1,60}$/);

const access: fc.Arbitrary<DatabaseAccess> = fc.record({
  endpoint: fc.constantFrom("http://127.0.0.1:8123", "https://dynamodb.eu-west-1.amazonaws.com"),
  checksSignatures: fc.constant(true),
  region: fc.constantFrom("us-east-1", "eu-west-1", "ap-southeast-2"),
  credentials: fc.record(
    { accessKeyId: secret, secretAccessKey: secret, sessionToken: secret },
    { requiredKeys: ["accessKeyId", "secretAccessKey"] },
  ),
});

test("any body is signed as the SDK signs it, with any credentials at any time", async () => {
  const property = fc.asyncProperty(access, operation, anyText(), instant, async (...arrival) => {
    const { "x-amz-content-sha256": _, ...expected } = await headersOfSdk(...arrival);
    const { "content-type": type, ...headers } = operationHeaders(...arrival);
    expect(headers).toEqual(expected);
    expect(type).toBe("application/x-amz-json-1.0");
  });
  await fc.assert(property, { numRuns: 200 });
});

test("the session token of temporary credentials is sent and signed", () => {
  const credentials = { accessKeyId: "id", secretAccessKey: "secret", sessionToken: "passing" };
  const headers = operationHeaders(
    {
      endpoint: "https://dynamodb.eu-west-1.amazonaws.com",
      checksSignatures: true,
      region: "eu-west-1",
      credentials,
    },
    "Query",
    "{}",
    "2026-03-01T12:00:00.000Z",
  );
  expect(headers["x-amz-security-token"]).toBe("passing");
  expect(headers.authorization).toContain("SignedHeaders=host;x-amz-date;x-amz-security-token;x-amz-target,");
});

test("an engine that checks no signatures gets the same headers without one", () => {
  const engine = {
    endpoint: "http://127.0.0.1:8123",
    checksSignatures: false,
    region: "us-east-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  };
  const [first, second] = ["2026-03-01T12:00:00.000Z", "2026-03-02T12:00:00.000Z"].map((now) =>
    operationHeaders(engine, "Query", `{"now":"${now}"}`, now),
  );
  expect(second).toEqual(first);
  const signed = operationHeaders({ ...engine, checksSignatures: true }, "Query", "{}", clock.now());
  const { host: _, ...sent } = signed;
  expect(Object.keys(first!).sort()).toEqual(Object.keys(sent).sort());
});
