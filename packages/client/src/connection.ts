import type { AnswerOf, Method, PartsOf, PathWith, RequestOptions } from "./operations.ts";
import { Refusal, Unreachable } from "./refusal.ts";
import { type Answer, anySignal, type OneRequest, type SendOptions, send } from "./send.ts";

/** How to connect. With `signal`, all requests end when it aborts. */
export interface ConnectionOptions extends SendOptions {
  /** The service's address, with the path below which it is mounted, if there is one. */
  readonly url: string | URL;
  /** A bearer token. Without one, and without `session`, the caller is a stranger. */
  readonly token?: string;
  /**
   * In pages that the service's own address has: the caller is who is signed in there. The browser sends the
   * session's cookies; changes have the token that proves that a page of this address has sent them.
   */
  readonly session?: boolean;
  /** Called with the paths of the fields that a request had and the service did not know, such as `titel`. */
  readonly onIgnored?: (fields: readonly string[], request: string) => void;
}

/** Sends requests to one service, in the words of its OpenAPI description. */
export interface Connection {
  /**
   * Sends a request to an operation, such as `request("get", "/api/cms/pages/{id}/", { params: { id: 4 } })`.
   * Changes by editors have an `Idempotency-Key`, the same one for all attempts, so they are made once. Throws
   * `Refusal` and `Unreachable`.
   */
  readonly request: <M extends Method, Path extends PathWith<M>>(
    method: M,
    path: Path,
    ...parts: Partial<PartsOf<Path, M>> extends PartsOf<Path, M>
      ? [parts?: PartsOf<Path, M>]
      : [parts: PartsOf<Path, M>]
  ) => Promise<AnswerOf<Path, M>>;
}

/** Any request: what {@link Connection.request} sends once types have done their work. */
interface UntypedParts extends Omit<RequestOptions, "key"> {
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly json?: unknown;
  readonly key?: string | undefined;
}

/** A connection. Nothing is sent before the first request. */
export const connect = ({ url, token, session, onIgnored, ...options }: ConnectionOptions): Connection => {
  const base = baseOf(url);
  const request = async (method: Method, path: string, parts: UntypedParts = {}): Promise<unknown> => {
    const isChange = method !== "get" && pathsWithKeys.test(path);
    const key = isChange ? (parts.key ?? crypto.randomUUID()) : undefined;
    const answer = await sendTo(
      base,
      {
        ...requestTo({ base, token, session }, method.toUpperCase(), path, { ...parts, key }),
        isRepeatable: isChange || method === "get",
        // A followed redirect would turn a POST into a GET.
        followsRedirects: method === "get",
      },
      { ...options, signal: anySignal(options.signal, parts.signal) },
    );
    const ignored = answer.headers.get("lectern-ignored");
    if (ignored) onIgnored?.(stringsIn(ignored), `${method.toUpperCase()} ${path}`);
    return requireJson(answer, base);
  };
  return { request: request as Connection["request"] };
};

/** Where changes are made once for all requests with one key. */
const pathsWithKeys =
  /^\/api\/(editor|admin\/(site|tokens|pages)|accounts\/feeds\/\{|audios|videos|upload_video)/;

/** The strings of a list (RFC 9651), whose characters beyond ASCII are percent-encoded. */
const stringsIn = (list: string): string[] =>
  Array.from(list.matchAll(/"((?:[^"\\]|\\.)*)"/g), ([, item = ""]) =>
    decodeURIComponent(item.replace(/\\(.)/g, "$1")),
  );

/** Another tab may have signed in since the last request. */
const csrfCookie = (): string => /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? "";

interface Caller {
  readonly base: string;
  readonly token: string | undefined;
  readonly session?: boolean | undefined;
}

/** A request to an operation, with the caller's token. `base` is the service's address without a last slash. */
export const requestTo = (
  { base, token, session }: Caller,
  method: string,
  path: string,
  { params, query, json, form, text, ifMatch, key }: UntypedParts,
): Pick<OneRequest, "url" | "method" | "headers" | "body"> => ({
  url: addressOf(base, path, { params, query }),
  method,
  headers: {
    accept: "application/json",
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(session && method !== "GET" ? { "x-csrftoken": csrfCookie() } : {}),
    ...(json === undefined ? {} : { "content-type": "application/json" }),
    ...(text === undefined ? {} : { "content-type": text.type }),
    ...(key === undefined ? {} : { "idempotency-key": key }),
    ...(ifMatch === undefined ? {} : { "if-match": `"${ifMatch}"` }),
  },
  ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  ...(form === undefined ? {} : { body: form }),
  ...(text === undefined ? {} : { body: text.content }),
});

/** The address without its last slash. Throws if no service can be there. */
const baseOf = (url: string | URL): string => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw new TypeError(`${url} is no address of a service, such as https://notes.example.`);
  // `fetch` refuses them, with a message that shows the password.
  if (parsed.username !== "" || parsed.password !== "")
    throw new TypeError(`The address of ${parsed.host} has a name or password; give a token instead.`);
  if (/[?#]/.test(parsed.href))
    throw new TypeError(`${url} has a query or fragment; give the address of the service alone.`);
  return parsed.href.replace(/\/+$/, "");
};

/** Lectern refuses with JSON: another body, such as that of a 404 at a wrong address, is not its answer. */
const sendTo = async (base: string, request: OneRequest, options: SendOptions): Promise<Answer> => {
  try {
    return await send(request, options);
  } catch (error) {
    if (!(error instanceof Refusal) || typeof error.body === "object") throw error;
    if (error.status >= 500 || error.status === 429) throw error;
    throw new Unreachable(
      `${base} answers ${error.status}, and not as Lectern does. Is it the service's address?`,
      { cause: error },
    );
  }
};

const addressOf = (
  base: string,
  path: string,
  { params, query }: Pick<UntypedParts, "params" | "query">,
): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) search.append(name, String(each));
  return search.size > 0 ? `${base}${filled}?${search}` : base + filled;
};

const requireJson = ({ status, headers, body }: Answer, base: string): unknown => {
  // 0: a redirect in a browser, which does not say where to.
  if (status === 0 || status >= 300)
    throw new Unreachable(
      `${base} redirects to ${headers.get("location") ?? "another address"}; use the address of that service.`,
    );
  if (typeof body === "string" || (body === undefined && status === 200))
    throw new Unreachable(`${base} does not answer as Lectern does.`);
  return body;
};
