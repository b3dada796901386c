import { offeredScopes } from "#lib/access/agent-access.ts";
import { describedClient, NoDescription } from "#lib/actions/people/described-client.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import {
  type AgentClient,
  type GrantScope,
  isDocumentAddress,
  maxAuthorizationLength,
} from "#lib/site/agent-grant.ts";
import { isSameRedirect, redirectFault } from "#lib/site/redirect-address.ts";
import { readAgentClient } from "#lib/store/agent-grants.ts";
import { requireResource } from "./descriptions.ts";

/** A client's request for access, of which all is right (contract#agent-consent). */
export interface AuthorizationRequest {
  readonly client: AgentClient;
  readonly redirectUri: string;
  readonly state: string | null;
  readonly challenge: string;
  readonly scopes: readonly GrantScope[];
}

/**
 * What is wrong with a request, or why it cannot be granted, for people; and where to tell the client, if its
 * address is right.
 */
export class WrongRequest extends Error {
  override readonly name = "WrongRequest";
  readonly tell: {
    readonly redirectUri: string;
    readonly error: string;
    readonly state: string | null;
  } | null;

  readonly status: 400 | 403;

  constructor(message: string, tell: WrongRequest["tell"] = null, status: WrongRequest["status"] = 400) {
    super(message);
    this.tell = tell;
    this.status = status;
  }
}

/**
 * The request in a query. Throws a {@link WrongRequest}. One request to the table, or one to the host that
 * describes the client.
 */
export const authorizationRequestIn = async (
  params: URLSearchParams,
  issuer: string,
): Promise<AuthorizationRequest> => {
  if (params.toString().length > maxAuthorizationLength) throw new WrongRequest("The request is too long.");
  const repeated = [...params.keys()].find((name) => name !== "resource" && params.getAll(name).length > 1);
  if (repeated !== undefined)
    throw new WrongRequest(`The parameter ${repeated.slice(0, 50)} is there twice.`);
  const client = await clientOf(params.get("client_id") ?? "");
  const redirectUri = params.get("redirect_uri") ?? "";
  if (redirectFault(redirectUri) || !client.redirects.some((each) => isSameRedirect(each, redirectUri)))
    throw new WrongRequest("The program wants you to be led to an address that is none of its own.");
  const state = params.get("state");
  const fault = faultOf(params, issuer);
  if (fault) throw new WrongRequest(fault.message, { error: fault.error, redirectUri, state });
  return {
    ...{ client, redirectUri, state },
    challenge: params.get("code_challenge") ?? "",
    scopes: scopesIn(params.get("scope")),
  };
};

const clientOf = async (id: string): Promise<AgentClient> => {
  if (id === "") throw new WrongRequest("The request names no program.");
  if (!isDocumentAddress(id)) {
    const client = await readAgentClient(id);
    if (client) return client;
    throw new WrongRequest(
      "The program has not registered here, or its registration has ended. Remove its connection to this site there, and connect it again.",
    );
  }
  try {
    return await describedClient(id);
  } catch (error) {
    if (!(error instanceof NoDescription)) throw error;
    throw new WrongRequest(`The description of the program cannot be used. ${error.message}`);
  }
};

interface Fault {
  readonly error: string;
  readonly message: string;
}

const faultOf = (params: URLSearchParams, issuer: string): Fault | undefined => {
  if (params.get("response_type") !== "code")
    return {
      error: "unsupported_response_type",
      message: "The program asks for something else than a code.",
    };
  if (
    params.get("code_challenge_method") !== "S256" ||
    !/^[\w-]{43}$/.test(params.get("code_challenge") ?? "")
  )
    return { error: "invalid_request", message: "The program sends no code challenge of PKCE by S256." };
  try {
    requireResource(params.getAll("resource"), issuer);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { error: "invalid_target", message: "The program asks for access to something else." };
  }
  return undefined;
};

/** The scopes that a client asks for, of those that there are; all of them, if it names none. */
const scopesIn = (scope: string | null): readonly GrantScope[] => {
  const asked = (scope ?? "").split(" ").filter((each) => each !== "");
  return offeredScopes().filter((each) => asked.length === 0 || asked.includes(each));
};

/** The address at which the client learns the answer (RFC 6749, section 4.1.2; RFC 9207). */
export const answerAddress = (
  { redirectUri, state }: { readonly redirectUri: string; readonly state: string | null },
  answer: Readonly<Record<string, string>>,
  issuer: string,
): string => {
  const params = new URLSearchParams({ ...answer, ...(state !== null && { state }), iss: issuer });
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${params}`;
};
