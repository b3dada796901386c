import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { guarded } from "#lib/guarded.ts";
import { http } from "#lib/node-http.ts";
import { gatewayAnswers, sendLastAnswer, type TextAnswer } from "./answer.ts";
import type { ClientLimits } from "./limits.ts";

interface ServerListeners {
  readonly connect: (socket: Socket) => void;
  readonly serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/** A server of HTTP whose listeners cannot end the process, and that answers what is no HTTP itself. */
export const httpServer = ({ connect, serve }: ServerListeners, clients: ClientLimits): Server => {
  const server = http.createServer({
    maxHeaderSize: parserHeadBytes,
    requireHostHeader: false,
    headersTimeout: clients.headMs,
    // Large files take as long as they take; the pace is checked instead.
    requestTimeout: 0,
    connectionsCheckingInterval: clients.checkMs,
  });
  server.maxHeadersCount = 0;
  server.keepAliveTimeout = idleMs;
  server.on("connection", guarded(connect));
  server.on("request", guarded(serve));
  server.on("checkContinue", guarded(serve));
  server.on("connect", guarded(refuseTunnel));
  server.on("clientError", guarded(refuseMalformed));
  return server;
};

/** Proxies, and clients that retry, keep theirs for a minute; if the server closes first, requests fail. */
const idleMs = 75_000;

/** Node's limit. Heads between API Gateway's limit and this get an answer that says what is too long. */
const parserHeadBytes = 65_536;

const refuseTunnel = (_request: IncomingMessage, socket: Duplex): void =>
  sendLastAnswer(socket, gatewayAnswers.badRequest);

const refuseMalformed = (error: NodeJS.ErrnoException, socket: Duplex): void =>
  sendLastAnswer(socket, answerToMalformed(error));

const answerToMalformed = ({ code }: NodeJS.ErrnoException): TextAnswer => {
  if (code === "HPE_HEADER_OVERFLOW") return gatewayAnswers.headTooLarge;
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return gatewayAnswers.requestTimeout;
  return gatewayAnswers.badRequest;
};
