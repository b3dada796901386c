import { hash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { signedHeaders } from "#lib/aws-signature.ts";
import { clock } from "#lib/clock.ts";
import { guarded } from "#lib/guarded.ts";
import { http, https } from "#lib/node-http.ts";
import { traceHeader } from "#lib/settings/aws.ts";
import type { DatabaseAccess } from "#lib/settings/database.ts";

const transportBy = ({ request, Agent }: typeof http | typeof https) => ({
  request,
  agent: new Agent({ keepAlive: true }),
});

const transports = { "http:": transportBy(http), "https:": transportBy(https) };

export interface SignedAnswer {
  readonly status: number;
  readonly body: string;
}

/**
 * Signs a request to DynamoDB and sends it, once, over a connection that is kept open. Rejects if there is no
 * whole answer within `timeoutMs`: then nobody knows whether a write has been done.
 */
export const signedExchange = (
  access: DatabaseAccess,
  operation: TableOperation,
  body: string,
  timeoutMs: number,
): Promise<SignedAnswer> =>
  new Promise((resolve, reject) => {
    const url = new URL(access.endpoint);
    const { request, agent } = transports[url.protocol as keyof typeof transports];
    const trace = traceHeader();
    const headers = {
      ...operationHeaders(access, operation, body, clock.now()),
      // This header is not signed, because proxies may change it. The SDK does the same.
      ...(trace !== undefined && { "x-amzn-trace-id": trace }),
    };
    const sent = request(url, { method: "POST", agent, headers });
    const receive = (response: IncomingMessage) => {
      let text = "";
      const keep = (part: string) => {
        text += part;
      };
      const finish = () => resolve({ status: response.statusCode ?? 0, body: text });
      response.setEncoding("utf8");
      response.on("data", guarded(keep, reject));
      response.on("end", guarded(finish, reject));
      response.on("error", reject);
    };
    const tooLate = () => sent.destroy(new Error("Too late"));
    const stopClock = clock.after(timeoutMs, guarded(tooLate));
    sent.on("response", guarded(receive, reject));
    sent.on("error", reject);
    sent.on("close", guarded(stopClock));
    sent.end(body);
  });

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
