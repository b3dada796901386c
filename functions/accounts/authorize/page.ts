/** GET /accounts/authorize/ — ask people whether an agent may act for them */
import { endpoint } from "#lib/http/endpoint.ts";
import { showConsent } from "#lib/routes/agent-pages.ts";
import { signInReply } from "#lib/surfaces/accounts/sign-in.ts";
import { consentReply } from "#lib/surfaces/agent-access/consent-page.ts";
import { requireAgentSignIn, siteWithAgents } from "#lib/surfaces/agent-access/descriptions.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";

export const handler = endpoint({ ...showConsent, errorPage }, async ({ query, caller, request }) => {
  const { principal, session } = caller;
  const asked = new URLSearchParams(query.asked);
  if (!principal || !session) {
    await siteWithAgents();
    return signInReply({ path: request.path, query: asked });
  }
  requireAgentSignIn(principal.site);
  return consentReply({ caller, principal, request }, asked);
});
