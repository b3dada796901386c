import { randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { SignedRequest } from "../aws/signature.ts";
import type { RouteMatch } from "./routes.ts";

/** Headers of one connection, which API Gateway does not pass on. */
const ofConnection = ["connection", "keep-alive", "te", "transfer-encoding", "upgrade"];

/** Types of bodies that API Gateway passes on as text. */
const isText = (type: string): boolean => /^(text\/|application\/(json|javascript|xml))/i.test(type);

/**
 * The event of a request, payload format 2.0, with the path decoded. Source: AWS, "Create AWS Lambda proxy
 * integrations for HTTP APIs in API Gateway".
 */
export const proxyEventOf = (
  { method, url, headers, body }: SignedRequest,
  rawPath: string,
  { route, parameters }: RouteMatch,
  apiHost: string,
): Partial<APIGatewayProxyEventV2> => {
  const [, rawQueryString = ""] = url.split("?");
  const kept = Object.entries(headers).filter(([name]) => !ofConnection.includes(name) && name !== "cookie");
  const cookies = String(headers.cookie ?? "")
    .split(/; */)
    .filter(Boolean);
  const isBase64Encoded = body.length > 0 && !isText(String(headers["content-type"] ?? ""));
  const now = new Date();
  return {
    version: "2.0",
    routeKey: route.key,
    rawPath,
    rawQueryString,
    ...(cookies.length > 0 && { cookies }),
    headers: {
      ...Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
      host: apiHost,
      "content-length": String(body.length),
      "x-forwarded-port": "443",
      "x-forwarded-proto": "https",
      "x-amzn-trace-id": "Root=1-67000000-000000000000000000000000",
    },
    ...(rawQueryString && { queryStringParameters: parametersOf(rawQueryString) }),
    ...(Object.keys(parameters).length > 0 && { pathParameters: { ...parameters } }),
    requestContext: {
      accountId: "123456789012",
      apiId: "api",
      domainName: apiHost,
      domainPrefix: "api",
      http: {
        method,
        path: rawPath,
        protocol: "HTTP/1.1",
        sourceIp: "130.176.0.1",
        userAgent: String(headers["user-agent"] ?? ""),
      },
      requestId: randomUUID().slice(0, 16),
      routeKey: route.key,
      stage: "$default",
      time: now.toISOString(),
      timeEpoch: now.getTime(),
    },
    ...(body.length > 0 && { body: body.toString(isBase64Encoded ? "base64" : "utf8") }),
    isBase64Encoded,
  };
};

/** Values of a repeated name are joined by commas. */
const parametersOf = (query: string): Record<string, string> => {
  const found: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query))
    found[name] = name in found ? `${found[name]},${value}` : value;
  return found;
};
