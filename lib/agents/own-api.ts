import { sendRequest } from "#lib/outbound/send-request.ts";
import { hideContentType } from "#lib/routes/hidden-content-type.ts";
import { pathOfKeys } from "#lib/routes/path-of-keys.ts";
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

/**
 * Asks the API with the token of the caller, so that every route decides for itself what they may do. On AWS
 * the request does not pass CloudFront, so this does what its function does to others.
 */
export const ownApi =
  ({ apiAddress, headers }: CallersRequest): SendToApi =>
  ({ path, query, headers: own, ...request }) => {
    const sent = { ...passed(headers), ...own };
    hideContentType(sent);
    return sendRequest(`${apiAddress}${pathOfKeys(path)}${query && `?${query}`}`, {
      ...request,
      headers: sent,
      signal: AbortSignal.timeout(answerMs),
    });
  };

const passed = (headers: CallersRequest["headers"]): Record<string, string> =>
  Object.fromEntries(
    passedOn.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
