import { isAgentSignInOn } from "#lib/access/agent-sign-in.ts";
import { openGrantsOf } from "#lib/access/open-grants.ts";
import type { Caller, Principal } from "#lib/access/principal.ts";
import type { Reply } from "#lib/http/reply.ts";
import type { Request } from "#lib/http/request.ts";
import type { AgentGrant } from "#lib/site/agent-grant.ts";
import { agentPaths } from "#lib/site/agent-paths.ts";
import { accountOf, formReply, proofFields } from "#lib/surfaces/accounts/page-frame.ts";
import { pageFrameFor } from "#lib/surfaces/html/site-frame.ts";
import { agentsContent, type OwnAgent } from "#lib/themes/parts/agents-page.ts";

const extras = ["access"] as const;

interface OwnAgentsCall {
  readonly caller: Caller;
  readonly principal: Principal;
  readonly request: Pick<Request, "path" | "query">;
}

/** The page with the agents that may act for somebody. Two requests. */
export const ownAgentsReply = async (
  { caller, principal, request }: OwnAgentsCall,
  { isEnded }: { readonly isEnded: boolean },
): Promise<Reply<string>> => {
  const grants = await openGrantsOf(principal.user);
  const { site, theme, reading, policy } = pageFrameFor(principal.site, { caller, request, extras });
  const content = agentsContent(
    {
      isEnded,
      isOn: isAgentSignInOn(principal.site),
      agents: grants
        .toSorted((one, other) => (one.createdAt > other.createdAt ? -1 : 1))
        .map((grant) => ownAgent(grant, caller)),
      links: [{ title: "Your account: password and sessions", url: accountOf(caller)?.url ?? "/" }],
    },
    principal.site.settings,
  );
  const html = theme.accountPage({ site, title: "Programs with access", content, extras }, reading);
  return formReply({ html, policy });
};

const ownAgent = (grant: AgentGrant, caller: Caller): OwnAgent => ({
  ...{ name: grant.client.name, host: grant.client.host, scopes: grant.scopes },
  ...{ allowedAt: grant.createdAt, usedAt: grant.usedAt },
  end: { address: agentPaths.endOwn, kept: { grant: shownGrantId(grant), ...proofFields(caller) } },
});

/** The name of a grant on pages: the beginning of its digest, which opens nothing. */
export const shownGrantId = ({ digest }: Pick<AgentGrant, "digest">): string => digest.slice(0, 16);
