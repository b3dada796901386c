import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";
import { callTools } from "#lib/routes/mcp.ts";

/** The revisions of the protocol that the service speaks, the newest first. */
export const revisions = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"] as const;

export type ProtocolRevision = (typeof revisions)[number];

/** A client that knows only one revision of the protocol, and that the end of the test closes. */
export const agentClient = (revision: ProtocolRevision = "2026-07-28"): Client => {
  const client = new Client(
    { name: "test-agent", version: "1.0.0" },
    revision === "2026-07-28"
      ? { versionNegotiation: { mode: { pin: revision } } }
      : { versionNegotiation: { mode: "legacy" }, supportedProtocolVersions: [revision] },
  );
  onTestFinished(() => client.close());
  return client;
};

/** A client that is connected to a service as somebody. */
export const connectedAgent = async (
  url: string,
  token: string,
  revision?: ProtocolRevision,
): Promise<Client> => {
  const client = agentClient(revision);
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url + callTools.path), { requestInit }));
  return client;
};

/** Calls a tool. Gives the texts of its result, and the last one parsed. */
export const useTool = async (client: Client, name: string, given: Record<string, unknown> = {}) => {
  const { content, isError = false } = await client.callTool({ name, arguments: given });
  const texts = content.map((part) => (part.type === "text" ? part.text : ""));
  const last = texts.at(-1) ?? "";
  return { isError, texts, answer: /^[[{]/.test(last) ? JSON.parse(last) : last };
};
