import { payloadTooLarge } from "#lib/http/body-refusals.ts";
import { headersOfRoute, refusalBody, response } from "#lib/http/reply.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { type Envelope, envelopeAt, type Route } from "#lib/routes/route.ts";
import type { GatewayAnswer } from "./answer.ts";
import { answerFromResult } from "./result.ts";

export const routeRefusal = (refusal: Refusal, route: Route, path: string): GatewayAnswer =>
  refusalAnswer(
    refusal,
    route.envelope === "path" ? envelopeAt(path) : route.envelope,
    headersOfRoute(route),
  );

/**
 * Refuses in the route's envelope: callers know no `{"message": "Request Entity Too Large"}` of API
 * Gateway.
 */
export const payloadTooLargeAnswer = (route: Route, path: string): GatewayAnswer =>
  routeRefusal(payloadTooLarge(route), route, path);

export const notFound = (): GatewayAnswer => refusalAnswer(new Refusal("not_found"), "legacy");

export const storageFull = (): GatewayAnswer => refusalAnswer(new Refusal("storage_full"), "editor");

/** Refuses a `Host` that is missing, invalid or not the service's. */
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
