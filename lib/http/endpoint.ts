import middy from "@middy/core";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { Caller, Principal } from "#lib/access/principal.ts";
import { siteOrigin } from "#lib/access/site-origin.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { isStorageFull } from "#lib/refusals/storage-full.ts";
import { envelopeAt, type Route, tailName } from "#lib/routes/route.ts";
import { postFilters } from "#lib/settings/site.ts";
import { admit } from "./admission.ts";
import { parseBody } from "./body.ts";
import { logRequest, logWarning } from "./log.ts";
import { requireAcceptable } from "./negotiation.ts";
import { readAgain } from "./read-again.ts";
import { privateHeaders, Reply, refusalBody, response, usualCacheControl } from "./reply.ts";
import { type Request, requestFrom } from "./request.ts";

/** What a handler gets: the request with everything about it already checked that its route promises. */
export interface Call<Params extends string, Body, Query = undefined> {
  /** The path's ids; 0, which is nobody's, where a number is too large to be one. */
  readonly params: Readonly<Record<Params, number>>;
  /** What the path's greedy tail took; empty where it has none. */
  readonly tail: string;
  /** What the parser that the route declares made of the query. */
  readonly query: Query;
  readonly body: Body;
  readonly caller: Caller;
  /** The signed-in caller; asking for it on a public route is a bug. */
  readonly principal: Principal;
  readonly request: Request;
  /**
   * Puts a line into the log about something that goes wrong, with details; not for what makes the request
   * fail as a bug.
   */
  readonly warn: (warning: string, details?: Readonly<Record<string, string | number | null>>) => void;
}

/** What a handler gives: the answer, or a reply with it, with a page or with nothing. */
type HandlerResult<Answer> = Answer | Reply<Answer | string | undefined>;

type Handler<Params extends string, Body, Query, Answer> = (
  call: Call<Params, Body, Query>,
) => Promise<HandlerResult<Answer>> | HandlerResult<Answer>;

/**
 * The Lambda of a route. Checks come in the order of contract#order-of-checks: the path's ids, negotiation,
 * authentication, admin access, scope, body, fields, query; then the handler's own. Refusals are rendered in
 * the route's envelope; anything else that is thrown is logged with the request's id, which is all the caller
 * sees of it. `headersAt` gives the headers of every answer at a path, where these are not simply the route's
 * own.
 */
export const endpoint = <Params extends string, Body, Answer, Query>(
  route: Route<Params, Body, Answer, Query>,
  work: Handler<Params, Body, Query, NoInfer<Answer>>,
  headersAt: HeadersAt = () => headersOfRoute(route),
) =>
  middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>()
    .use(answering(route, headersAt))
    .handler(async (event) => {
      const request = requestFrom(event);
      const params = paramsOf(route, request);
      requireAcceptable(route, request);
      const caller = await admit(route, request);
      const body = parseBody(route, request);
      const call: Call<Params, Body, Query> = {
        params,
        tail: request.pathParameters[tailName(route.path) ?? ""] ?? "",
        body,
        caller,
        request,
        query: route.query.parse(request.query, { postFilters }),
        warn: (warning, details) => logWarning(route.id, request.requestId, warning, details),
        get principal() {
          if (!caller.principal) throw new Error(`${route.id} is public and has no principal`);
          return caller.principal;
        },
      };
      const answer = await (route.method === "GET" ? readAgain(() => work(call)) : work(call));
      return rendered(route, answer);
    });

/** What Lambda can send: 6 MB, in which the body stands as a JSON string, with its quotes escaped. */
const answerLimitBytes = 6 * 1024 * 1024 - 16_384;

const fits = (text: string): boolean =>
  text.length < answerLimitBytes / 6 || Buffer.byteLength(JSON.stringify(text)) <= answerLimitBytes;

/** What callers are told of an error that nobody has foreseen. */
const refusalOf = (error: unknown): Refusal =>
  new Refusal(isStorageFull(error) ? "storage_full" : "server_error");

const isOurFault = (status: number): boolean => status === 500 || status === 507;

type HeadersAt = (path: string) => Readonly<Record<string, string>>;

/** The one middleware: logs every request, and turns what was thrown into an answer. */
const answering = (
  route: Route,
  headersAt: HeadersAt,
): middy.MiddlewareObj<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2> => ({
  after: async ({ event, response: result }) => {
    if (result?.cookies?.length) result.cookies = await securedBySite(result.cookies);
    if (result) result.headers = { ...keptByCaller(event, result.headers), ...headersAt(event.rawPath) };
    logRequest(route.id, event.requestContext.requestId, result?.statusCode ?? 200);
  },
  onError: (request) => {
    const { event, error } = request;
    const refusal = error instanceof Refusal ? error : refusalOf(error);
    const { status } = refusal.kind;
    const headers = {
      "content-type": "application/json",
      ...refusal.kind.headers,
      ...refusal.details.headers,
      ...headersAt(event.rawPath),
    };
    const envelope = route.envelope === "path" ? envelopeAt(event.rawPath) : route.envelope;
    const body = refusalBody(refusal, envelope);
    const trace = status === 500 ? { request_id: event.requestContext.requestId } : {};
    logRequest(route.id, event.requestContext.requestId, status, isOurFault(status) ? error : undefined);
    const answer = response(status, JSON.stringify({ ...body, ...trace }), headers);
    request.response = { ...answer, headers: keptByCaller(event, answer.headers) };
  },
});

/**
 * The cookies, which browsers send by HTTPS only where the site's `base_url` says that it is reached by that.
 */
const securedBySite = async (cookies: readonly string[]): Promise<string[]> => {
  const isHttps = (await siteOrigin())?.startsWith("https:") ?? false;
  return cookies.map((cookie) => (isHttps && !/; Secure(;|$)/.test(cookie) ? `${cookie}; Secure` : cookie));
};

type Headers = NonNullable<APIGatewayProxyStructuredResultV2["headers"]>;

/**
 * The headers of an answer. One that says nothing of who may keep it is for its caller alone, where they gave
 * credentials.
 */
const keptByCaller = (
  { headers: sent, cookies = [] }: APIGatewayProxyEventV2,
  headers: Headers = {},
): Headers => {
  const isStranger =
    sent.authorization === undefined && !cookies.some((each) => each.startsWith("sessionid="));
  if (isStranger || headers["cache-control"] !== usualCacheControl) return headers;
  return { ...headers, "cache-control": `private, ${usualCacheControl}` };
};

const paramsOf = <Params extends string>(route: Route<Params>, request: Request): Record<Params, number> => {
  const ids = route.params.map((name): [Params, number] => {
    const text = request.pathParameters[name] ?? "";
    if (!/^\d+$/.test(text)) throw new Refusal("not_found");
    return [name, Number.isSafeInteger(Number(text)) ? Number(text) : 0];
  });
  return Object.fromEntries(ids) as Record<Params, number>;
};

const rendered = (route: Route, answer: unknown): APIGatewayProxyStructuredResultV2 => {
  const { body, options } = answer instanceof Reply ? answer : new Reply(answer);
  const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
  if (!fits(text)) throw new Refusal("answer_too_large");
  const headers = { ...(text === "" ? {} : { "content-type": route.answerType }), ...options.headers };
  return response(options.status ?? route.status, text, headers, options.cookies);
};

/**
 * The headers of every answer of a route: what its path allows, and, where not everybody is let in, that
 * nobody may keep it.
 */
export const headersOfRoute = (
  route: Pick<Route, "auth" | "isPrivate" | "method" | "alsoAtPath">,
): Record<string, string> => headersOfPath([route.method, ...route.alsoAtPath], [route]);

/** The same of a path that has these methods, of which these routes are known. */
export const headersOfPath = (
  methods: readonly string[],
  there: readonly Pick<Route, "auth" | "isPrivate">[],
): Record<string, string> => ({
  allow: allowHeader(methods),
  ...(there.some(({ auth }) => auth !== "public")
    ? { "cache-control": privateHeaders["cache-control"] }
    : {}),
  ...(there.some(({ isPrivate }) => isPrivate) ? privateHeaders : {}),
});

const inUsualOrder = (methods: readonly string[]): string[] => {
  const reads = methods.filter((method) => method === "GET");
  return [...reads, ...methods.filter((method) => method !== "GET").toSorted()];
};

/** The `Allow` header's value for the methods of one path; empty for no methods. */
export const allowHeader = (methods: readonly string[]): string =>
  methods.length === 0
    ? ""
    : [...inUsualOrder(methods), ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
