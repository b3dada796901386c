import type { IncomingMessage } from "node:http";
import { clock } from "#lib/clock.ts";
import { guarded } from "#lib/guarded.ts";
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
