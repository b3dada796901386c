import { hash } from "node:crypto";
import { signedHeaders } from "#lib/aws-signature.ts";
import type { DatabaseAccess } from "#lib/settings/database.ts";

/** The reads of the table that are signed by hand. */
export type SignedRead = "GetItem" | "Query";

/**
 * The headers that make a read of a JSON body and sign it, at an instant in ISO 8601. Host, time, session
 * token and operation are signed with the body.
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
