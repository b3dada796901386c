/** GET /accounts/agents/ — show people the agents that may act for them, with forms that end it */
import { endpoint } from "#lib/http/endpoint.ts";
import { showOwnAgents } from "#lib/routes/agent-pages.ts";
import { signInReply } from "#lib/surfaces/accounts/sign-in.ts";
import { ownAgentsReply } from "#lib/surfaces/agent-access/own-agents-page.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";

export const handler = endpoint({ ...showOwnAgents, errorPage }, async ({ query, caller, request }) => {
  const { principal, session } = caller;
  return principal && session ? ownAgentsReply({ caller, principal, request }, query) : signInReply(request);
});
