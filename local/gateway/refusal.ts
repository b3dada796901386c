import { headersOfRoute } from "#lib/http/endpoint.ts";
import { payloadTooLarge } from "#lib/http/payload-too-large.ts";
import { refusalBody, response } from "#lib/http/reply.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { type Envelope, envelopeAt, type Route } from "#lib/routes/route.ts";
import type { GatewayAnswer } from "./answer.ts";
import { answerFromResult } from "./result.ts";

/** A refusal, worded as the route's surface words its own. */
export const routeRefusal = (refusal: Refusal, route: Route, path: string): GatewayAnswer =>
  refusalAnswer(
    refusal,
    route.envelope === "path" ? envelopeAt(path) : route.envelope,
    headersOfRoute(route),
  );

/**
 * The refusal of a body that does not fit into a Lambda event.
 * API Gateway's `{"message": "Request Entity Too Large"}` would be no answer that the API's callers know.
 */
export const payloadTooLargeAnswer = (route: Route, path: string): GatewayAnswer =>
  routeRefusal(payloadTooLarge(route), route, path);

/** The refusal of a request for a file that is not there. */
export const notFound = (): GatewayAnswer => refusalAnswer(new Refusal("not_found"), "legacy");

/** The refusal of a file for which the disk has no room. */
export const storageFull = (): GatewayAnswer => refusalAnswer(new Refusal("storage_full"), "editor");

/** The refusal of a request whose `Host` is not this service's, or none that could be. */
export const foreignHost = (): GatewayAnswer => refusalAnswer(new Refusal("foreign_host"), "legacy");

const refusalAnswer = (
  refusal: Refusal,
  envelope: Envelope,
  headers: Readonly<Record<string, string>> = {},
): GatewayAnswer => {
  const { kind, details } = refusal;
  const body = JSON.stringify(refusalBody(refusal, envelope));
  return answerFromResult(
    response(kind.status, body, {
      "content-type": "application/json",
      ...kind.headers,
      ...details.headers,
      ...headers,
    }),
  );
};
