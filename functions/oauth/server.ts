/** GET /.well-known/oauth-authorization-server/ — say how agents get tokens (RFC 8414) */
import { endpoint } from "#lib/http/endpoint.ts";
import { describeServer } from "#lib/routes/agent-access.ts";
import { serverDescription, siteWithAgents } from "#lib/surfaces/agent-access/descriptions.ts";

export const handler = endpoint(describeServer, async ({ request }) =>
  serverDescription(await siteWithAgents(), request),
);
