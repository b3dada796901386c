import { payloadTooLarge } from "#lib/http/payload-too-large.ts";
import { refusalBody, response } from "#lib/http/reply.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { type Envelope, envelopeAt, type Route } from "#lib/routes/route.ts";
import type { Answer } from "./answer.ts";
import { answerFromResult } from "./result.ts";

/**
 * The refusal of a body that does not fit into a Lambda event, worded as the route's surface words its own.
 * API Gateway's `{"message": "Request Entity Too Large"}` would be no answer that the API's callers know.
 */
export const payloadTooLargeAnswer = (route: Route, path: string): Answer =>
  refusalAnswer(payloadTooLarge(route), route.envelope === "path" ? envelopeAt(path) : route.envelope);

/** The refusal of a request for a file that is not there. */
export const notFound = (): Answer => refusalAnswer(new Refusal("not_found"), "legacy");

const refusalAnswer = (refusal: Refusal, envelope: Envelope): Answer => {
  const body = JSON.stringify(refusalBody(refusal, envelope));
  return answerFromResult(response(refusal.kind.status, body, { "content-type": "application/json" }));
};
