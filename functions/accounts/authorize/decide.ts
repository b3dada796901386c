/** POST /accounts/authorize/ — give an agent access by a form, or refuse it */
import { endpoint } from "#lib/http/endpoint.ts";
import { decideConsent } from "#lib/routes/agent-pages.ts";
import { agentPaths } from "#lib/site/agent-paths.ts";
import { signInAgain } from "#lib/surfaces/accounts/sign-in.ts";
import { decidedReply } from "#lib/surfaces/agent-access/consent-page.ts";
import { requireAgentSignIn, siteWithAgents } from "#lib/surfaces/agent-access/descriptions.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";

export const handler = endpoint({ ...decideConsent, errorPage }, async ({ body, caller, request }) => {
  const { principal, session } = caller;
  if (!principal || !session) {
    await siteWithAgents();
    return signInAgain(`${agentPaths.authorize}?${body.request}`);
  }
  requireAgentSignIn(principal.site);
  return decidedReply({ caller, principal, request }, body);
});
