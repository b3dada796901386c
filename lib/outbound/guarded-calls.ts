import { addressFault } from "./callable-address.ts";
import { type GuardedAnswer, guardedRequest, type SendOptions } from "./guarded-request.ts";

/**
 * Gets JSON from an address. Throws as `guardedRequest` does, and if the address may not be called, or if the
 * answer is not a 200, is no JSON, or is larger than `answerBytes`.
 */
export const getJson = async (
  url: string,
  options: Required<SendOptions>,
): Promise<Readonly<Record<string, unknown>>> => {
  const fault = addressFault(url, options.mayBeInternal);
  if (fault !== undefined) throw new Error(`${url} may not be called: ${fault}`);
  const request = { method: "GET", headers: { accept: "application/json" } } as const;
  const { status, answer } = await guardedRequest(url, request, options);
  if (status !== 200) throw new Error(`${url} answered ${status}`);
  const value: unknown = JSON.parse(answer);
  if (typeof value !== "object" || value === null) throw new Error(`${url} answered no object`);
  return value as Readonly<Record<string, unknown>>;
};

/** Posts a body, and gives the status of the answer and its beginning. Throws as `guardedRequest` does. */
export const sendPost = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  options: SendOptions,
): Promise<GuardedAnswer> => guardedRequest(url, { method: "POST", headers, body }, options);

/** Posts a form, and gives the status of the answer, whose body is not read. Throws as `sendPost` does. */
export const postForm = async (
  url: string,
  form: Readonly<Record<string, string>>,
  options: SendOptions,
): Promise<number> => {
  const body = Buffer.from(new URLSearchParams(form).toString());
  const { status } = await sendPost(
    url,
    { "content-type": "application/x-www-form-urlencoded" },
    body,
    options,
  );
  return status;
};
