/** GET /.well-known/oauth-protected-resource/api/mcp/ — say where agents get tokens (RFC 9728) */
import { endpoint } from "#lib/http/endpoint.ts";
import { describeResource } from "#lib/routes/agent-access.ts";
import { resourceDescription, siteWithAgents } from "#lib/surfaces/agent-access/descriptions.ts";

export const handler = endpoint(describeResource, async ({ request }) =>
  resourceDescription(await siteWithAgents(), request),
);
