import * as z from "zod/mini";
import { agentPaths } from "#lib/site/agent-paths.ts";
import { textField } from "./fields.ts";
import { route } from "./route.ts";

/** OAuth for the address of agents, as far as programs ask for it (contract#agent-sign-in). */

const document = {
  method: "GET",
  auth: "public",
  envelope: "legacy",
  takesAnyAccept: true,
  errors: ["not_found"],
  uses: ["table:read"],
} as const;

const list = () => z.array(z.string());

/** The members of RFC 9728 that clients need. */
export const describedResource = z.object({
  resource: z.string(),
  resource_name: z.string(),
  authorization_servers: list(),
  scopes_supported: list(),
  bearer_methods_supported: list(),
});

export const describeResource = /* @__PURE__ */ route(() => ({
  ...document,
  id: "oauth/resource",
  path: agentPaths.resourceDescription,
  aliases: ["/.well-known/oauth-protected-resource/"],
  summary: "say where agents get tokens (RFC 9728)",
  answer: describedResource,
}));

/** Those of RFC 8414. */
export const describedServer = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  registration_endpoint: z.string(),
  revocation_endpoint: z.string(),
  scopes_supported: list(),
  response_types_supported: list(),
  response_modes_supported: list(),
  grant_types_supported: list(),
  token_endpoint_auth_methods_supported: list(),
  revocation_endpoint_auth_methods_supported: list(),
  code_challenge_methods_supported: list(),
  authorization_response_iss_parameter_supported: z.boolean(),
  client_id_metadata_document_supported: z.boolean(),
});

export const describeServer = /* @__PURE__ */ route(() => ({
  ...document,
  id: "oauth/server",
  path: "/.well-known/oauth-authorization-server/",
  summary: "say how agents get tokens (RFC 8414)",
  answer: describedServer,
}));

const endpointOfClients = {
  method: "POST",
  auth: "public",
  isPrivate: true,
  csrf: "origin",
  envelope: "oauth",
} as const;

/** RFC 7591; other members mean nothing. The function checks them: OAuth has refusals of its own. */
const registration = z.object({
  redirect_uris: z.optional(z.unknown()),
  client_name: z.optional(z.unknown()),
});

export const registerClient = /* @__PURE__ */ route(() => ({
  ...endpointOfClients,
  id: "oauth/register",
  path: agentPaths.register,
  summary: "register a program that asks people for access (RFC 7591)",
  body: registration,
  status: 201,
  answer: z.object({
    client_id: z.string(),
    client_id_issued_at: z.int(),
    client_name: z.optional(z.string()),
    redirect_uris: list(),
    grant_types: list(),
    response_types: list(),
    token_endpoint_auth_method: z.literal("none"),
  }),
  errors: [
    "invalid_token_request",
    "invalid_redirect_uri",
    "invalid_client_metadata",
    "rate_limited",
    "not_found",
    "csrf_failed",
  ],
  uses: ["table:write"],
  limits: { bodyBytes: 65_536 },
}));

const optional = (maxLength: number) => z.optional(textField({ blank: true, untrimmed: true, maxLength }));

const tokenRequest = z.object({
  grant_type: optional(200),
  client_id: optional(1_000),
  code: optional(200),
  redirect_uri: optional(2_000),
  code_verifier: optional(200),
  refresh_token: optional(200),
  scope: optional(1_000),
  resource: optional(2_000),
});

export type AgentTokenRequest = z.output<typeof tokenRequest>;

export const issueAgentTokens = /* @__PURE__ */ route(() => ({
  ...endpointOfClients,
  id: "oauth/token",
  path: agentPaths.token,
  summary: "exchange a code or a refresh token for an access token of an hour",
  body: tokenRequest,
  bodyKinds: ["form"],
  answer: z.object({
    access_token: z.string(),
    token_type: z.literal("Bearer"),
    expires_in: z.int(),
    refresh_token: z.string(),
    scope: z.string(),
  }),
  errors: [
    "invalid_token_request",
    "unsupported_grant_type",
    "invalid_grant",
    "invalid_client",
    "invalid_target",
    "invalid_token_scope",
    "not_found",
    "csrf_failed",
    "busy",
  ],
  uses: ["table:write", "credentials:read", "credentials:write"],
  limits: { bodyBytes: 16_384 },
}));

export const endAgentToken = /* @__PURE__ */ route(() => ({
  ...endpointOfClients,
  id: "oauth/revoke",
  path: agentPaths.revoke,
  summary: "end what a token of an agent follows from (RFC 7009)",
  body: z.object({ token: optional(200), client_id: optional(1_000), token_type_hint: optional(200) }),
  bodyKinds: ["form"],
  errors: ["invalid_token_request", "invalid_client", "not_found", "csrf_failed", "busy"],
  uses: ["table:write", "credentials:read", "credentials:write"],
  limits: { bodyBytes: 16_384 },
}));
