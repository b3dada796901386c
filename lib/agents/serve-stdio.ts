import { isUtf8 } from "node:buffer";
import type { Readable } from "node:stream";
import {
  INVALID_REQUEST,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  PARSE_ERROR,
  type RequestId,
  type Transport,
} from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { agentServer, refusedDepth, refusedMessage, type ToolWork } from "./agent-server.ts";

/** Serves the tools on two streams, until the first one has ended and all that it asked is answered. */
export const serveOnStreams = async (
  work: ToolWork,
  input: Readable,
  output: { write(text: string): unknown },
): Promise<void> => {
  const { transport, answered } = lineTransport(input, output);
  const served = serveStdio(() => agentServer(work), { transport });
  await answered;
  await served.close();
};

interface LineTransport {
  readonly transport: Transport;
  /** Resolves when the input has ended, and every request in it has its answer. */
  readonly answered: Promise<void>;
}

/**
 * Messages of the protocol, one a line. The transport of the SDK drops what it does not understand, and the
 * requests that are carried out when its input ends.
 */
const lineTransport = (input: Readable, output: { write(text: string): unknown }): LineTransport => {
  // The packed command runs on Node 20, which has no `Promise.withResolvers`.
  let allAnswered = () => {};
  const answered = new Promise<void>((resolve) => {
    allAnswered = resolve;
  });
  const open: RequestId[] = [];
  let isEnded = false;
  const settle = (id: RequestId | undefined) => {
    const index = id === undefined ? -1 : open.indexOf(id);
    if (index >= 0) open.splice(index, 1);
    if (isEnded && open.length === 0) allAnswered();
  };
  const end = () => {
    isEnded = true;
    settle(undefined);
  };
  const receive = (line: Buffer | undefined) => {
    const { message, refusal } = messageIn(line);
    if (refusal !== undefined) output.write(`${refusal}\n`);
    if (message === undefined) return;
    if (isJSONRPCRequest(message) && !answeredByNotifications.has(message.method)) open.push(message.id);
    transport.onmessage?.(message);
    // A cancelled request gets no answer.
    if (isJSONRPCNotification(message) && message.method === "notifications/cancelled")
      settle((message.params as { readonly requestId?: RequestId } | undefined)?.requestId);
  };
  const transport: Transport = {
    start: async () => {
      eachLine(input, receive).then(end, end);
    },
    send: async (message) => {
      output.write(`${JSON.stringify(message)}\n`);
      if (isJSONRPCResponse(message)) settle(message.id);
    },
    close: async () => {
      transport.onclose?.();
      allAnswered();
    },
  };
  return { transport, answered };
};

const answeredByNotifications = new Set(["subscriptions/listen"]);

/** The limit of the SDK's transport. */
const maxLineBytes = 10 * 1024 * 1024;

/** Calls `use` with each line, also with one that nothing ends; undefined for one that is too long. */
const eachLine = async (input: Readable, use: (line: Buffer | undefined) => void): Promise<void> => {
  let parts: Buffer[] = [];
  let bytes = 0;
  const add = (part: Buffer) => {
    bytes += part.length;
    if (bytes <= maxLineBytes) parts.push(part);
    else parts = [];
  };
  const finish = () => {
    use(bytes <= maxLineBytes ? Buffer.concat(parts) : undefined);
    [parts, bytes] = [[], 0];
  };
  for await (const chunk of input) {
    let rest = Buffer.from(chunk);
    for (let at = rest.indexOf("\n"); at >= 0; at = rest.indexOf("\n")) {
      add(rest.subarray(0, at));
      finish();
      rest = rest.subarray(at + 1);
    }
    add(rest);
  }
  finish();
};

/** The message of a line, or the answer that refuses it; neither for an empty line. */
const messageIn = (line: Buffer | undefined) => {
  if (!line)
    return { refusal: refusedMessage(null, INVALID_REQUEST, `A line has at most ${maxLineBytes} bytes.`) };
  const text = line.toString("utf8").trim();
  if (text === "") return {};
  const value = isUtf8(line) ? parsed(text) : undefined;
  if (value === undefined)
    return { refusal: refusedMessage(null, PARSE_ERROR, "Parse error: a line is JSON in UTF-8.") };
  const tooDeep = refusedDepth(value);
  if (tooDeep !== undefined) return { refusal: tooDeep };
  if (isJSONRPCRequest(value) || isJSONRPCNotification(value) || isJSONRPCResponse(value))
    return { message: value };
  return {
    refusal: refusedMessage(value, INVALID_REQUEST, "Invalid Request: this is no message of JSON-RPC 2.0."),
  };
};

/** The parsed JSON; undefined for other text. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
