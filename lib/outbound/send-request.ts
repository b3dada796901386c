import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { guarded } from "#lib/guarded.ts";
import { http, https } from "#lib/node-http.ts";

export interface OutboundRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

export interface OutboundAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/** Sends a request to an address that we trust. Unlike `fetch`, with the `Host` that it is given. */
export const sendRequest = (
  url: string,
  { method, headers, body, signal }: OutboundRequest,
): Promise<OutboundAnswer> =>
  new Promise((resolve, reject) => {
    const { request: send } = url.startsWith("https:") ? https : http;
    const sent = send(url, {
      method,
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
      signal,
    });
    sent.on("error", reject);
    const receive = async (answer: IncomingMessage): Promise<void> => {
      const whole = await text(answer);
      resolve({
        status: answer.statusCode ?? 0,
        headers: { "retry-after": answer.headers["retry-after"] },
        text: whole,
      });
    };
    sent.on("response", guarded(receive, reject));
    sent.end(body);
  });
