import type { IncomingMessage } from "node:http";
import { guarded } from "#lib/guarded.ts";
import { http, https } from "#lib/node-http.ts";
import { publicLookup, requirePublicLiteral } from "./public-lookup.ts";

/** The options of a request. */
export interface SendOptions {
  /** When to give up. */
  readonly signal: AbortSignal;
  /** True where the receiver may be on this machine or in this network. */
  readonly mayBeInternal: boolean;
  /** The bytes of the answer that are read; none by default. */
  readonly answerBytes?: number;
}

export interface GuardedAnswer {
  readonly status: number;
  /** The beginning of the answer, as UTF-8. */
  readonly answer: string;
}

interface GuardedRequest {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/**
 * Sends a request to an address that somebody else has chosen. Redirects are not followed. The address is
 * checked when the connection is made, so that a name cannot lead elsewhere after the check. Throws an error
 * of one sentence if there is no answer, or if the address may not be called.
 */
export const guardedRequest = async (
  url: string,
  { method, headers, body }: GuardedRequest,
  { signal, mayBeInternal, answerBytes = 0 }: SendOptions,
): Promise<GuardedAnswer> => {
  const target = new URL(url);
  if (!mayBeInternal) requirePublicLiteral(target);
  const { request: send } = target.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    const sent = send(target, {
      method,
      agent: false,
      signal,
      headers: { ...headers, ...(body && { "content-length": body.length }), "user-agent": "Lectern" },
      ...(!mayBeInternal && { lookup: publicLookup }),
    });
    const fail = (error: Error) =>
      reject(signal.aborted ? new Error(`${target.host} did not answer`) : error);
    sent.on("error", guarded(fail));
    const receive = (answer: IncomingMessage) => {
      const status = answer.statusCode ?? 0;
      const chunks: Buffer[] = [];
      let size = 0;
      const finish = () => {
        resolve({ status, answer: Buffer.concat(chunks).subarray(0, answerBytes).toString() });
        answer.destroy();
      };
      if (answerBytes === 0) return finish();
      const keep = (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size >= answerBytes) finish();
      };
      answer.on("data", guarded(keep, reject));
      answer.on("end", guarded(finish, reject));
      answer.on("error", guarded(fail));
    };
    sent.on("response", guarded(receive, reject));
    sent.end(body);
  });
};
