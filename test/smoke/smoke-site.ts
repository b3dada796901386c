import { setTimeout as pause } from "node:timers/promises";

export interface SmokeRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent with the token; without, the caller is a stranger. */
  readonly signed?: boolean;
  readonly json?: unknown;
  readonly form?: FormData;
}

export interface SmokeAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever a service answers; the checks look at it.
  readonly json: any;
}

/** The service that is looked at. */
export interface SmokeSite {
  readonly ask: (path: string, request?: SmokeRequest) => Promise<SmokeAnswer>;
  /** Asks, and throws unless the answer has this status. */
  readonly expect: (status: number, path: string, request?: SmokeRequest) => Promise<SmokeAnswer>;
}

/** Longer than any function may run. */
const timeoutMs = 60_000;

/** Redirects are not followed. A request that was throttled or met a busy service is sent again, twice. */
export const smokeSite = (url: string, token: string | undefined): SmokeSite => {
  const once = async (path: string, { method = "GET", headers, signed, json, form }: SmokeRequest) => {
    const response = await fetch(new URL(path, url), {
      method,
      headers: {
        ...(signed && { authorization: `Bearer ${token}` }),
        ...(json !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
      ...(form || json !== undefined ? { body: form ?? JSON.stringify(json) } : {}),
    });
    const content = Buffer.from(await response.arrayBuffer());
    const text = content.toString();
    return {
      status: response.status,
      headers: response.headers,
      text,
      bytes: content.length,
      json: jsonIn(text),
    };
  };
  const ask = async (path: string, request: SmokeRequest = {}): Promise<SmokeAnswer> => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await once(path, request);
      if (attempt === 3 || ![429, 503].includes(answer.status)) return answer;
      await pause(Math.min(Number(answer.headers.get("retry-after") ?? 1), 30) * 1_000);
    }
  };
  const expect = async (status: number, path: string, request: SmokeRequest = {}): Promise<SmokeAnswer> => {
    const answer = await ask(path, request);
    if (answer.status === status) return answer;
    const said = answer.text.slice(0, 200).replace(/\s+/g, " ");
    throw new Error(`${request.method ?? "GET"} ${path} answers ${answer.status}, not ${status}: ${said}`);
  };
  return { ask, expect };
};

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Throws unless the condition holds; the message says what was seen. */
export const smokeRequire = (holds: boolean, message: string): void => {
  if (!holds) throw new Error(message);
};
