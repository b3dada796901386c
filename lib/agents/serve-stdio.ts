import type { Readable } from "node:stream";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { agentServer, type ToolWork } from "./agent-server.ts";
import { lineTransport } from "./line-transport.ts";

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
