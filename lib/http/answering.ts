import type middy from "@middy/core";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { siteOrigin } from "#lib/access/entry.ts";
import { isEngineFault, isStorageFull } from "#lib/refusals/engine-fault.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { envelopeAt, type Route } from "#lib/routes/route.ts";
import { LostDatabase } from "#lib/store/database-files.ts";
import { NewerFormat } from "#lib/store/table-format.ts";
import { requireProxy } from "./client-address.ts";
import { withCrossOrigin } from "./cross-origin.ts";
import { logRequest } from "./log.ts";
import { defaultCacheControl, type FunctionResult, refusalBody, response, textForLambda } from "./reply.ts";
import { beginRecord, recordOf, withServerTiming, workFor } from "./request-record.ts";

/** The headers of every answer at a path. */
export type HeadersAt = (path: string) => Readonly<Record<string, string>>;

/** Shows refusals to people. Without it, everybody gets them as JSON. */
export interface ForPeople {
  readonly errorPage?: ErrorPage;
}

/** An HTML page with a refusal, and its headers. */
export type ErrorPage = (
  refusal: Refusal,
  requestId: string,
) => Promise<{ readonly html: string; readonly headers: Readonly<Record<string, string>> }>;

/** The time of a function that is reserved for its answer: for cookies and pages of errors. */
export const answerMs = 2_000;

/**
 * The one middleware: begins and logs requests, turns errors into answers, and completes the headers of all
 * answers.
 */
export const answering = (
  route: Route & ForPeople,
  headersAt: HeadersAt,
): middy.MiddlewareObj<APIGatewayProxyEventV2, FunctionResult> => {
  let isCold = true;
  return {
    before: ({ event }) => {
      beginRecord(event, isCold);
      isCold = false;
      if (!recordOf(event).own) requireProxy(event);
    },
    after: async ({ event, context, response: result }) => {
      const cookies = result?.cookies ?? [];
      if (result && cookies.length > 0)
        result.cookies = await workFor(event, answerMs, () => withSecure(cookies));
      if (result) {
        result.headers = finalHeaders(event, { ...result.headers, ...headersAt(event.rawPath) });
        result.body = textForLambda(result.body, context);
      }
      logRequest(route, event, context, result ?? undefined);
    },
    onError: async (request) => {
      const { event, error } = request;
      const refusal = refusalOf(error);
      const { status } = refusal.kind;
      const { requestId } = event.requestContext;
      const makePage = async () => route.errorPage?.(refusal, requestId).catch(() => undefined);
      const isForPeople = refusal.code !== "not_by_proxy" && acceptsPages(event);
      const page = isForPeople && (await workFor(event, answerMs, makePage));
      const headers = {
        "content-type": page ? "text/html; charset=utf-8" : "application/json",
        ...(page ? page.headers : {}),
        ...refusal.kind.headers,
        ...refusal.details.headers,
        ...headersAt(event.rawPath),
      };
      const envelope = route.envelope === "path" ? envelopeAt(event.rawPath) : route.envelope;
      const body = refusalBody(refusal, envelope);
      const shown = { ...body, ...(status === 500 && { request_id: requestId }) };
      const answer = response(status, page ? page.html : JSON.stringify(shown), headers);
      request.response = { ...answer, headers: finalHeaders(event, answer.headers) };
      const logged = { refusal: refusal.code, ...(isServerFault(error) && { error }) };
      logRequest(route, event, request.context, request.response, logged);
    },
  };
};

const refusalOf = (error: unknown): Refusal => {
  if (error instanceof Refusal) return error;
  if (error instanceof NewerFormat || error instanceof LostDatabase)
    return new Refusal("unavailable", { detail: error.message, headers: { "retry-after": "60" } });
  if (isStorageFull(error)) return new Refusal("storage_full");
  return new Refusal(isEngineFault(error) ? "unavailable" : "server_error");
};

/** True of what operators have to know of; refusals say all that there is to say about themselves. */
const isServerFault = (error: unknown): boolean =>
  !(error instanceof Refusal) || error.kind.status === 500 || error.kind.status === 507;

/** True for browsers that open an address outside of the API. They name HTML; programs take everything. */
const acceptsPages = ({ headers: { accept = "" }, rawPath }: APIGatewayProxyEventV2): boolean =>
  !/^\/api(\/|$)/.test(rawPath) && /(^|,)\s*text\/html\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)/i.test(accept);

/** Marks cookies `Secure` where the site's `base_url` is HTTPS. */
const withSecure = async (cookies: readonly string[]): Promise<string[]> => {
  const isHttps = (await siteOrigin())?.startsWith("https:") ?? false;
  return cookies.map((cookie) => (isHttps && !/; Secure(;|$)/.test(cookie) ? `${cookie}; Secure` : cookie));
};

type Headers = NonNullable<FunctionResult["headers"]>;

/** Adds `private` to the default cache header if the request carried credentials. */
const withPrivacy = (
  { headers: sent, cookies = [] }: APIGatewayProxyEventV2,
  headers: Headers = {},
): Headers => {
  const isStranger =
    sent.authorization === undefined && !cookies.some((each) => each.startsWith("sessionid="));
  if (isStranger || headers["cache-control"] !== defaultCacheControl) return headers;
  return { ...headers, "cache-control": `private, ${defaultCacheControl}` };
};

const finalHeaders = (event: APIGatewayProxyEventV2, headers: Headers | undefined): Headers =>
  withServerTiming(
    withCrossOrigin(event.rawPath, event.headers.origin, withPrivacy(event, headers)),
    event.headers.prefer,
    recordOf(event),
  );
