import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { certain } from "#lib/certain.ts";
import { clock } from "#lib/clock.ts";
import { hideContentType } from "#lib/routes/hidden-content-type.ts";
import type { Match } from "#lib/routes/route-finder.ts";
import { apiPath } from "./api-path.ts";
import type { Target } from "./target.ts";

export interface Arrival {
  readonly request: IncomingMessage;
  readonly target: Target;
  readonly match: Match;
  readonly body: Buffer;
  /** True if `x-forwarded-proto` of a proxy in front can be trusted. */
  readonly behindProxy: boolean;
}

type Fields = Record<string, string>;

/**
 * The event that API Gateway would send (HTTP API, payload format 2.0). A body is text only if the request
 * has not passed CloudFront: in text, API Gateway replaces what is not UTF-8. `domainName` keeps the port of
 * the Host header, because addresses of this machine need it. Source: AWS, "Create AWS Lambda proxy
 * integrations for HTTP APIs".
 */
export const eventFromRequest = (arrival: Arrival): APIGatewayProxyEventV2 => {
  const { request, target, match, body } = arrival;
  const { headers, cookies } = headersAndCookies(request.rawHeaders);
  addForwarding(headers, arrival);
  headers["content-length"] = String(body.length);
  if (target.passesCloudFront) hideContentType(headers);
  const isText = textTypes.test(headers["content-type"] ?? "");
  return {
    version: "2.0",
    routeKey: match.routeKey,
    rawPath: target.path,
    rawQueryString: target.query,
    headers,
    ...(cookies.length > 0 && { cookies }),
    ...(target.query && { queryStringParameters: queryParameters(target.query) }),
    requestContext: requestContext(arrival, headers),
    stageVariables: { apiAddress: `${addressOf(request)}${apiPath}` },
    ...(match.pathParameters && { pathParameters: match.pathParameters }),
    ...(body.length > 0 && { body: body.toString(isText ? "utf8" : "base64") }),
    isBase64Encoded: body.length > 0 && !isText,
  };
};

/** Headers of one connection, which are not passed on. */
const hopByHop = new Set([
  "connection",
  "expect",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

const headersAndCookies = (raw: readonly string[]) => {
  const headers = fields();
  const cookies: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const name = certain(raw[at]).toLowerCase();
    const value = certain(raw[at + 1]);
    if (name === "cookie") cookies.push(...value.split(";").map((cookie) => cookie.trim()));
    else if (!hopByHop.has(name)) append(headers, name, value, ",");
  }
  return { headers, cookies: cookies.filter((cookie) => cookie !== "") };
};

/** Bodies that API Gateway passes on as text. */
const textTypes = /^(text\/|application\/(json|xml|javascript)\b)/i;

const addForwarding = (headers: Fields, { request, behindProxy }: Arrival): void => {
  append(headers, "x-forwarded-for", sourceIp(request), ", ");
  headers["x-forwarded-port"] = String(request.socket.localPort);
  if (!behindProxy || headers["x-forwarded-proto"] === undefined) headers["x-forwarded-proto"] = "http";
};

const queryParameters = (query: string): Fields => {
  const parameters = fields();
  for (const [name, value] of new URLSearchParams(query)) append(parameters, name, value, ",");
  return parameters;
};

const requestContext = ({ request, target, match }: Arrival, headers: Fields) => {
  const nowMs = clock.nowMs();
  const domainName = headers.host ?? "";
  return {
    accountId: "000000000000",
    apiId: "local",
    domainName,
    domainPrefix: certain(domainName.split(".", 1)[0]),
    http: {
      method: certain(request.method),
      path: target.path,
      protocol: `HTTP/${request.httpVersion}`,
      sourceIp: sourceIp(request),
      userAgent: headers["user-agent"] ?? "",
    },
    requestId: randomUUID(),
    routeKey: match.routeKey,
    stage: "$default",
    time: logTime(nowMs),
    timeEpoch: nowMs,
  };
};

/** The address of the gateway that the client has connected to, whatever `Host` says. */
const addressOf = ({ socket: { localAddress = "127.0.0.1", localPort } }: IncomingMessage): string => {
  const address = localAddress.replace(/^::ffff:/, "");
  return `http://${address.includes(":") ? `[${address}]` : address}:${localPort}`;
};

/** An object without a prototype, so that a header may be named `constructor`. */
const fields = (): Fields => Object.create(null);

const append = (to: Fields, name: string, value: string, separator: string): void => {
  const present = to[name];
  to[name] = present === undefined ? value : `${present}${separator}${value}`;
};

const sourceIp = ({ socket }: IncomingMessage): string =>
  (socket.remoteAddress ?? "").replace(/^::ffff:/, "");

/** A time in the format of access logs, such as `21/Nov/2026:03:01:33 +0000`. */
const logTime = (ms: number): string => {
  const [, day, month, year, time] = new Date(ms).toUTCString().split(" ");
  return `${day}/${month}/${year}:${time} +0000`;
};
