/** POST /api/oauth/register/ — register a program that asks people for access (RFC 7591) */
import { registerAgentClient } from "#lib/actions/people/agent-clients.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { hashedAddress } from "#lib/http/log.ts";
import { registerClient } from "#lib/routes/agent-access.ts";
import { agentGrantTypes } from "#lib/site/agent-grant.ts";
import { siteWithAgents } from "#lib/surfaces/agent-access/descriptions.ts";
import { describedIn } from "#lib/surfaces/agent-access/registration.ts";

export const handler = endpoint(registerClient, async ({ body, request, note }) => {
  await siteWithAgents();
  const { id, name, redirects, createdAt } = await registerAgentClient(describedIn(body), request.address);
  note("agent registered", { client: id, address: hashedAddress(request.address) });
  return {
    client_id: id,
    client_id_issued_at: Math.floor(Date.parse(createdAt) / 1_000),
    ...(name !== "" && { client_name: name }),
    redirect_uris: [...redirects],
    grant_types: [...agentGrantTypes],
    response_types: ["code"],
    token_endpoint_auth_method: "none" as const,
  };
});
