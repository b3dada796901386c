/** GET /{proxy+}/ — answer what no route answers */
import { requireEntry } from "#lib/access/entry.ts";
import type { AdmissionAt } from "#lib/http/admission.ts";
import { challenge } from "#lib/http/agent-challenge.ts";
import { preflightHeaders } from "#lib/http/cross-origin.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { requireAcceptable } from "#lib/http/negotiation.ts";
import { allowHeader, headersOfPath, Reply } from "#lib/http/reply.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { fallback } from "#lib/routes/fallback.ts";
import { optionsView, routesAt } from "#lib/routes/matching.ts";
import { authenticationClasses } from "#lib/settings/access.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";

/**
 * A path takes access tokens whatever the method: agents try to open a stream, and to be told that they have
 * to sign in again would use up their refresh tokens.
 */
const admissionAt: AdmissionAt = (path) =>
  routesAt(path).some(({ takesAccessTokens }) => takesAccessTokens)
    ? { takesAccessTokens: true, challenge }
    : { takesAccessTokens: false };

export const handler = endpoint(
  { ...fallback, errorPage },
  async ({ request, caller }) => {
    const routes = routesAt(request.path);
    const [first] = routes;
    // Paths that only resemble ours, such as with two slashes, have no methods.
    const method = request.method === "HEAD" ? "GET" : request.method;
    if (!first || routes.some((route) => route.method === method)) throw new Refusal("not_found");
    const preflight = preflightHeaders(request, allowHeader(routes.map((route) => route.method)));
    if (preflight) return new Reply(undefined, { status: 204, headers: preflight });
    const enter = async () => requireEntry(caller, first.auth, authenticationClasses());
    await (admissionAt(request.path).challenge?.(request, enter) ?? enter());
    if (request.method === "OPTIONS") return optionsView(first, routes);
    throw new Refusal("method_not_allowed", { detail: `Method "${request.method}" not allowed.` });
  },
  {
    admissionAt,
    negotiate: (request) => {
      const [first] = routesAt(request.path);
      // A missing object is missing in any format.
      if (first) requireAcceptable(first, request);
    },
    headersAt: (path) => {
      const routes = routesAt(path);
      const methods = routes.map(({ method }) => method);
      return headersOfPath(methods, routes);
    },
  },
);
