import {
  createMcpHandler,
  isLegacyRequest,
  METHOD_NOT_FOUND,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { agentServer, type ToolWork } from "./agent-server.ts";
import { refusedDepth, refusedMessage } from "./message-fault.ts";

/** A message of the protocol, as one request has it. */
export interface Message {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: { readonly method?: unknown; readonly id?: unknown };
}

export interface MessageAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Answers one message by Streamable HTTP, with JSON and without a session: each request stands for itself.
 * Streams of notifications are not offered, as nothing would end them on Lambda.
 */
export const answerMessage = async ({ headers, body }: Message, work: ToolWork): Promise<MessageAnswer> => {
  if (body.method === "subscriptions/listen")
    return { status: 404, text: refusedMessage(body, METHOD_NOT_FOUND, "Method not found") };
  const tooDeep = refusedDepth(body);
  if (tooDeep !== undefined) return { status: 400, text: tooDeep };
  const request = requestOf(headers, body);
  const answer = (await isLegacyRequest(request, body))
    ? await answerEarlierRevision(request, body, work)
    : await createMcpHandler(() => agentServer(work), { legacy: "reject" }).fetch(request, {
        parsedBody: body,
      });
  return { status: answer.status, text: await answer.text() };
};

/** Revisions before 2026-07-28 begin with `initialize`, which is answered and forgotten. */
const answerEarlierRevision = async (
  request: Request,
  parsedBody: unknown,
  work: ToolWork,
): Promise<Response> => {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = agentServer(work);
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody });
  } finally {
    await server.close();
  }
};

/** Passes on only the protocol's headers; what is accepted is JSON in any case. */
const requestOf = (headers: Message["headers"], body: unknown): Request => {
  const own = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    name.startsWith("mcp-") && value !== undefined ? [[name, value]] : [],
  );
  return new Request("http://lectern/api/mcp/", {
    method: "POST",
    headers: [
      ...own,
      ["accept", "application/json, text/event-stream"],
      ["content-type", "application/json"],
    ],
    body: JSON.stringify(body),
  });
};
