/** POST /api/oauth/revoke/ — end what a token of an agent follows from (RFC 7009) */
import { endGrantOf } from "#lib/actions/people/agent-grants.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { endAgentToken } from "#lib/routes/agent-access.ts";
import { siteWithAgents } from "#lib/surfaces/agent-access/descriptions.ts";

export const handler = endpoint(endAgentToken, async ({ body: { token, client_id }, note }) => {
  await siteWithAgents();
  if (!token) throw new Refusal("invalid_token_request", { detail: "The parameter token is missing." });
  const userId = await endGrantOf(token, client_id || undefined);
  if (userId !== undefined) note("agent gave access back", { principal: userId });
});
