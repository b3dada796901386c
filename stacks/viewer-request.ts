import { certain } from "#lib/certain.ts";
import { payloadTooLarge } from "#lib/http/body-refusals.ts";
import { privateHeaders, refusalBody } from "#lib/http/reply.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { type Envelope, envelopeAt, type Route } from "#lib/routes/route.ts";
import { safetyHeaders } from "#lib/routes/safety-headers.ts";
import { routes } from "#lib/routes/table.ts";
import { corsOrigins } from "#lib/settings/requests.ts";
import { maxBodyBytes } from "#local/gateway/limits.ts";

/** The origin of requests with `HEAD`, which are routes of an API of their own (api.ts). */
export const originOfHeads = "heads";

/**
 * The source of CloudFront's function before a request reaches the API.
 *
 * Refuses bodies that fit into no event of Lambda, in the envelope of the path: API Gateway would answer
 * those in its own. Gives `HEAD` to its own API. Removes a trailing slash, because route keys have none. Adds
 * headers with the host, for links in answers, and with the address, for limits by address.
 *
 * Moves the content type into a header of ours: for text types, API Gateway replaces bytes that are not UTF-8
 * (decision 004). CloudFront's JavaScript has no destructuring, and takes
 * 10 KB.
 */
export const viewerRequestCode = (): string => String.raw`import cf from "cloudfront";

const maxBody = ${maxBodyBytes};
const refusals = ${JSON.stringify(refusalsByPath())};
const origins = ${JSON.stringify(corsOrigins.required())};

function handler(event) {
  const request = event.request;
  const length = request.headers["content-length"];
  if (length && Number(length.value) > maxBody) return tooLarge(request);
  if (request.method === "HEAD") cf.selectRequestOriginById(${JSON.stringify(originOfHeads)});
  request.headers["x-forwarded-host"] = { value: request.headers.host.value };
  request.headers["x-viewer-address"] = { value: event.viewer.ip };
  delete request.headers["x-viewer-content-type"];
  if (request.headers["content-type"]) {
    request.headers["x-viewer-content-type"] = { value: request.headers["content-type"].value };
    request.headers["content-type"] = { value: "application/octet-stream" };
  }
  request.uri = request.uri.replace(/([^/])\/$/, "$1");
  return request;
}

function tooLarge(request) {
  const path = request.uri.replace(/\/?$/, "/");
  const refusal = refusals.find((each) => new RegExp(each[0]).test(path));
  const headers = ${JSON.stringify(headersOfRefusal)};
  const origin = request.headers.origin && request.headers.origin.value;
  if (origins.length > 0 && /^\/api\//.test(path)) {
    if (!origins.includes("*")) headers.vary.value += ", Origin";
    if (origins.includes("*") || origins.includes(origin)) {
      headers["access-control-allow-origin"] = { value: origins.includes("*") ? "*" : origin };
      headers["access-control-expose-headers"] = { value: "*" };
    }
  }
  return {
    statusCode: refusal[1],
    statusDescription: refusal[1] === 413 ? "Payload Too Large" : "Bad Request",
    headers: headers,
    body: { encoding: "text", data: refusal[2] },
  };
}`;

const headersOfRefusal = Object.fromEntries(
  Object.entries({ "content-type": "application/json", ...privateHeaders, ...safetyHeaders }).map(
    ([name, value]) => [name, { value }],
  ),
);

/** A pattern of paths, the status and the body there. The first that matches counts. */
type RefusalAt = readonly [pattern: string, status: number, body: string];

const refusalsByPath = (): readonly RefusalAt[] => {
  const surfaces: readonly RefusalAt[] = [
    ["^/(api/(editor|admin|accounts)|accounts)/", ...shown(new Refusal("payload_too_large"), "editor")],
    ["^/api/cms/", ...shown(new Refusal("payload_too_large"), "pages")],
    ["^/api/", ...shown(new Refusal("payload_too_large"), "legacy")],
    // The forms of the site's pages.
    ["^/", ...shown(new Refusal("payload_too_large"), "editor")],
  ];
  const ofRoutes = routes
    .filter(({ body }) => body !== null)
    .flatMap((route) => [route.path, ...route.aliases].map((path) => refusalOf(route, path)));
  // Most routes say it as their surface does.
  return [
    ...ofRoutes
      .filter(([, path, ...said]) => !isSaid(surfaces, path, said))
      .map(([pattern, , ...said]) => [pattern, ...said] as const),
    ...surfaces,
  ];
};

const refusalOf = (route: Route, path: string) => {
  const envelope = route.envelope === "path" ? envelopeAt(path) : route.envelope;
  return [patternOf(path), path, ...shown(payloadTooLarge(route), envelope)] as const;
};

const isSaid = (surfaces: readonly RefusalAt[], path: string, said: readonly unknown[]): boolean => {
  const [, ...ofSurface] = certain(surfaces.find(([pattern]) => new RegExp(pattern).test(path)));
  return ofSurface.join() === said.join();
};

const shown = (refusal: Refusal, envelope: Envelope) =>
  [refusal.kind.status, JSON.stringify(refusalBody(refusal, envelope))] as const;

const patternOf = (path: string): string =>
  `^${path.replace(/\{\w+\+\}/, ".+").replace(/\{\w+\}/g, "[^/]+")}$`;
