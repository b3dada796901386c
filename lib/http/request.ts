import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { Principal } from "#lib/access/principal.ts";
import { invalid } from "#lib/refusals/refusal.ts";
import { plainDigits } from "#lib/routes/fields.ts";
import { sentContentType } from "#lib/routes/hidden-content-type.ts";
import { maxClientLength } from "#lib/site/credential.ts";
import { believesProxy, clientAddress } from "./client-address.ts";

/** The parts of a request that Lectern uses, from an API Gateway event (payload 2.0). */
export interface Request {
  readonly method: string;
  /** Decoded, with its trailing slash, as routes write it. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case; repeated headers joined by commas. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly cookies: ReadonlyMap<string, string>;
  /** The placeholders of the path, as text. */
  readonly pathParameters: Readonly<Record<string, string | undefined>>;
  /** Scheme, host and port that the client used. */
  readonly origin: string;
  /**
   * The address at which this API was reached, without a trailing slash; on one machine the gateway's own
   * address.
   */
  readonly apiAddress: string;
  /** The client's IPv4 address, or the /64 of its IPv6 address. */
  readonly address: string;
  readonly body: Buffer;
  /** True if the body may differ from what was sent: API Gateway puts U+FFFD for bytes that are not UTF-8. */
  readonly mayBeDamaged: boolean;
  readonly requestId: string;
}

export const requestFrom = (event: APIGatewayProxyEventV2): Request => ({
  method: event.requestContext.http.method,
  path: event.rawPath.endsWith("/") ? event.rawPath : `${event.rawPath}/`,
  query: new URLSearchParams(event.rawQueryString),
  headers: headersOf(event),
  cookies: cookiesOf(event.cookies ?? []),
  pathParameters: event.pathParameters ?? {},
  origin: originOf(event),
  // API Gateway serves no domain but its own. On one machine the domain is what the caller wrote.
  apiAddress: event.stageVariables?.apiAddress ?? `https://${event.requestContext.domainName}`,
  address: clientAddress(event),
  body: Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8"),
  mayBeDamaged: !event.isBase64Encoded && (event.body ?? "").includes("\uFFFD"),
  requestId: event.requestContext.requestId,
});

const headersOf = ({ headers }: APIGatewayProxyEventV2): Request["headers"] =>
  headers[sentContentType] === undefined ? headers : { ...headers, "content-type": headers[sentContentType] };

const originOf = ({ headers, requestContext }: APIGatewayProxyEventV2): string => {
  const scheme = headers["x-forwarded-proto"]?.split(",")[0]?.trim() === "http" ? "http" : "https";
  const forwarded = believesProxy(headers["x-proxy-secret"]) ? headers["x-forwarded-host"] : undefined;
  return `${scheme}://${forwarded ?? headers.host ?? requestContext.domainName}`;
};

const cookiesOf = (pairs: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    pairs.map((pair): [string, string] => {
      const equals = pair.indexOf("=");
      return equals < 0 ? ["", pair.trim()] : [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()];
    }),
  );

/** The client that sends a request: its token's name, or else its `User-Agent` (contract#revision-client). */
export const savingClient = (
  { token }: Pick<Principal, "token">,
  { headers }: Pick<Request, "headers">,
): string | undefined => {
  const name = token?.name ?? headers["user-agent"] ?? "";
  return name === "" ? undefined : [...name].slice(0, maxClientLength).join("");
};

/** The digits of the header's revision id, which may be too large for a number (contract#if-match). */
export const revisionFromIfMatch = (header: string | undefined): string | undefined => {
  if (header === undefined) return undefined;
  const digits = /^\s*"([0-9]+)"\s*$/.exec(header)?.[1];
  if (digits === undefined)
    throw invalid("If-Match", "invalid", 'Only one quoted revision id will do, such as "12".');
  return plainDigits(digits);
};
