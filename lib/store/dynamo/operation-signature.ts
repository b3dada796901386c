import { hash } from "node:crypto";
import { signedHeaders } from "#lib/aws-signature.ts";
import type { DatabaseAccess } from "#lib/settings/database.ts";

/** The operations of DynamoDB that are used. */
export type TableOperation =
  | "BatchGetItem"
  | "DeleteItem"
  | "GetItem"
  | "PutItem"
  | "Query"
  | "Scan"
  | "TransactWriteItems"
  | "UpdateItem";

/**
 * Placeholders for the parts of a signature, which engines require but do not check. A real one takes a tenth
 * of a millisecond.
 */
const unchecked = {
  authorization:
    "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=none",
  "x-amz-date": "20260101T000000Z",
};

/**
 * The headers of a request. They sign host, time (ISO 8601), session token, operation and body if anybody
 * checks that.
 */
export const operationHeaders = (
  access: DatabaseAccess,
  operation: TableOperation,
  body: string,
  now: string,
): Record<string, string> => {
  const headers = { "x-amz-target": `DynamoDB_20120810.${operation}` };
  const type = { "content-type": "application/x-amz-json-1.0" };
  if (!access.checksSignatures) return { ...headers, ...unchecked, ...type };
  const url = new URL(access.endpoint);
  const request = { service: "dynamodb", method: "POST", url, headers, bodyHash: hash("sha256", body) };
  return { ...signedHeaders(access, request, now), ...type };
};
