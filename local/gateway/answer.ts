import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

/** What goes back to a client. */
export interface Answer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** One `set-cookie` header each. */
  readonly cookies: readonly string[];
  readonly body: string | Buffer;
}

const jsonAnswer = (status: number, value: unknown): Answer => ({
  status,
  headers: { "content-type": "application/json" },
  cookies: [],
  body: JSON.stringify(value),
});

/** What API Gateway itself says when a request does not reach a function, or a function does not answer. */
export const gatewayAnswers = {
  badRequest: jsonAnswer(400, { message: "Bad Request" }),
  requestTimeout: jsonAnswer(408, { message: "Request Timeout" }),
  uriTooLong: jsonAnswer(414, { message: "URI Too Long" }),
  headTooLarge: jsonAnswer(431, { message: "Request Header Fields Too Large" }),
  internalServerError: jsonAnswer(500, { message: "Internal Server Error" }),
  serviceUnavailable: jsonAnswer(503, { message: "Service Unavailable" }),
} as const;

/** Writes an answer. A response to HEAD has the length of its body but not the body; 204 and 304 have neither. */
export const sendAnswer = (response: ServerResponse, { status, headers, cookies, body }: Answer): void => {
  const bodyless = status === 204 || status === 304;
  response.writeHead(status, {
    ...headers,
    ...(!bodyless && { "content-length": Buffer.byteLength(body) }),
    ...(cookies.length > 0 && { "set-cookie": [...cookies] }),
  });
  response.end(body);
};

/** How long a client may take to read its last answer. */
const lingerMs = 1_000;

/** Writes an answer to bytes that are not HTTP, for which there is no response object, and closes the connection. */
export const sendLastAnswer = (socket: Duplex, { status, body }: Answer): void => {
  if (socket.writableEnded) return;
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\n` +
      `content-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
  // Closed at once, a client that is still sending would lose the answer together with the connection.
  setTimeout(() => socket.destroy(), lingerMs).unref();
};
