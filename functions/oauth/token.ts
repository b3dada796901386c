/** POST /api/oauth/token/ — exchange a code or a refresh token for an access token of an hour */
import { redeemCode, refreshGrant } from "#lib/actions/people/agent-grants.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { issueAgentTokens } from "#lib/routes/agent-access.ts";
import { accessSeconds } from "#lib/site/agent-grant.ts";
import { issuerOf, siteWithAgents } from "#lib/surfaces/agent-access/descriptions.ts";
import { askedTokensIn } from "#lib/surfaces/agent-access/token-request.ts";

export const handler = endpoint(issueAgentTokens, async ({ body, request, warn, note }) => {
  const asked = askedTokensIn(body, request, issuerOf(await siteWithAgents(), request));
  const issued = "refresh" in asked ? await refreshGrant(asked.refresh) : await redeemCode(asked.exchange);
  if ("endedOf" in issued) {
    warn("An agent's code or refresh token was used twice; its access has ended.", {
      principal: issued.endedOf,
    });
    throw new Refusal("invalid_grant");
  }
  const { accessToken, refreshToken, scopes, userId } = issued;
  if ("exchange" in asked) note("agent got access", { principal: userId, client: asked.exchange.clientId });
  return {
    access_token: accessToken,
    token_type: "Bearer" as const,
    expires_in: accessSeconds,
    refresh_token: refreshToken,
    scope: scopes.join(" "),
  };
});
