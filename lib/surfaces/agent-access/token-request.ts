import type { CodeExchange, GrantRefresh } from "#lib/actions/people/agent-grants.ts";
import type { Request } from "#lib/http/request.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { AgentTokenRequest } from "#lib/routes/agent-access.ts";
import { refuseRepeats } from "#lib/surfaces/accounts/token-exchange.ts";
import { requireResource } from "./descriptions.ts";

/** What a client asks tokens for. */
export type AskedTokens = { readonly exchange: CodeExchange } | { readonly refresh: GrantRefresh };

/** The request in a form (contract#agent-tokens). A parameter without a value counts as none. */
export const askedTokensIn = (
  body: AgentTokenRequest,
  { body: bytes }: Pick<Request, "body">,
  issuer: string,
): AskedTokens => {
  const form = new URLSearchParams(bytes.toString());
  refuseRepeats(form);
  const { grant_type: grant, scope } = body;
  const needed = (
    name: "client_id" | "code" | "redirect_uri" | "code_verifier" | "refresh_token",
  ): string => {
    const value = body[name];
    if (!value) throw new Refusal("invalid_token_request", { detail: `The parameter ${name} is missing.` });
    return value;
  };
  const clientId = () => needed("client_id");
  requireKnownGrant(grant);
  requireResource(
    form.getAll("resource").filter((each) => each !== ""),
    issuer,
  );
  if (grant === "refresh_token") {
    const scopes = scope ? scope.split(" ").filter((each) => each !== "") : undefined;
    return { refresh: { refreshToken: needed("refresh_token"), clientId: clientId(), scopes } };
  }
  return {
    exchange: {
      code: needed("code"),
      clientId: clientId(),
      redirectUri: needed("redirect_uri"),
      verifier: needed("code_verifier"),
    },
  };
};

const requireKnownGrant = (grant: string | undefined): void => {
  if (!grant) throw new Refusal("invalid_token_request", { detail: "The parameter grant_type is missing." });
  if (grant !== "authorization_code" && grant !== "refresh_token")
    throw new Refusal("unsupported_grant_type", {
      detail: "The grant_type is authorization_code or refresh_token.",
    });
};
