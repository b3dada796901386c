import { grantableScopes } from "#lib/access/agent-access.ts";
import { openGrantsOf } from "#lib/access/open-grants.ts";
import { type Caller, hasAdminAccess, type Principal } from "#lib/access/principal.ts";
import { passwordStamp } from "#lib/access/sessions.ts";
import { allowAgent } from "#lib/actions/people/agent-grants.ts";
import { Reply } from "#lib/http/reply.ts";
import type { Request } from "#lib/http/request.ts";
import { isDocumentAddress, maxAgentGrants } from "#lib/site/agent-grant.ts";
import { agentPaths } from "#lib/site/agent-paths.ts";
import { isOnThisComputer, redirectHost } from "#lib/site/redirect-address.ts";
import { formReply, proofFields } from "#lib/surfaces/accounts/page-frame.ts";
import { agentWindowHeaders } from "#lib/surfaces/accounts/sign-in.ts";
import { pageFrameFor } from "#lib/surfaces/html/site-frame.ts";
import { consentContent, type ScopeChoice, wrongRequestContent } from "#lib/themes/parts/consent-page.ts";
import {
  type AuthorizationRequest,
  answerAddress,
  authorizationRequestIn,
  WrongRequest,
} from "./authorization-request.ts";
import { issuerOf } from "./descriptions.ts";

/** Somebody in a session whom an agent asks for access. */
export interface ConsentCall {
  readonly caller: Caller;
  readonly principal: Principal;
  readonly request: Pick<Request, "path" | "query" | "origin">;
}

/** What somebody decides on a request, as the form says it. */
export interface Decided {
  /** The query of the page with the form. */
  readonly request: string;
  readonly scope?: readonly string[] | undefined;
  readonly decision?: string | undefined;
}

/** The page that asks for access, or says why there can be none. One request, or one to another host. */
export const consentReply = (call: ConsentCall, params: URLSearchParams): Promise<Reply<string>> =>
  orWrong(call, async () => {
    const asked = await grantableIn(params, call);
    return consentPage(call, asked, params);
  });

/**
 * Leads back to the client, with a code or without. What is wrong with the request is checked once more,
 * because the form could say anything. Two requests.
 */
export const decidedReply = (call: ConsentCall, decided: Decided): Promise<Reply<string | undefined>> =>
  orWrong<string | undefined>(call, async () => {
    const { principal, request } = call;
    const asked = await grantableIn(new URLSearchParams(decided.request), call);
    const issuer = issuerOf(principal.site, request);
    const answer = (members: Readonly<Record<string, string>>) => {
      const headers = { location: answerAddress(asked, members, issuer), ...agentWindowHeaders };
      return new Reply(undefined, { status: 303, headers });
    };
    if (decided.decision !== "allow") return answer({ error: "access_denied" });
    const { client, redirectUri, challenge } = asked;
    const code = await allowAgent(
      {
        userId: principal.user.id,
        client: { id: client.id, name: client.name, host: redirectHost(redirectUri) },
        scopes: choicesOf(asked, principal)
          .map(({ value }) => value)
          .filter((scope) => decided.scope?.includes(scope)),
        passwordStamp: passwordStamp(principal.user),
      },
      { redirectUri, challenge },
    );
    return answer({ code });
  });

/**
 * The request, if the person can grant it. Nothing is fetched for people who have no access to give. Throws a
 * {@link WrongRequest}.
 */
const grantableIn = async (
  params: URLSearchParams,
  { principal, request }: ConsentCall,
): Promise<AuthorizationRequest> => {
  if (!hasAdminAccess(principal)) {
    const reason = "Your account may not use the editor of this site, so it has no access to give.";
    throw new WrongRequest(reason, null, 403);
  }
  const asked = await authorizationRequestIn(params, issuerOf(principal.site, request));
  if ((await openGrantsOf(principal.user)).length < maxAgentGrants) return asked;
  const reason = `${maxAgentGrants} programs have access to your account; end that of one first.`;
  const { redirectUri, state } = asked;
  throw new WrongRequest(reason, { redirectUri, error: "access_denied", state }, 403);
};

/** The scopes that the client asks for and the person has. Only what writes is ticked beforehand. */
const choicesOf = ({ scopes }: AuthorizationRequest, principal: Principal) =>
  grantableScopes(principal)
    .filter((scope) => scopes.includes(scope))
    .map((value) => {
      const isWriting = value === "write";
      return {
        value,
        moderates: isWriting && principal.user.staff,
        isTicked: isWriting,
      } satisfies ScopeChoice;
    });

const orWrong = async <Body>(
  call: ConsentCall,
  work: () => Promise<Reply<Body>>,
): Promise<Reply<Body | string>> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WrongRequest)) throw error;
    return wrongPage(call, error);
  }
};

/**
 * A page, and no redirect: anybody may register an address, and nobody is to be led there without having
 * decided something (RFC 9700, section 4.11.2).
 */
const wrongPage = (call: ConsentCall, { message, tell, status }: WrongRequest): Reply<string> => {
  const { caller, principal, request } = call;
  const { site, theme, reading, policy } = pageFrameFor(principal.site, { caller, request: null });
  const issuer = issuerOf(principal.site, request);
  const content = wrongRequestContent({
    problem: message,
    links: tell
      ? [
          {
            title: `Back to ${redirectHost(tell.redirectUri)}`,
            url: answerAddress(tell, { error: tell.error }, issuer),
          },
        ]
      : [],
  });
  const html = theme.accountPage({ site, title: "No access", content }, reading);
  return formReply({ html, policy }, { status, headers: agentWindowHeaders });
};

const extras = ["access"] as const;

const consentPage = (
  call: ConsentCall,
  asked: AuthorizationRequest,
  params: URLSearchParams,
): Reply<string> => {
  const { caller, principal, request } = call;
  const { site, theme, reading, policy } = pageFrameFor(principal.site, { caller, request, extras });
  const { client, redirectUri } = asked;
  const isOwnComputer = isOnThisComputer(redirectUri);
  const content = consentContent({
    siteName: principal.site.settings.name,
    username: principal.user.username,
    clientName: client.name,
    describedBy: isDocumentAddress(client.id) ? redirectHost(client.id) : null,
    host: redirectHost(redirectUri),
    isOwnComputer,
    scopes: choicesOf(asked, principal),
    form: {
      address: agentPaths.authorize,
      kept: { request: params.toString(), ...proofFields(caller) },
    },
    agentsUrl: agentPaths.own,
  });
  const html = theme.accountPage({ site, title: "Give a program access?", content, extras }, reading);
  const ownPolicy = policyLeadingTo(policy, isOwnComputer);
  return formReply({ html, policy: ownPolicy }, { headers: agentWindowHeaders });
};

/**
 * Browsers ask the policy of the page with a form for every address that its answer leads to, and clients
 * lead further.
 */
const policyLeadingTo = (policy: string, isOwnComputer: boolean): string =>
  policy.replace("form-action 'self'", `form-action 'self' https:${isOwnComputer ? " http:" : ""}`);
