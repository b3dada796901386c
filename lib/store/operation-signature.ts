import { hash } from "node:crypto";
import { signedHeaders } from "#lib/aws-signature.ts";
import type { DatabaseAccess } from "#lib/settings/database.ts";

/** What DynamoDB is asked to do. */
export type TableOperation =
  | "BatchGetItem"
  | "BatchWriteItem"
  | "DeleteItem"
  | "GetItem"
  | "PutItem"
  | "Query"
  | "Scan"
  | "TransactWriteItems"
  | "UpdateItem";

/** Signs host, time (ISO 8601), session token, operation and body of a request. */
export const operationHeaders = (
  access: DatabaseAccess,
  operation: TableOperation,
  body: string,
  now: string,
): Record<string, string> => {
  const request = {
    service: "dynamodb",
    method: "POST",
    url: new URL(access.endpoint),
    headers: { "x-amz-target": `DynamoDB_20120810.${operation}` },
    bodyHash: hash("sha256", body),
  };
  return { ...signedHeaders(access, request, now), "content-type": "application/x-amz-json-1.0" };
};
