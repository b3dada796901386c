import type { IncomingMessage } from "node:http";
import { clientAddress } from "#lib/http/client-address.ts";
import type { SentAnswer } from "#lib/statistics/subject.ts";
import type { GatewayAnswer } from "#local/gateway/answer.ts";

/** Gives the record of a request once its answer has ended: only then is known how much of it was sent. */
export const watchAnswer = (
  request: IncomingMessage,
  path: string,
  { status, headers }: GatewayAnswer,
): (() => SentAnswer) => {
  const { method = "", socket } = request;
  // The connection counts the bytes of all its answers.
  const before = socket.bytesWritten;
  const length = Number(headers["content-length"] ?? 0);
  const [, start = "0"] = /^bytes (\d+)-/.exec(headers["content-range"] ?? "") ?? [];
  return () => ({
    method,
    path,
    status,
    address: addressOf(request),
    userAgent: request.headers["user-agent"] ?? "",
    start: Number(start),
    bytes: Math.min(length, Math.max(0, socket.bytesWritten - before)),
  });
};

const addressOf = ({ headers, socket }: IncomingMessage): string =>
  clientAddress({
    headers: {
      "x-proxy-secret": headers["x-proxy-secret"]?.toString(),
      "x-viewer-address": headers["x-viewer-address"]?.toString(),
    },
    requestContext: { http: { sourceIp: socket.remoteAddress ?? "" } },
  });
