import { authenticate, type RequestCredentials } from "#lib/access/authenticate.ts";
import { requireCsrfToken, requireOwnOrigin } from "#lib/access/csrf.ts";
import { requireAdmission, siteOrigin } from "#lib/access/entry.ts";
import type { Caller } from "#lib/access/principal.ts";
import type { Route } from "#lib/routes/route.ts";
import { authenticationClasses } from "#lib/settings/access.ts";
import type { Request } from "./request.ts";
import type { RequestRecord } from "./request-record.ts";

const unsafeMethods = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Refuses `csrf_failed` unless a state-changing request proves what its route asks for. */
const requireProof = async (
  { csrf }: Pick<Route, "csrf">,
  request: Request,
  { principal, session }: Caller,
): Promise<void> => {
  if (!unsafeMethods.has(request.method) || csrf === "secret") return;
  const { headers, cookies } = request;
  const sender = {
    origin: await ownOrigin(request),
    originHeader: headers.origin,
    fetchSite: headers["sec-fetch-site"],
  };
  if (csrf !== "token") requireOwnOrigin(sender);
  if (csrf === "origin" || !principal || !session) return;
  const token = headers["x-csrftoken"] ?? formToken(request);
  requireCsrfToken(session.session, { ...sender, cookie: cookies.get("csrftoken"), token });
};

const maxFormBytes = 16_384;

/** The field `csrf_token` of a form: without script, pages can send no header. */
const formToken = ({ headers, body }: Request): string | undefined =>
  /^application\/x-www-form-urlencoded\b/i.test(headers["content-type"] ?? "") && body.length <= maxFormBytes
    ? (new URLSearchParams(body.toString("utf8")).get("csrf_token") ?? undefined)
    : undefined;

/** The request's origin, or the site's where the browser names that one: proxies may hide host and scheme. */
const ownOrigin = async ({ origin, headers }: Request): Promise<string> => {
  if (headers.origin === undefined || headers.origin === origin) return origin;
  return (await siteOrigin()) === headers.origin ? headers.origin : origin;
};

export const credentialsOf = ({ headers, cookies }: Request): RequestCredentials => ({
  authorization: headers.authorization,
  sessionCookie: cookies.get("sessionid"),
  accepted: authenticationClasses(),
});

/** Runs work, and says with a 401 how callers get the credentials that they lack. */
export type Challenge = <Value>(
  request: Pick<Request, "origin">,
  work: () => Promise<Value>,
) => Promise<Value>;

/** A route that says so. */
export interface Challenging {
  readonly challenge?: Challenge;
}

/** How a path admits callers where it has not the method of a request. */
export type AdmissionAt = (path: string) => Pick<Route, "takesAccessTokens"> & Challenging;

type AdmittingRoute = Pick<Route, "auth" | "scope" | "csrf" | "takesAccessTokens"> & Challenging;

/**
 * The caller, if the route admits them: checks authentication, admin access and scope, in this order. The
 * record says who it is also where the route does not. Of a request of this process, its maker says it.
 */
export const admit = async (
  route: AdmittingRoute,
  request: Request,
  record: Pick<RequestRecord, "own" | "principal">,
): Promise<Caller> => {
  if (record.own) return record.own.caller;
  const admit = () => admitted(route, request, record);
  return route.challenge ? route.challenge(request, admit) : admit();
};

const admitted = async (
  { takesAccessTokens, ...route }: AdmittingRoute,
  request: Request,
  record: Pick<RequestRecord, "principal">,
): Promise<Caller> => {
  const credentials = credentialsOf(request);
  const caller = await authenticate({ ...credentials, takesAccessTokens });
  record.principal = caller.principal;
  await requireProof(route, request, caller);
  requireAdmission(caller, route, credentials.accepted);
  return caller;
};
