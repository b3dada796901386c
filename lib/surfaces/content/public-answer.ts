import { hash } from "node:crypto";
import { type Caller, isStranger } from "#lib/access/principal.ts";
import { besideLog, type ReadOf } from "#lib/catalog/current/beside-log.ts";
import { asReply, Reply } from "#lib/http/reply.ts";
import type { Request } from "#lib/http/request.ts";
import { sharedCacheSeconds } from "#lib/settings/site.ts";
import { SizedCache } from "#lib/sized-cache.ts";

export interface PublicCall {
  readonly request: Request;
  readonly caller: Caller;
}

export interface Answering {
  /** True of pages for people, which caches may keep for a time that the operator sets (decision 012). */
  readonly isPage?: boolean;
  /** The form of the answer, where the request chooses one otherwise than by its address. */
  readonly form?: string;
}

interface Sendable {
  /** Encoded once: for the ETag, and for every client. */
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Answers to strangers, by state of the catalog. */
const answersByState = new WeakMap<object, SizedCache<Sendable>>();

/**
 * An answer with a strong ETag, that caches must revalidate, but for pages where they may keep these. While
 * `state` is the same object, strangers get the same answer again. Callers with credentials get one that
 * nobody else may keep. Replies of `make` with a status other than 200 pass as they are, and one that no
 * cache may keep is not kept here either.
 */
export const publicAnswer = async <Answer>(
  { request, caller }: PublicCall,
  state: object,
  make: () => Promise<Answer | Reply<Answer | string>>,
  { isPage = false, form = "" }: Answering = {},
): Promise<Reply<Answer | string | Buffer | undefined>> => {
  const isPublic = isStranger(caller);
  const known = knownAnswer({ request, caller }, state, form);
  if (known) return answerWith(known, request);
  const reply = asReply(await make());
  if ((reply.options.status ?? 200) !== 200) return reply;
  const text = typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body);
  const bytes = bytesOf(text);
  const made = { bytes, headers: { ...headersFor(isPublic, bytes, isPage), ...reply.options.headers } };
  if (isPublic && !/\bno-store\b/.test(made.headers["cache-control"] ?? ""))
    keep(keyOf(request, form), made, state);
  return answerWith(made, request);
};

/** The answer to the same request of another stranger in this state, if it is kept. */
const knownAnswer = ({ request, caller }: PublicCall, state: object, form: string): Sendable | undefined =>
  isStranger(caller) ? answersByState.get(state)?.find(keyOf(request, form)) : undefined;

const keyOf = ({ origin, path, query }: Request, form: string): string => `${form} ${origin}${path}?${query}`;

const encoder = new TextEncoder();

/**
 * The bytes of a text, in memory of their own: a short text from `Buffer.from` would keep others that share
 * its memory.
 */
const bytesOf = (text: string): Buffer => Buffer.from(encoder.encode(text).buffer);

const answerWith = ({ bytes, headers }: Sendable, request: Request): Reply<Buffer | undefined> =>
  isCurrent(request.headers["if-none-match"], headers.etag ?? "")
    ? new Reply(undefined, { status: 304, headers })
    : new Reply(bytes, { headers });

/** An answer to callers with credentials, which no cache keeps, but which they may ask for again. */
export const revalidatedAnswer = (request: Request, answer: unknown): Reply<Buffer | undefined> => {
  const bytes = bytesOf(JSON.stringify(answer));
  return answerWith({ bytes, headers: { etag: etagOf(bytes) } }, request);
};

/** True if a caller has the answer. Proxies that compress answers make their tags weak. */
export const isCurrent = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch
    ?.split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""))
    .some((tag) => tag === etag || tag === "*") ?? false;

const etagOf = (bytes: Buffer): string => `"${hash("sha256", bytes, "base64url").slice(0, 22)}"`;

const headersFor = (isPublic: boolean, bytes: Buffer, isPage: boolean): Record<string, string> => {
  const etag = etagOf(bytes);
  const forOneself = { vary: "Accept, Cookie, Authorization" };
  if (!isPublic) return { etag, "cache-control": "private, no-cache", ...forOneself };
  const seconds = isPage ? sharedCacheSeconds() : 0;
  if (seconds === 0) return { etag, "cache-control": "public, no-cache", ...(isPage && { vary: "Accept" }) };
  // A copy is for nobody with credentials; browsers ask each time.
  return { etag, "cache-control": `public, max-age=0, s-maxage=${seconds}`, ...forOneself };
};

/** The most bytes that are kept per state. */
const maxBytes = 4_000_000;

const keep = (key: string, made: Sendable, state: object): void => {
  const answers = answersByState.get(state) ?? new SizedCache<Sendable>(maxBytes);
  answersByState.set(state, answers);
  answers.keep(key, made, key.length + made.bytes.length);
};

/** Shows the result of a read, once that is known to be current. */
type Shown<Answer> = () => Promise<Answer> | Answer;

interface ContentAnswering extends Answering {
  /** False where nothing has to be asked of the store: what is found early would only be found twice. */
  readonly reads?: boolean;
  /** False for answers that are different each time. */
  readonly isKept?: boolean;
}

/**
 * The public answer (`publicAnswer`) to a request for what the catalog only names. `read` finds and reads it,
 * beside the question to the change log if the answer is not known (`besideLog`), and gives what shows it.
 */
export const contentAnswer = <Answer>(
  call: PublicCall,
  read: ReadOf<Shown<Answer | Reply<Answer | string>>>,
  { reads = true, isKept = true, ...answering }: ContentAnswering = {},
) =>
  besideLog(
    read,
    ({ state }, shown) =>
      // An object of its own keys no other answer.
      publicAnswer(call, isKept ? state : {}, async () => (await shown())(), answering),
    ({ state }) => reads && !knownAnswer(call, state, answering.form ?? ""),
  );
