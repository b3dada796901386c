/// <reference path="../.sst/platform/config.d.ts" />
import { type PauseSwitch, switchParameter } from "#cli/pause/stage-parameters.ts";
import type { Apis } from "./api.ts";
import type { Web } from "./web.ts";

/** Writes down what `lectern pause` switches off, so that it needs nothing but the name of the stage. */
export const createPauseSwitch = (
  { api, heads }: Apis,
  { distribution }: Web,
  jobs: readonly sst.aws.Function[],
): void => {
  const parts: { readonly [Part in keyof PauseSwitch]: $util.Input<PauseSwitch[Part]> } = {
    apis: $util.all([api, heads].map(({ nodes }) => nodes.api.id)),
    distribution: distribution.id,
    closing: closingFunction().arn,
    jobs: $util.all(jobs.map(({ name }) => name)),
  };
  new aws.ssm.Parameter("PauseSwitch", {
    name: switchParameter($app.stage),
    description: "What lectern pause switches off",
    type: "String",
    value: $jsonStringify(parts),
  });
};

/**
 * Answers in place of the site while it is paused (contract#paused). No behaviour of the distribution calls
 * it otherwise, so it costs nothing.
 */
const closingFunction = () =>
  new aws.cloudfront.Function("WebClosed", {
    runtime: "cloudfront-js-2.0",
    comment: "Answers in place of a paused site",
    code: `function handler(event) {
  const isForPrograms = event.request.uri.startsWith("/api/");
  const text = ${JSON.stringify(closedText)};
  const answer = { status: "paused", code: "unavailable", message: text, detail: text };
  const type = isForPrograms ? "application/json" : "text/plain; charset=utf-8";
  const headers = {
    "content-type": { value: type },
    "cache-control": { value: "no-store" },
    "retry-after": { value: "3600" },
    "x-content-type-options": { value: "nosniff" }
  };
  const body = { encoding: "text", data: isForPrograms ? JSON.stringify(answer) : text + "\\n" };
  return { statusCode: 503, statusDescription: "Service Unavailable", headers: headers, body: body };
}`,
  });

const closedText = "This site is paused by its operators. It will be back.";
