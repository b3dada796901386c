import { randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { type Client, type RequestParts, ServiceRefusal } from "#cli/publish/client.ts";
import { requestTo } from "#client/connection.ts";
import { Refusal } from "#client/refusal.ts";
import { operatorId, type Principal } from "#lib/access/principal.ts";
import type { FunctionResult } from "#lib/http/reply.ts";
import { handOver } from "#lib/http/request-record.ts";
import type { Route } from "#lib/routes/route.ts";
import { readSite } from "#lib/store/site.ts";
import { requireSettingsOfRequests } from "#local/require-settings.ts";

/** The address of this process for its functions. No request can be sent there. */
export const ownAddress = "https://this-process.invalid";

type Handler = (event: APIGatewayProxyEventV2, context: Partial<Context>) => Promise<FunctionResult>;

/**
 * Calls a function itself, in this process, as an operator. Throws a `ServiceRefusal`, or the error with
 * which the function fails.
 */
export const ownFunctions: Client = async <Params extends string, Body, Answer>(
  route: Route<Params, Body, Answer>,
  parts: RequestParts<Params, Body> = {},
): Promise<Answer> => {
  requireSettingsOfRequests();
  const event = eventOf(route, parts);
  let failure: unknown;
  const ended = (error: unknown) => {
    failure = error;
  };
  handOver(event, { caller: { principal: await operator(), session: null }, ended });
  const { href } = new URL(`../../functions/${route.id}.ts`, import.meta.url);
  const { handler } = (await import(href)) as { readonly handler: Handler };
  const { statusCode: status = 200, body } = await handler(event, {
    awsRequestId: event.requestContext.requestId,
  });
  if (failure) throw failure;
  const answer: unknown = body === "" ? undefined : JSON.parse(String(body));
  if (status >= 400) throw new ServiceRefusal(new Refusal(status, answer));
  return route.answer ? route.answer.parse(answer) : (undefined as Answer);
};

const eventOf = <Params extends string, Body>(
  { method, path }: Route<Params, Body>,
  { params, query, body: json }: RequestParts<Params, Body>,
): APIGatewayProxyEventV2 => {
  const request = requestTo({ base: ownAddress, token: undefined }, method, path, { params, query, json });
  const { pathname, search, host } = new URL(request.url);
  const ids = Object.entries(params ?? {}).map(([name, id]) => [name, String(id)]);
  return {
    version: "2.0",
    routeKey: `${method} ${path}`,
    rawPath: pathname,
    rawQueryString: search.slice(1),
    headers: { ...request.headers, host },
    pathParameters: Object.fromEntries(ids),
    requestContext: {
      http: { method, path: pathname, protocol: "HTTP/1.1", sourceIp: "127.0.0.1", userAgent: "lectern" },
      requestId: randomUUID(),
      domainName: host,
    } as APIGatewayProxyEventV2["requestContext"],
    body: String(request.body ?? ""),
    isBase64Encoded: false,
  };
};

/** The principal of a person who opens a table: they may do everything, and are no user. */
const operator = async (): Promise<Principal> => ({
  user: {
    ...{ id: operatorId, username: "", email: "", passwordHash: null, groups: [], version: 0 },
    ...{ active: true, staff: true, superuser: true },
  },
  groups: [],
  token: null,
  site: await readSite(),
});
