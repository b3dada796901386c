import { Refusal } from "#lib/refusals/refusal.ts";
import type { Auth, Route, TokenScope } from "#lib/routes/route.ts";
import { type AuthenticationClass, editorScopes, publicImages } from "#lib/settings/access.ts";
import { siteAt } from "#lib/store/site.ts";
import { type Caller, hasAdminAccess, isLimited, type Principal } from "./principal.ts";

/** Refuses callers that the route does not admit. The first accepted kind decides between 401 and 403. */
export const requireEntry = (
  { principal }: Caller,
  auth: Auth,
  [first]: readonly AuthenticationClass[],
): void => {
  if (auth === "public" || (auth === "images" && publicImages())) return;
  // A page of a browser cannot act here by the session of its visitor.
  if (auth === "token" && !principal?.token) throw new Refusal("authentication_required");
  if (!principal) throw new Refusal(first === "token" ? "authentication_required" : "not_authenticated");
  if (!mayEnter(principal, auth)) throw new Refusal("permission_denied");
};

/** Refuses callers that the route does not admit, then those whose token does not have its scope. */
export const requireAdmission = (
  caller: Caller,
  { auth, scope }: Pick<Route, "auth" | "scope">,
  accepted: readonly AuthenticationClass[],
): void => {
  requireEntry(caller, auth, accepted);
  if (scope && caller.principal) requireScope(caller.principal, scope);
};

const mayEnter = (principal: Principal, auth: Auth): boolean => {
  switch (auth) {
    case "session":
      return true;
    case "user-session":
      return principal.token === null;
    case "editor":
    case "token":
      return hasAdminAccess(principal);
    case "editor-session":
      return hasAdminAccess(principal) && principal.token === null;
    case "superuser":
      return isUnlimitedSuperuser(principal) && (principal.token?.scopes ?? null) === null;
    case "administrator":
      return isUnlimitedSuperuser(principal);
    case "moderator":
      return hasAdminAccess(principal) && isStaffOnAllPages(principal);
    case "staff":
      return isStaffOnAllPages(principal);
    default:
      return principal.user.staff;
  }
};

/** True for staff, who decide about comments on any page. */
const isStaffOnAllPages = ({ user, token }: Principal): boolean => user.staff && token?.parents === undefined;

/** A token that is limited to some pages or media must not open what is about all of the site. */
const isUnlimitedSuperuser = (principal: Principal): boolean =>
  principal.user.superuser && !isLimited(principal);

/** Refuses `insufficient_scope` if the token has scopes, but none for the action (contract#scopes). */
export const requireScope = (principal: Principal, scope: TokenScope): void => {
  const scopes = principal.token?.scopes ?? null;
  if (scopes === null) return;
  const accepted = editorScopes()[scope] ?? [];
  if (accepted.some((name) => scopes.includes(name))) return;
  throw new Refusal("insufficient_scope", { detail: `This action requires the '${scope}' scope.` });
};

/** The site's `base_url` as this process last read it; null without one. Cost: two requests, once. */
export const siteOrigin = async (): Promise<string | null> => (await siteAt(0)).settings.baseUrl;
