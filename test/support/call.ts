import { randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { expect } from "vitest";
import { refusalsOf } from "#lib/openapi/refusal-responses.ts";
import { type RefusalCode, type RefusalKind, refusals } from "#lib/refusals/catalogue.ts";
import { dryRunAnswer } from "#lib/routes/dry-run-shapes.ts";
import type { Route } from "#lib/routes/route.ts";
import type { LambdaHandler } from "#local/gateway/invoke.ts";
import { documentedTypes } from "./documented-types.ts";
import type { Received, Sent } from "./exchange.ts";
import { loadFunction, refusalOf } from "./functions.ts";
import { sendOverHttp } from "./http-transport.ts";
import { isRehearsed, rehearsed } from "./rehearsals.ts";

/** The parts of a request. */
export interface CallOptions<Params extends string> {
  /** The secret of a bearer token; by default the caller is anonymous. */
  readonly as?: string;
  readonly params?: Readonly<Record<Params, number | string>>;
  readonly query?: string | Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or as it is if it is a string or bytes. */
  readonly body?: unknown;
}

/** An answer; `body` is parsed if it is JSON. */
export interface RouteAnswer<Body = unknown> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies freely; their shapes are checked against the route.
  readonly body: Body extends object ? Body : any;
  readonly text: string;
}

/**
 * Calls a route's Lambda, in this process or over HTTP: with `TRANSPORT=http` through the gateway, with
 * `TRANSPORT=lambda` through the stage of test/lambda. A success must have the declared shape, and a refusal
 * a declared code; over HTTP, a body without a code must have a declared status.
 */
export const call = async <Params extends string, Body, Result>(
  route: Route<Params, Body, Result>,
  options: CallOptions<Params> = {},
): Promise<RouteAnswer> => {
  const sent = requestOf(route, options);
  const send = () => (process.env.TRANSPORT ? sendOverHttp(sent) : invoke(sent));
  const received = isRehearsed(route, sent) ? await rehearsed(sent, invoke) : await send();
  const isJson = received.headers["content-type"]?.startsWith("application/json");
  // An answer to HEAD has a type but no body.
  const body = isJson && received.text !== "" ? JSON.parse(received.text) : received.text;
  expectPromised(route, received, body);
  expectDocumented(route, received);
  return {
    status: received.status,
    headers: received.headers,
    cookies: received.cookies,
    body,
    text: received.text,
  };
};

/** What a route's Lambda answers in this process, compared with no promise: quick, and also of dry runs. */
export const answerOf = (route: Route, options: CallOptions<string>): Promise<Received> =>
  invoke(requestOf(route, options));

/** The same of another program's Lambda for the route. */
export const answerBy = (
  handler: LambdaHandler,
  route: Route,
  options: CallOptions<string>,
): Promise<Received> => invoke(requestOf(route, options), handler);

const requestOf = (route: Route, { as, params, query, headers, body }: CallOptions<string>): Sent => ({
  routeId: route.id,
  method: route.method,
  path: route.path.replace(/\{(\w+)\+?\}/g, (_, name: string) => String(params?.[name])),
  query: typeof query === "string" ? query : new URLSearchParams(query as Record<string, string>).toString(),
  params: Object.fromEntries(Object.entries(params ?? {}).map(([name, value]) => [name, String(value)])),
  headers: {
    host: "lectern.test",
    ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...headers,
  },
  body: body === undefined ? "" : isRaw(body) ? body : JSON.stringify(body),
});

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === "string" || body instanceof Uint8Array;

const invoke = async (sent: Sent, of?: LambdaHandler): Promise<Received> => {
  const handler = of ?? (await loadFunction(sent.routeId));
  const context = { awsRequestId: randomUUID() } as Context;
  const event = eventOf(sent);
  const result = (await handler(event, context)) as APIGatewayProxyStructuredResultV2;
  const headers = Object.entries(result.headers ?? {}).map(([name, value]) => [name, String(value)]);
  return {
    status: result.statusCode ?? 200,
    headers: Object.fromEntries(headers),
    cookies: result.cookies ?? [],
    text: result.body ?? "",
    refusal: refusalOf(event),
  };
};

const eventOf = ({ method, path, query, params, headers, body }: Sent): APIGatewayProxyEventV2 => {
  const { cookie, ...others } = headers;
  return {
    version: "2.0",
    routeKey: `${method} ${path}`,
    rawPath: path.replace(/(.)\/$/, "$1"),
    rawQueryString: query,
    headers: others,
    ...(cookie === undefined ? {} : { cookies: cookie.split("; ") }),
    pathParameters: params,
    requestContext: {
      http: { method, path, protocol: "HTTP/1.1", sourceIp: "127.0.0.1", userAgent: "test" },
      requestId: randomUUID(),
      domainName: "lectern.test",
    } as APIGatewayProxyEventV2["requestContext"],
    body: Buffer.from(body as Uint8Array).toString("base64"),
    isBase64Encoded: true,
  };
};

/** The fallback answers requests with other methods; it is in no document. */
const expectDocumented = (route: Route, { status, headers, text }: Received): void => {
  const documented = documentedTypes(route, status);
  const [type = ""] = headers["content-type"]?.split(";") ?? [];
  if (text === "" || !documented || documented.includes("*/*")) return;
  expect(documented, `${route.id} answered ${status} with ${type}`).toContain(type);
};

const expectPromised = (route: Route, { status, refusal }: Received, body: unknown): void => {
  if (status < 400) {
    const isDryRun = (body as { readonly dry_run?: boolean } | null)?.dry_run === true;
    const shape = isDryRun ? dryRunAnswer : route.answer;
    if (shape && (isDryRun || status === route.status))
      expect(shape.safeParse(body).error?.message).toBeUndefined();
    return;
  }
  const answered = `${route.id} answered ${status}: ${JSON.stringify(body)}`;
  const declared = refusalsOf(route);
  if (refusal) expect(declared, answered).toContain(refusal);
  const statuses = [
    ...declared.map((code): number => refusals[code].status),
    ...Object.keys(route.alsoAnswers).map(Number),
  ];
  expect(statuses, answered).toContain(status);
  const shown = (body as { readonly code?: unknown } | null)?.code;
  if (shown === undefined) return;
  const codes = declared.filter((code) => refusals[code].status === status).map(shownCode);
  expect(codes, answered).toContain(shown);
};

const shownCode = (code: RefusalCode): string => (refusals[code] as RefusalKind).code ?? code;
