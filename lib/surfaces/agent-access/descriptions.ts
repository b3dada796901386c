import type * as z from "zod/mini";
import { offeredScopes } from "#lib/access/agent-access.ts";
import { isAgentSignInOn } from "#lib/access/agent-sign-in.ts";
import type { Request } from "#lib/http/request.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { describedResource, describedServer } from "#lib/routes/agent-access.ts";
import { agentGrantTypes } from "#lib/site/agent-grant.ts";
import { agentPaths } from "#lib/site/agent-paths.ts";
import type { Site } from "#lib/site/site.ts";
import { readSiteVersion, siteAt } from "#lib/store/site.ts";

/** The site, if agents may ask its people for access. Refuses `not_found` otherwise. One request. */
export const siteWithAgents = async (): Promise<Site> => {
  const site = await siteAt(await readSiteVersion());
  requireAgentSignIn(site);
  return site;
};

/** Refuses `not_found` where agents may not ask people for access. */
export const requireAgentSignIn = (site: Site): void => {
  if (!isAgentSignInOn(site)) throw new Refusal("not_found");
};

/** The address of the site, by which it names itself to clients (RFC 8414: the issuer). */
export const issuerOf = ({ settings }: Pick<Site, "settings">, { origin }: Pick<Request, "origin">): string =>
  settings.baseUrl ?? origin;

/** The address of what access tokens are for. */
const resourceOf = (issuer: string): string => issuer + agentPaths.resource;

/** Refuses `invalid_target` if a client asks for a token for something else (RFC 8707). */
export const requireResource = (asked: readonly string[], issuer: string): void => {
  const known = [resourceOf(issuer), resourceOf(issuer).replace(/\/$/, "")];
  if (!asked.every((each) => known.includes(each))) throw new Refusal("invalid_target");
};

export const resourceDescription = (site: Site, request: Request): z.input<typeof describedResource> => {
  const issuer = issuerOf(site, request);
  return {
    resource: resourceOf(issuer),
    resource_name: site.settings.name,
    authorization_servers: [issuer],
    scopes_supported: [...offeredScopes()],
    bearer_methods_supported: ["header"],
  };
};

export const serverDescription = (site: Site, request: Request): z.input<typeof describedServer> => {
  const issuer = issuerOf(site, request);
  return {
    issuer,
    authorization_endpoint: issuer + agentPaths.authorize,
    token_endpoint: issuer + agentPaths.token,
    registration_endpoint: issuer + agentPaths.register,
    revocation_endpoint: issuer + agentPaths.revoke,
    scopes_supported: [...offeredScopes()],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: [...agentGrantTypes],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
};
