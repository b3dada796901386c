import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { clock } from "#lib/clock.ts";
import type { Route } from "#lib/routes/route.ts";
import { PlainError } from "#local/plain-error.ts";

export interface Connection {
  /** The service's base address, including the path below which it is mounted. */
  readonly url: string;
  readonly token: string;
}

/** When to give up; each has a default. */
export interface RetryOptions {
  /** How often a request is sent at most. */
  readonly attempts?: number;
  /** The wait before the second attempt. It doubles each time; up to half of it is subtracted at random. */
  readonly firstWaitMs?: number;
  readonly timeoutMs?: number;
  /** Called before each wait. */
  readonly onWait?: (reason: string, waitMs: number) => void;
}

export interface RequestParts<Params extends string, Body> {
  readonly params?: Readonly<Record<Params, number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: Body;
  /** Sent instead of a body, for routes that take forms. */
  readonly form?: Readonly<Record<string, string>>;
  /** Sent as `If-Match`: the revision that must still be the latest. */
  readonly ifMatch?: number;
  /** The `Idempotency-Key` of routes that take one; a new one by default. */
  readonly key?: string;
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
  readonly problems: readonly { readonly path: string; readonly code: string; readonly message: string }[];

  constructor(
    status: number,
    {
      code = "",
      detail = `The service answered ${status}.`,
      request_id,
      errors = {},
    }: z.output<typeof refusalBody>,
  ) {
    super(request_id === undefined ? detail : `${detail} (request ${request_id})`);
    this.status = status;
    this.code = code;
    this.problems = Object.entries(errors).flatMap(([path, entries]) =>
      entries.map((entry) => ({ path, ...entry })),
    );
  }
}

const refusalBody = z.object({
  code: z.string().optional(),
  detail: z.string().optional(),
  request_id: z.string().optional(),
  errors: z.record(z.string(), z.array(z.object({ code: z.string(), message: z.string() }))).optional(),
});

/** If the service asks for a longer wait, the client gives up. */
const maxWaitMs = 60_000;

const passingStatuses: readonly number[] = [429, 500, 502, 503, 504];

/**
 * A client of a service's editor API. It sends a request again if there is no answer, one of 429, 500, 502,
 * 503 and 504, or while an equal one is at work. All attempts have one key, so that what they ask for is done
 * once. Throws a `ServiceRefusal`, or a `PlainError` if the service cannot be reached or is not Lectern.
 */
export const connect = ({ url, token }: Connection, retries: RetryOptions = {}): Client => {
  const { attempts = 6, firstWaitMs = 200, timeoutMs = 60_000, onWait } = retries;
  return async (route, parts = {}) => {
    const address = addressOf(url, route, parts);
    const request = requestOf(route, parts, token);
    const send = () => fetch(address, { ...request, signal: AbortSignal.timeout(timeoutMs) });
    for (let attempt = 1; ; attempt++) {
      const received = await receive(send);
      const waitMs = askedWaitMs(received) ?? firstWaitMs * 2 ** (attempt - 1) * (1 - Math.random() / 2);
      if (!isPassing(received) || attempt >= attempts || waitMs > maxWaitMs)
        return answerOf(received, route.answer, url);
      onWait?.("failure" in received ? received.failure : `the service answered ${received.status}`, waitMs);
      await sleep(waitMs);
    }
  };
};

const isPassing = (received: Received): boolean =>
  "failure" in received ||
  passingStatuses.includes(received.status) ||
  (received.status === 409 && refusalIn(received.text).code === "request_in_progress");

type Received =
  | { readonly failure: string }
  | { readonly status: number; readonly headers: Headers; readonly text: string };

const receive = async (send: () => Promise<Response>): Promise<Received> => {
  try {
    const response = await send();
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    return { failure: reasonOf(error as Error) };
  }
};

/** The network's message, without the layers that `fetch` adds. */
const reasonOf = (error: Error): string => {
  const { cause } = error;
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(", ");
  return cause instanceof Error ? cause.message : error.message;
};

const addressOf = (url: string, route: Route, { params, query }: RequestParts<string, unknown>): string => {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => String(params?.[name]));
  const address = new URL(`${url.replace(/\/+$/, "")}${path}`);
  for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, String(value));
  return address.href;
};

const requestOf = (
  route: Route,
  { body, form, ifMatch, key = randomUUID() }: RequestParts<string, unknown>,
  token: string,
): RequestInit => ({
  method: route.method,
  headers: {
    accept: "application/json",
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(route.takesKeys ? { "idempotency-key": key } : {}),
    ...(ifMatch === undefined ? {} : { "if-match": `"${ifMatch}"` }),
  },
  // A redirect would turn a POST into a GET.
  redirect: "manual",
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
});

/** The value of `Retry-After`, given in seconds or as a date (RFC 9110 §10.2.3). */
const askedWaitMs = (received: Received): number | undefined => {
  const asked = "headers" in received ? received.headers.get("retry-after") : null;
  if (asked === null) return undefined;
  const waitMs = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - clock.nowMs();
  return Number.isNaN(waitMs) ? undefined : Math.max(waitMs, 0);
};

const answerOf = <Answer>(
  received: Received,
  shape: Route<string, unknown, Answer>["answer"],
  url: string,
): Answer => {
  if ("failure" in received) {
    throw new PlainError(`${url} cannot be reached (${received.failure}); is the service running?`);
  }
  const { status, headers, text } = received;
  if (status >= 300 && status < 400) {
    throw new PlainError(`${url} redirects to ${headers.get("location")}; use the address of that service.`);
  }
  if (status >= 400) throw new ServiceRefusal(status, refusalIn(text));
  const answer = shape?.safeParse(jsonOf(text));
  if (!answer?.success) throw new PlainError(`${url} does not answer as Lectern does; is the address right?`);
  return answer.data;
};

const refusalIn = (text: string): z.output<typeof refusalBody> =>
  refusalBody.safeParse(jsonOf(text)).data ?? {};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
