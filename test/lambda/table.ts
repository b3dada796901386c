import type { Deployment } from "#release/synthesis/synthesize.ts";
import { resourceInputs, resourcesOf } from "./deployed.ts";

/** DynamoDB Local wants a signature, and does not check it. */
const authorization =
  "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0";

/** Asks the engine of the table, or its streams; for what is no function's work. */
export const askEngine = async (endpoint: string, target: string, input: object) => {
  const response = await fetch(endpoint, {
    method: "POST",
    headers: { "content-type": "application/x-amz-json-1.0", "x-amz-target": target, authorization },
    body: JSON.stringify(input),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${target}: ${text}`);
  return JSON.parse(text);
};

const ask = (endpoint: string, operation: string, input: object) =>
  askEngine(endpoint, `DynamoDB_20120810.${operation}`, input);

export const tableNameOf = (deployment: Deployment): string =>
  resourcesOf(deployment, "aws:dynamodb/table:Table")[0]!.name;

/** Makes the stage's table again: empty, with its stream and its expiry. */
export const renewTable = async (endpoint: string, deployment: Deployment): Promise<void> => {
  const TableName = tableNameOf(deployment);
  const { attributes, hashKey, rangeKey, streamViewType, ttl } = resourceInputs(
    deployment,
    "aws:dynamodb/table:Table",
  );
  const { TableNames } = await ask(endpoint, "ListTables", {});
  if (TableNames.includes(TableName)) await ask(endpoint, "DeleteTable", { TableName });
  await ask(endpoint, "CreateTable", {
    TableName,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: attributes.map(({ name, type }: { name: string; type: string }) => ({
      AttributeName: name,
      AttributeType: type,
    })),
    KeySchema: [
      { AttributeName: hashKey, KeyType: "HASH" },
      { AttributeName: rangeKey, KeyType: "RANGE" },
    ],
    StreamSpecification: { StreamEnabled: true, StreamViewType: streamViewType },
  });
  const TimeToLiveSpecification = { AttributeName: ttl.attributeName, Enabled: ttl.enabled };
  await ask(endpoint, "UpdateTimeToLive", { TableName, TimeToLiveSpecification });
};
