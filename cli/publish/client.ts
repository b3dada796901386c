import { randomUUID } from "node:crypto";
import { requestTo } from "#client/connection.ts";
import { type Problem, Refusal, Unreachable } from "#client/refusal.ts";
import { type Answer, type RetryOptions, reasonOf, send } from "#client/send.ts";
import type { Route } from "#lib/routes/route.ts";
import { PlainError } from "#local/plain-error.ts";

export interface Connection {
  /** The service's base address, including the path below which it is mounted. */
  readonly url: string;
  readonly token: string;
  /** True if the service may name addresses of this network, though it is elsewhere. */
  readonly allowsPrivate?: boolean;
}

export interface RequestParts<Params extends string, Body> {
  readonly params?: Readonly<Record<Params, number>>;
  readonly query?: Readonly<Record<string, string | number | readonly string[]>>;
  readonly body?: Body;
  /** Sent instead of a body, for routes that take forms. */
  readonly form?: Readonly<Record<string, string>>;
  /** Sent instead of a body, for routes that take files of text. */
  readonly text?: { readonly type: string; readonly content: Uint8Array<ArrayBuffer> };
  /** Sent as `If-Match`: the revision that must still be the latest. */
  readonly ifMatch?: number;
  /** The `Idempotency-Key` of routes that take one; a new one by default. */
  readonly key?: string;
  /** True of a request that may be sent twice without doing more, though its route takes no keys. */
  readonly isRepeatable?: boolean;
}

/** Sends a request to a route, and gives the answer in the route's declared shape. */
export type Client = <Params extends string, Body, Answer>(
  route: Route<Params, Body, Answer>,
  parts?: RequestParts<Params, Body>,
) => Promise<Answer>;

export class ServiceRefusal extends PlainError {
  override name = "ServiceRefusal";
  readonly status: number;
  readonly code: string;
  readonly problems: readonly Problem[];

  constructor({ status, code, message, problems, requestId }: Refusal) {
    super(requestId === undefined ? message : `${message} (request ${requestId})`);
    this.status = status;
    this.code = code;
    this.problems = problems;
  }
}

/**
 * A client of a service's editor API. It sends a request again if there is no answer, one of 429, 500, 502,
 * 503 and 504, or while an equal one is at work. All attempts have one key, so that what they ask for is done
 * once. Throws a `ServiceRefusal`, or a `PlainError` if the service cannot be reached or is not Lectern.
 */
export const connect =
  ({ url, token }: Connection, retries: RetryOptions = {}): Client =>
  async (route, { body, form, text, key = randomUUID(), isRepeatable, ...parts } = {}) => {
    const { headers, ...request } = requestTo(
      { base: url.replace(/\/+$/, ""), token },
      route.method,
      route.path,
      {
        ...parts,
        json: body,
        ...(form && { form: new URLSearchParams(form) }),
        key: route.takesKeys ? key : undefined,
      },
    );
    const sent = {
      ...request,
      headers: { ...headers, ...(text && { "content-type": text.type }) },
      ...(text && { body: text.content }),
      isRepeatable: isRepeatable ?? (route.takesKeys || route.method !== "POST"),
    };
    const answer = await send(sent, retries).catch((error: unknown) => {
      if (!isOfNoRoute(error)) throw plainError(error, url);
      throw new ServiceRefusal(new Refusal(error.status, { detail: unlikeLectern(url) }));
    });
    return answerOf(answer, route.answer, url);
  };

/** True of an answer that no route gives, but a page of the site or another server. */
const isOfNoRoute = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code === "" && [404, 405, 415].includes(error.status);

export const unlikeLectern = (url: string): string =>
  `${url} does not answer as Lectern does; is the address right?`;

/** What to tell people about an error of the client; other errors stay as they are. */
export const plainError = (error: unknown, url: string): unknown => {
  if (error instanceof Refusal) return new ServiceRefusal(error);
  if (!(error instanceof Unreachable)) return error;
  return error.cause instanceof Error
    ? new PlainError(`${url} cannot be reached (${reasonOf(error.cause)}); is the service running?`)
    : new PlainError(`${error.message.replace(/\.$/, "")}; run the command again.`);
};

const answerOf = <Shape>(
  { status, headers, body }: Answer,
  shape: Route<string, unknown, Shape>["answer"],
  url: string,
): Shape => {
  if (status >= 300)
    throw new PlainError(`${url} redirects to ${headers.get("location")}; use the address of that service.`);
  // A deletion, which answers with nothing.
  if (!shape && body === undefined) return undefined as Shape;
  const answer = shape?.safeParse(body);
  if (!answer?.success) throw new PlainError(unlikeLectern(url));
  return answer.data;
};
