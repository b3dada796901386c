import { sendRequest } from "#lib/outbound/send-request.ts";
import type { SendToApi } from "./call-tool.ts";

/** The request of a caller whose tools act. */
export interface CallersRequest {
  /** Where the API was reached. */
  readonly apiAddress: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** What says who asks, from where, and how links in answers begin; other headers are not passed on. */
const passedOn = [
  "authorization",
  "host",
  "user-agent",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-proxy-secret",
  "x-viewer-address",
];

/** Less than the function's own time, so that it can still answer. */
const answerMs = 26_000;

/** Asks the API with the token of the caller, so that every route decides for itself what they may do. */
export const ownApi =
  ({ apiAddress, headers }: CallersRequest): SendToApi =>
  ({ path, headers: own, ...request }) =>
    sendRequest(`${apiAddress}${path}`, {
      ...request,
      headers: { ...passed(headers), ...own },
      signal: AbortSignal.timeout(answerMs),
    });

const passed = (headers: CallersRequest["headers"]): Record<string, string> =>
  Object.fromEntries(
    passedOn.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
