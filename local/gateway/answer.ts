import type { ServerResponse } from "node:http";
import { type Duplex, pipeline, Readable } from "node:stream";
import { guarded } from "#lib/guarded.ts";
import { logError } from "#lib/log.ts";
import { http } from "#lib/node-http.ts";
import { safetyHeaders } from "#lib/routes/safety-headers.ts";

export interface GatewayAnswer {
  readonly status: number;
  /** Headers by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** One `set-cookie` header each. */
  readonly cookies: readonly string[];
  /** The body. The length of streams, and for HEAD, is in the headers. */
  readonly body: string | Buffer | Readable;
}

/** An answer that is not a stream. */
export type TextAnswer = GatewayAnswer & { readonly body: string };

const jsonAnswer = (status: number, value: unknown): TextAnswer => ({
  status,
  // Without this, caches may keep some statuses, such as 414.
  headers: { "content-type": "application/json", "cache-control": "no-store", ...safetyHeaders },
  cookies: [],
  body: JSON.stringify(value),
});

/** API Gateway's own answers, when a request reaches no function or the function fails. */
export const gatewayAnswers = {
  badRequest: jsonAnswer(400, { message: "Bad Request" }),
  forbidden: jsonAnswer(403, { message: "Forbidden" }),
  requestTimeout: jsonAnswer(408, { message: "Request Timeout" }),
  uriTooLong: jsonAnswer(414, { message: "URI Too Long" }),
  headTooLarge: jsonAnswer(431, { message: "Request Header Fields Too Large" }),
  internalServerError: jsonAnswer(500, { message: "Internal Server Error" }),
  serviceUnavailable: jsonAnswer(503, { message: "Service Unavailable" }),
} as const;

/** Writes an answer. HEAD, 204 and 304 get no body. A stream goes at the client's speed. */
export const sendAnswer = (
  response: ServerResponse,
  { status, headers, cookies, body }: GatewayAnswer,
): void => {
  const bodyless = status === 204 || status === 304;
  // Encoded once, for the length and the socket; Node writes a long text slower than its bytes.
  const content = typeof body === "string" ? Buffer.from(body) : body;
  const isMeasured = headers["content-length"] !== undefined || content instanceof Readable;
  response.writeHead(status, {
    ...headers,
    ...(!bodyless && !isMeasured && { "content-length": content.length }),
    ...(cookies.length > 0 && { "set-cookie": [...cookies] }),
  });
  if (!(content instanceof Readable)) response.end(content);
  else if (response.destroyed) content.destroy();
  else pipeline(content, response, guarded(logUnlessClientLeft));
};

const logUnlessClientLeft = (error: NodeJS.ErrnoException | null): void => {
  if (error && error.code !== "ERR_STREAM_PREMATURE_CLOSE") logError(error);
};

/** The time in which a client has to read its last answer. */
const lingerMs = 1_000;

/** Answers bytes that are not HTTP, for which there is no response object, and closes the connection. */
export const sendLastAnswer = (socket: Duplex, { status, headers, body }: TextAnswer): void => {
  if (socket.writableEnded) return;
  const said = { ...headers, "content-length": body.length, connection: "close" };
  const lines = Object.entries(said).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
  // Closing at once would lose the answer for a client that is still sending.
  setTimeout(
    guarded(() => socket.destroy()),
    lingerMs,
  ).unref();
};
