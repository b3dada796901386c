import { hash } from "node:crypto";
import { signedHeaders } from "#lib/aws-signature.ts";
import type { DatabaseAccess } from "#lib/settings/database.ts";

export type SignedRead = "GetItem" | "BatchGetItem" | "Query";

/** Signs host, time (ISO 8601), session token, operation and body of a read. */
export const signedReadHeaders = (
  access: DatabaseAccess,
  read: SignedRead,
  body: string,
  now: string,
): Record<string, string> => {
  const request = {
    service: "dynamodb",
    method: "POST",
    url: new URL(access.endpoint),
    headers: { "x-amz-target": `DynamoDB_20120810.${read}` },
    bodyHash: hash("sha256", body),
  };
  return { ...signedHeaders(access, request, now), "content-type": "application/x-amz-json-1.0" };
};
