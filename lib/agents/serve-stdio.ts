import { type Readable, Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { agentServer, type ToolWork } from "./agent-server.ts";

/** Serves the tools on two streams, until the client closes the first one. */
export const serveOnStreams = async (
  work: ToolWork,
  input: Readable,
  output: { write(text: string): unknown },
): Promise<void> => {
  const lines = new Writable({
    decodeStrings: false,
    write: (text: string, _, done) => {
      output.write(text);
      done();
    },
  });
  const served = serveStdio(() => agentServer(work), { transport: new StdioServerTransport(input, lines) });
  await finished(input, { writable: false }).catch(() => {});
  await served.close();
};
