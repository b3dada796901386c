import { authenticate } from "#lib/access/authenticate.ts";
import { requireCsrfToken } from "#lib/access/csrf.ts";
import { requireEntry } from "#lib/access/entry.ts";
import type { Caller } from "#lib/access/principal.ts";
import { requireScope } from "#lib/access/scopes.ts";
import type { Route } from "#lib/routes/route.ts";
import type { Request } from "./request.ts";

const unsafeMethods = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Whoever the request's credentials belong to. State-changing requests of a signed-in session need the CSRF token. */
const identify = async (request: Request): Promise<Caller> => {
  const caller = await authenticate({
    authorization: request.headers.authorization,
    sessionCookie: request.cookies.get("sessionid"),
  });
  if (caller.principal && caller.session && unsafeMethods.has(request.method)) {
    requireCsrfToken(caller.session.session, {
      origin: request.origin,
      originHeader: request.headers.origin,
      cookie: request.cookies.get("csrftoken"),
      token: request.headers["x-csrftoken"],
    });
  }
  return caller;
};

/** The caller, once they are through the door of the route: authentication, admin access, scope, in this order. */
export const admit = async (route: Pick<Route, "auth" | "scope">, request: Request): Promise<Caller> => {
  const caller = await identify(request);
  requireEntry(caller, route.auth);
  if (route.scope && caller.principal) requireScope(caller.principal, route.scope);
  return caller;
};
