import { clock } from "#lib/clock.ts";
import { countRequest } from "#lib/database-meter.ts";
import { traceHeader } from "#lib/settings/aws.ts";
import type { DatabaseAccess } from "#lib/settings/database.ts";
import { http, https } from "#lib/web-clients.ts";
import { operationHeaders, type TableOperation } from "./operation-signature.ts";

const transports = {
  "http:": { request: http.request, agent: new http.Agent({ keepAlive: true }) },
  "https:": { request: https.request, agent: new https.Agent({ keepAlive: true }) },
};

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
): Promise<SignedAnswer> => countRequest(() => exchange(access, operation, body, timeoutMs));

const exchange = (
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
      // Not signed, because what is between may change it. The SDK does the same.
      ...(trace !== undefined && { "x-amzn-trace-id": trace }),
    };
    const sent = request(url, { method: "POST", agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text }));
      response.on("error", reject);
    });
    const stopClock = clock.after(timeoutMs, () => sent.destroy(new Error("Too late")));
    sent.on("error", reject);
    sent.on("close", stopClock);
    sent.end(body);
  });
