import { Refusal, Unreachable } from "./refusal.ts";

/** When to give up; each has a default. */
export interface RetryOptions {
  /** The most attempts at a request: 6 by default. */
  readonly attempts?: number;
  /** The wait before the second attempt: 200. It doubles each time; up to half of it is taken off at random. */
  readonly firstWaitMs?: number;
  /** The time of one attempt: 60 seconds by default. */
  readonly timeoutMs?: number;
  /** Called before each wait. */
  readonly onWait?: (reason: string, waitMs: number) => void;
}

export interface SendOptions extends RetryOptions {
  readonly fetch?: typeof fetch;
  /** Ends the request, and the waiting for another attempt. */
  readonly signal?: AbortSignal | undefined;
}

export interface OneRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: RequestInit["body"];
  /** True if sending it twice does what sending it once does. Others are sent again only if nothing was done. */
  readonly isRepeatable: boolean;
  /** True if a redirect to the same host is followed; else it is the answer. */
  readonly followsRedirects?: boolean;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed if it is JSON, else a text; undefined without a body. */
  readonly body: unknown;
}

type Received = Answer | { readonly failure: Error };

/** If the service asks for a longer wait, the request fails. */
const maxWaitMs = 60_000;

/** The service, or what stands before it, could not do it now. */
const passingStatuses: readonly number[] = [429, 500, 502, 503, 504];

/** The statuses among these that say that nothing was done. */
const untouchedStatuses: readonly number[] = [429, 503];

/**
 * Sends a request, and again after growing pauses while the service is busy or cannot be reached. Throws
 * {@link Refusal} for an answer of 400 and above, {@link Unreachable} if there is none.
 */
export const send = async (request: OneRequest, options: SendOptions = {}): Promise<Answer> => {
  const { attempts = 6, firstWaitMs = 200, signal, onWait } = options;
  for (let attempt = 1; ; attempt++) {
    const received = await receive(request, options);
    signal?.throwIfAborted();
    const waitMs = askedWaitMs(received) ?? firstWaitMs * 2 ** (attempt - 1) * (1 - Math.random() / 2);
    if (!maySendAgain(received, request) || attempt >= attempts || waitMs > maxWaitMs)
      return requireSuccess(received, request);
    const reason =
      "failure" in received ? reasonOf(received.failure) : `the service answered ${received.status}`;
    onWait?.(reason, waitMs);
    await pause(waitMs, signal);
  }
};

const receive = async (request: OneRequest, options: SendOptions): Promise<Received> => {
  const { timeoutMs = 60_000, signal } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const end = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    const response = await answerTo(request, options, end);
    return { status: response.status, headers: response.headers, body: parsed(await response.text()) };
  } catch (error) {
    return { failure: error as Error };
  }
};

const maxRedirects = 10;

/**
 * The answer, after redirects within the service's host where they are followed. One to another host is an
 * answer: who names the service has not named that one, which may be in a network that strangers cannot reach.
 */
const answerTo = async (
  { url, method, headers, body, followsRedirects }: OneRequest,
  { fetch: fetchWith = fetch }: SendOptions,
  signal: AbortSignal,
): Promise<Response> => {
  const init = { method, headers, ...(body === undefined ? {} : { body }), signal };
  let address = url;
  for (let redirects = 0; ; redirects++) {
    const response = await fetchWith(address, { ...init, redirect: "manual" });
    if (!followsRedirects || redirects === maxRedirects) return response;
    // A browser does not say where to, and keeps pages out of other networks itself.
    if (response.type === "opaqueredirect") return fetchWith(address, { ...init, redirect: "follow" });
    const location = response.status >= 300 && response.status < 400 && response.headers.get("location");
    if (!location || !URL.canParse(location, address)) return response;
    const next = new URL(location, address);
    if (next.origin !== new URL(address).origin) return response;
    await response.body?.cancel();
    address = next.href;
  }
};

const parsed = (text: string): unknown => {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const maySendAgain = (received: Received, { isRepeatable }: OneRequest): boolean => {
  if ("failure" in received) return isRepeatable;
  if (!isRepeatable) return untouchedStatuses.includes(received.status);
  // An equal request with the same key is still at work.
  const isAtWork = received.status === 409 && hasCode(received.body, "request_in_progress");
  return isAtWork || passingStatuses.includes(received.status);
};

const hasCode = (body: unknown, code: string): boolean =>
  typeof body === "object" && body !== null && "code" in body && body.code === code;

/** The value of `Retry-After`, given in seconds or as a date (RFC 9110 §10.2.3). */
const askedWaitMs = (received: Received): number | undefined => {
  const asked = "headers" in received ? received.headers.get("retry-after") : null;
  if (asked === null) return undefined;
  const waitMs = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - Date.now();
  return Number.isNaN(waitMs) ? undefined : Math.max(waitMs, 0);
};

const requireSuccess = (received: Received, { url }: OneRequest): Answer => {
  if ("failure" in received)
    throw new Unreachable(`${url} cannot be reached: ${reasonOf(received.failure)}`, {
      cause: received.failure,
    });
  if (received.status >= 400) throw new Refusal(received.status, received.body);
  return received;
};

/** The network's message, without the layers that `fetch` adds. */
export const reasonOf = (error: Error): string => {
  const { cause } = error;
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(", ");
  return cause instanceof Error ? reasonOf(cause) : error.message;
};

/** A signal that ends when one of these does; undefined without any. */
export const anySignal = (...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined => {
  const given = signals.filter((signal) => signal !== undefined);
  return given.length > 1 ? AbortSignal.any(given) : given[0];
};

/** Waits, unless the signal ends it. */
export const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, ms);
    signal?.addEventListener("abort", end, { once: true });
  });
