import { type GuardedAnswer, guardedRequest, type SendOptions } from "./guarded-request.ts";

/** Posts a body, and gives the status of the answer and its beginning. Throws as `guardedRequest` does. */
export const sendPost = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  options: SendOptions,
): Promise<GuardedAnswer> => guardedRequest(url, { method: "POST", headers, body }, options);
