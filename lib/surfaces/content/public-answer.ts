import { hash } from "node:crypto";
import type { Caller } from "#lib/access/principal.ts";
import { Reply } from "#lib/http/reply.ts";
import type { Request } from "#lib/http/request.ts";

/** Who asks for what. */
interface Asked {
  readonly request: Request;
  readonly caller: Caller;
}

/** A successful answer as it is sent. */
interface Sendable {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Of each state of the catalog, what strangers were answered. */
const kept = new WeakMap<object, KeptAnswers>();

/**
 * An answer that anybody may keep and must ask about again: with a strong ETag of what it shows, and 304
 * without a body for those who have it. While `state` is the same object nothing that answers show has
 * changed, so that strangers get what was made for the one before them. For callers with credentials
 * everything is made anew, and nobody else may keep it. What `make` gives with another status than 200 is
 * passed on as it is.
 */
export const publicAnswer = async <Answer>(
  { request, caller }: Asked,
  state: object,
  make: () => Promise<Answer | Reply<Answer | string>>,
): Promise<Reply<Answer | string | undefined>> => {
  const isStranger = caller.principal === null && caller.session === null;
  const answers = isStranger ? answersAt(state) : undefined;
  const key = `${request.origin}${request.path}?${request.query}`;
  const known = answers?.find(key);
  if (known) return answerWith(known, request);
  const given = await make();
  const reply = given instanceof Reply ? given : new Reply(given);
  if ((reply.options.status ?? 200) !== 200) return reply;
  const text = typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body);
  const made = { text, headers: { ...headersFor(isStranger, text), ...reply.options.headers } };
  answers?.keep(key, made);
  return answerWith(made, request);
};

const answerWith = ({ text, headers }: Sendable, request: Request): Reply<string | undefined> =>
  isCurrent(request.headers["if-none-match"], headers.etag ?? "")
    ? new Reply(undefined, { status: 304, headers })
    : new Reply(text, { headers });

// A proxy that compresses what it passes on makes the tags weak.
const isCurrent = (wanted: string | undefined, etag: string): boolean =>
  wanted
    ?.split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""))
    .some((tag) => tag === etag || tag === "*") ?? false;

const headersFor = (isStranger: boolean, text: string): Record<string, string> => ({
  etag: `"${hash("sha256", text, "base64url").slice(0, 22)}"`,
  ...(isStranger
    ? { "cache-control": "public, no-cache" }
    : { "cache-control": "private, no-cache", vary: "Accept, Cookie, Authorization" }),
});

const answersAt = (state: object): KeptAnswers => {
  const answers = kept.get(state) ?? new KeptAnswers();
  kept.set(state, answers);
  return answers;
};

/**
 * As many characters are kept of the answers at one state: one byte each, or two in answers with dashes and
 * curly quotes.
 */
const maxCharacters = 4_000_000;

/** Answers by what was asked. Everything is forgotten when it becomes too much. */
class KeptAnswers {
  readonly #answers = new Map<string, Sendable>();
  #characters = 0;

  find(key: string): Sendable | undefined {
    return this.#answers.get(key);
  }

  keep(key: string, answer: Sendable): void {
    const characters = key.length + answer.text.length;
    if (characters > maxCharacters || this.#answers.has(key)) return;
    if (this.#characters + characters > maxCharacters) {
      this.#answers.clear();
      this.#characters = 0;
    }
    this.#answers.set(key, answer);
    this.#characters += characters;
  }
}
