import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { certain, clock } from "#bench/lectern/tools.ts";

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The size of the body. */
  readonly bytes: number;
  /** From the request to the last byte. */
  readonly ms: number;
}

export interface HttpRequest {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** Sends requests to one service, over connections that stay open. */
export interface HttpClient {
  readonly send: (request: HttpRequest) => Promise<HttpAnswer>;
  /** Repeats the request while the answer is 503 (an index is being built); gives up after 10 minutes. */
  readonly sendUntilReady: (request: HttpRequest) => Promise<HttpAnswer>;
  readonly close: () => void;
}

/** A client with one connection for each concurrent request. */
export const clientOf = (url: string): HttpClient => {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: Number.POSITIVE_INFINITY });
  const sendOnce: HttpClient["send"] = (given) => send(url, agent, given);
  return {
    send: sendOnce,
    sendUntilReady: async (given) => {
      const endsAtMs = clock.monotonicMs() + timeoutMs;
      for (;;) {
        const answer = await sendOnce(given);
        if (answer.status !== 503 || clock.monotonicMs() > endsAtMs) return answer;
        await pause(pauseMs);
      }
    },
    close: () => agent.destroy(),
  };
};

const timeoutMs = 600_000;
const pauseMs = 500;

const send = (url: string, agent: Agent, { path, method, headers, body }: HttpRequest): Promise<HttpAnswer> =>
  new Promise((resolve, reject) => {
    const startedAtMs = clock.monotonicMs();
    const sent = request(
      url + path,
      { agent, method: method ?? "GET", headers: headers ?? {} },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const bytes = Buffer.concat(chunks);
          resolve({
            status: certain(response.statusCode),
            headers: response.headers,
            text: bytes.toString(),
            bytes: bytes.length,
            ms: clock.monotonicMs() - startedAtMs,
          });
        });
      },
    );
    sent.on("error", (cause) => reject(new Error(`${sent.method} ${url}${path}: no answer`, { cause })));
    sent.end(body);
  });
