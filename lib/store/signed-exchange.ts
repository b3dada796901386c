import { clock } from "#lib/clock.ts";
import { http, https } from "#lib/node-http.ts";
import { traceHeader } from "#lib/settings/aws.ts";
import type { DatabaseAccess } from "#lib/settings/database.ts";
import { operationHeaders, type TableOperation } from "./operation-signature.ts";

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
