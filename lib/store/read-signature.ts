import { hash } from "node:crypto";
import { signedHeaders } from "#lib/aws-signature.ts";
import type { DatabaseAccess } from "#lib/settings/database.ts";

/** The reads of the table that are signed without the SDK. */
export type SignedRead = "GetItem" | "Query";

/**
 * The headers of a signed read at an instant in ISO 8601. Host, time, session token, operation and body are
 * signed.
 */
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
