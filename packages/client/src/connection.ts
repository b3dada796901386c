import type { AnswerOf, Method, PartsOf, PathWith, RequestOptions } from "./operations.ts";
import { Unreachable } from "./refusal.ts";
import { type Answer, type SendOptions, send } from "./send.ts";

export interface ConnectionOptions extends Omit<SendOptions, "signal"> {
  /** The service's address, with the path below which it is mounted, if there is one. */
  readonly url: string | URL;
  /** A bearer token. Without one, the caller is a stranger. */
  readonly token?: string;
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
interface UntypedParts extends RequestOptions {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly json?: unknown;
}

/** A connection. Nothing is sent before the first request. */
export const connect = ({ url, token, ...options }: ConnectionOptions): Connection => {
  const base = new URL(url).href.replace(/\/+$/, "");
  const request = async (method: Method, path: string, parts: UntypedParts = {}): Promise<unknown> => {
    const { signal, form, json } = parts;
    const isChange = method !== "get" && path.startsWith("/api/editor/");
    const answer = await send(
      {
        url: addressOf(base, path, parts),
        method: method.toUpperCase(),
        headers: {
          accept: "application/json",
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(json === undefined ? {} : { "content-type": "application/json" }),
          ...(isChange ? { "idempotency-key": parts.key ?? crypto.randomUUID() } : {}),
          ...(parts.ifMatch === undefined ? {} : { "if-match": `"${parts.ifMatch}"` }),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
        ...(form === undefined ? {} : { body: form }),
        isRepeatable: isChange || method === "get",
        // It would turn a POST into a GET.
        followsRedirects: method === "get",
      },
      { ...options, signal },
    );
    return requireJson(answer, base);
  };
  return { request: request as Connection["request"] };
};

const addressOf = (base: string, path: string, { params, query }: UntypedParts): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) search.append(name, String(each));
  return search.size > 0 ? `${base}${filled}?${search}` : base + filled;
};

const requireJson = ({ status, headers, body }: Answer, base: string): unknown => {
  if (status >= 300)
    throw new Unreachable(
      `${base} redirects to ${headers.get("location")}; use the address of that service.`,
    );
  if (typeof body === "string") throw new Unreachable(`${base} does not answer as Lectern does.`);
  return body;
};
