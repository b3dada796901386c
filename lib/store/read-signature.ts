import { createHmac, createSecretKey, hash, type KeyObject } from "node:crypto";
import type { DynamodbAccess } from "#lib/config.ts";

/** The reads that are signed by hand. */
export type SignedRead = "GetItem" | "Query";

/**
 * The headers that make a read of a JSON body and sign it, at an instant in ISO 8601. Host, time, session token and
 * operation are signed with the body. Source: AWS, "Signature Version 4 for API requests".
 */
export const signedReadHeaders = (
  { endpoint, region, credentials }: DynamodbAccess,
  read: SignedRead,
  body: string,
  now: string,
): Record<string, string> => {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const { host, pathname } = new URL(endpoint);
  const time = now.replaceAll(/[-:]|\.\d+/g, "");
  // In alphabetical order, as they are to be signed.
  const signed: Record<string, string> = {
    host,
    "x-amz-date": time,
    ...(sessionToken && { "x-amz-security-token": sessionToken }),
    "x-amz-target": `DynamoDB_20120810.${read}`,
  };
  const names = Object.keys(signed).join(";");
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}`);
  const canonical = ["POST", pathname, "", ...lines, "", names, hash("sha256", body)].join("\n");
  const scope = [time.slice(0, 8), region, "dynamodb", "aws4_request"];
  const toSign = ["AWS4-HMAC-SHA256", time, scope.join("/"), hash("sha256", canonical)].join("\n");
  const signature = createHmac("sha256", signingKey(secretAccessKey, scope)).update(toSign).digest("hex");
  return {
    ...signed,
    "content-type": "application/x-amz-json-1.0",
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope.join("/")}, SignedHeaders=${names}, Signature=${signature}`,
  };
};

/** The key that signs for a day: deriving one costs a quarter of what the whole request does. */
let held: { readonly source: string; readonly key: KeyObject } | undefined;

const signingKey = (secret: string, scope: readonly string[]): KeyObject => {
  const source = [secret, ...scope].join("/");
  if (held?.source !== source) {
    const step = (key: Buffer, part: string) => createHmac("sha256", key).update(part).digest();
    held = { source, key: createSecretKey(scope.reduce(step, Buffer.from(`AWS4${secret}`))) };
  }
  return held.key;
};
