import { findConnection } from "#cli/publish/connection.ts";
import { serveOnStreams } from "#lib/agents/serve-stdio.ts";
import { parseArguments, serviceOptions } from "./arguments.ts";
import type { RunCommand } from "./output.ts";
import { serviceTools } from "./service-tools.ts";

/**
 * Serves the tools of a service on standard input and output, and passes calls on. So they are the service's
 * own, whatever its version and custom blocks are.
 */
export const mcp: RunCommand = async (args, { environment, stdin, stdout }) => {
  const options = parseArguments(args, serviceOptions, []);
  const work = serviceTools(await findConnection(options, environment));
  // A wrong address or token is reported now, and not in the middle of a conversation.
  await work.list();
  await serveOnStreams(work, stdin, stdout);
  return 0;
};
