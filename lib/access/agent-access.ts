import { editorScopes } from "#lib/settings/access.ts";
import { type GrantScope, grantScopes } from "#lib/site/agent-grant.ts";
import type { PagePermission } from "#lib/site/user.ts";
import { hasAdminAccess, type Principal } from "./principal.ts";
import { innerTokenSecret } from "./secrets.ts";

/** The permissions of which a person has to have one, on any page, to allow what a scope is for. */
const neededPermissions: Readonly<Record<GrantScope, readonly PagePermission[]>> = {
  write: ["add", "change"],
  publish: ["publish"],
  delete: ["add", "change"],
};

/** The scopes that a person may allow an agent: those of which they could use a token themselves. */
export const grantableScopes = (principal: Principal): readonly GrantScope[] => {
  if (!hasAdminAccess(principal)) return [];
  const { user, groups } = principal;
  const own = groups.flatMap(({ pages }) => pages.flatMap(({ allow }) => allow));
  return offeredScopes().filter(
    (scope) => user.superuser || neededPermissions[scope].some((permission) => own.includes(permission)),
  );
};

/** The scopes that agents may ask for: those that the settings neither close nor mix with others. */
export const offeredScopes = (): readonly GrantScope[] =>
  grantScopes.filter((scope) => tokenScopes([scope]).length > 0);

/**
 * What tokens have for the scopes of a grant: for each a name that the settings accept for nothing else, so
 * that nobody who allows one scope allows another with it.
 */
export const tokenScopes = (scopes: readonly GrantScope[]): readonly string[] => {
  const accepted = Object.entries(editorScopes());
  return scopes.flatMap((scope) => {
    const others = accepted.flatMap(([action, names]) => (action === scope ? [] : names));
    return editorScopes()[scope]?.find((name) => !others.includes(name)) ?? [];
  });
};

interface WithHeaders {
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** The request with the token that tools ask the API with: the caller's, unless that is an access token. */
export const withTokenOfTools = <Request extends WithHeaders>(
  request: Request,
  { token }: Pick<Principal, "token">,
): Request => {
  const { authorization = "" } = request.headers;
  if (token?.salt === undefined) return request;
  const inner = innerTokenSecret(authorization.trim().replace(/^bearer +/i, ""), token.salt);
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${inner}` } };
};
