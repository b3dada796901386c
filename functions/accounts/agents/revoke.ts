/** POST /accounts/agents/revoke/ — end the access of an agent by a form */
import { endOwnGrant } from "#lib/actions/people/agent-grants.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Reply } from "#lib/http/reply.ts";
import { endOwnAgent } from "#lib/routes/agent-pages.ts";
import { agentPaths } from "#lib/site/agent-paths.ts";
import { signInAgain } from "#lib/surfaces/accounts/sign-in.ts";
import { shownGrantId } from "#lib/surfaces/agent-access/own-agents-page.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";

export const handler = endpoint({ ...endOwnAgent, errorPage }, async ({ body, caller, note }) => {
  const { principal, session } = caller;
  if (!principal || !session) return signInAgain(agentPaths.own);
  const hasEnded = await endOwnGrant(principal.user.id, (grant) => shownGrantId(grant) === body.grant);
  if (hasEnded) note("access of an agent ended", { principal: principal.user.id });
  return new Reply(undefined, { status: 303, headers: { location: `${agentPaths.own}?ended=yes` } });
});
