/** The paths of the service by which agents get access, for those who lead to a route of another resource. */
export const agentPaths = {
  /** What access tokens are for. */
  resource: "/api/mcp/",
  /** Where clients learn how they get one (RFC 9728, section 3.1). */
  resourceDescription: "/.well-known/oauth-protected-resource/api/mcp/",
  register: "/api/oauth/register/",
  token: "/api/oauth/token/",
  revoke: "/api/oauth/revoke/",
  /** The page on which people give access. */
  authorize: "/accounts/authorize/",
  /** The page on which people see who may act for them, and its form. */
  own: "/accounts/agents/",
  endOwn: "/accounts/agents/revoke/",
} as const;
