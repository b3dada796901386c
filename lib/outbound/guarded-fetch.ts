import type { Agent, IncomingMessage } from "node:http";
import { PassThrough, pipeline, Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { guarded } from "#lib/guarded.ts";
import { http, https } from "#lib/node-http.ts";
import { publicLookup, RefusedAddress, requirePublicLiteral } from "./public-lookup.ts";

/** The options of `fetch` that {@link guardedFetch} takes. */
export interface GuardedFetchInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, for methods that have one; redirects of these are not followed. */
  readonly body?: Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
}

const maxRedirects = 10;

/** How long a server may send nothing. */
const silenceMs = 60_000;

/**
 * Fetches what is at an address that somebody else has chosen, as `fetch` does. The address, and that of each
 * redirect, must be one of the internet when the connection is made, with a usual port; others throw a
 * {@link RefusedAddress}. `mayAsk` is true of addresses that may be others: those that the operator named.
 */
export const guardedFetch = async (
  address: string | URL,
  { method = "GET", headers = {}, body, signal }: GuardedFetchInit,
  mayAsk: (url: URL) => boolean,
): Promise<Response> => {
  let url = new URL(address);
  for (let redirects = 0; ; redirects++) {
    const answer = await answerOf(url, { method, headers, body, signal }, mayAsk(url));
    const status = answer.statusCode ?? 0;
    const location = isRedirect(status) && method === "GET" ? answer.headers.location : undefined;
    if (location === undefined) return responseOf(answer, status);
    answer.destroy();
    if (redirects === maxRedirects) throw new Error(`${address} redirects more than ${maxRedirects} times`);
    if (!URL.canParse(location, url)) throw new Error(`${url} redirects to ${location}, which is no address`);
    url = new URL(location, url);
  }
};

const agents: Record<string, Agent> = {};

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

const answerOf = async (
  url: URL,
  { method, headers, body, signal }: GuardedFetchInit,
  isFree: boolean,
): Promise<IncomingMessage> => {
  if (!/^https?:$/.test(url.protocol)) throw new RefusedAddress(`${url} is no address of the web`);
  if (!isFree) requirePublic(url);
  const { request: send, Agent: NewAgent } = url.protocol === "https:" ? https : http;
  // Apart from the agent of other requests, whose connections nobody has checked.
  if (!isFree) agents[url.protocol] ??= new NewAgent({ keepAlive: true, lookup: publicLookup });
  return new Promise((resolve, reject) => {
    const sent = send(url, {
      method,
      ...(!isFree && { agent: agents[url.protocol] }),
      headers: { "user-agent": "Lectern", ...headers, ...(body && { "content-length": body.byteLength }) },
      ...(signal && { signal }),
    });
    const tooSilent = () => sent.destroy(new Error(`${url.host} fell silent`));
    sent.setTimeout(silenceMs, guarded(tooSilent));
    sent.on(
      "error",
      guarded((error: Error) => reject(signal?.aborted ? signal.reason : error)),
    );
    sent.on("response", resolve);
    sent.end(body);
  });
};

/** Throws unless the port is one of the web's two, or one that no service of a system has. */
const requirePublic = (url: URL): void => {
  requirePublicLiteral(url);
  const port = Number(url.port || 443);
  if (port < 1024 && port !== 80 && port !== 443)
    throw new RefusedAddress(`${url.host} has a port that is none of the web`);
};

const bodilessStatuses = [204, 205, 304];

const responseOf = (answer: IncomingMessage, status: number): Response => {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(answer.headersDistinct))
    for (const value of values) headers.append(name, value);
  if (!bodilessStatuses.includes(status))
    return new Response(Readable.toWeb(decoded(answer)) as ReadableStream, { status, headers });
  answer.destroy();
  return new Response(null, { status, headers });
};

/** Decodes answers: some servers compress though nobody asked for it. */
const decoders: Readonly<Record<string, typeof createGunzip>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const decoded = (answer: IncomingMessage): Readable => {
  const newDecoder = decoders[answer.headers["content-encoding"]?.toLowerCase() ?? ""];
  const decoder = newDecoder?.() ?? new PassThrough();
  // The reader of the answer gets the error.
  return pipeline(answer, decoder, () => {});
};
