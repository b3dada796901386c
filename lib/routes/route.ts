import type * as z from "zod/mini";
import type { MediaKind } from "#lib/media/media.ts";
import { type TranscriptFormat, transcriptTypes } from "#lib/media/transcripts/formats.ts";
import { noQuery, type QueryDeclaration } from "#lib/queries/query-declaration.ts";
import type { RefusalCode } from "#lib/refusals/catalogue.ts";

/** HTTP methods that a route may have. HEAD follows from GET, OPTIONS from the path. */
export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/**
 * The callers that a route lets in: `user-session` needs a session, for what no token may do, `editor` admin
 * access, `editor-session` both, `moderator` admin access and the staff flag, and `token` a token;
 * `superuser` a superuser's session, or a token of theirs without scopes and limits, and `administrator` also
 * one that has the route's scope; `images` is `public` by a setting, else for staff.
 */
export type Auth =
  | "public"
  | "session"
  | "user-session"
  | "staff"
  | "editor"
  | "editor-session"
  | "moderator"
  | "superuser"
  | "administrator"
  | "token"
  | "images";

/** An action for which `SITE_EDITOR_SCOPES` lists the accepted scopes. */
export type TokenScope = "write" | "publish" | "delete" | "admin";

/**
 * The body of refusals: `{detail}`, `{code, detail, …}`, `{message, detail}`, `{error, detail}`, and of OAuth
 * `{error, error_description}`.
 */
export type Envelope = "legacy" | "editor" | "pages" | "themes" | "oauth";

/**
 * What a Lambda is linked to; its IAM rights follow from this and from nothing else.
 *
 * - `table:read` reads items; `table:write` also writes them. Of accounts, tokens and sessions, both read
 *   only what signs a caller in, by its key: `credentials:read` lists them and finds them by name, and
 *   `credentials:write` writes them. With `table:…`, and with `catalog`, a route may note when a token or
 *   session was used.
 * - `catalog` reads the change log and the snapshots of catalogs, and keeps a file in `/tmp`.
 * - `snapshots:write` writes and removes these snapshots.
 * - `media:read` reads the files of media objects; `media:delete` removes them; `media:sign` signs addresses
 *   at which others may fetch them.
 * - `images:write`, `audios:write` and `videos:write` write and remove the files of one kind.
 * - `uploads:read` reads what is being uploaded; `uploads:write` also writes and removes it.
 * - `feeds:write` reads, writes and removes feeds and what is noted of them.
 * - `secrets:read` reads what is kept in plain text to sign with; `secrets:write` replaces and removes it.
 * - `prober` calls the function that probes files.
 * - `api` sends requests of its caller to the API.
 */
export type Use =
  | "table:read"
  | "table:write"
  | "credentials:read"
  | "credentials:write"
  | "catalog"
  | "media:read"
  | "media:delete"
  | "media:sign"
  | "images:write"
  | "audios:write"
  | "videos:write"
  | "uploads:read"
  | "uploads:write"
  | "snapshots:write"
  | "feeds:write"
  | "secrets:read"
  | "secrets:write"
  | "prober"
  | "api";

/** The kinds of bodies. Those of transcripts are files, whose bytes the handler gets (`textFile`). */
export type BodyKind = "json" | "form" | "multipart" | TranscriptFormat;

/** The media type of each kind. A route takes one kind at most of a media type. */
export const bodyTypes: Readonly<Record<BodyKind, string>> = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  multipart: "multipart/form-data",
  ...transcriptTypes,
};

export const isTextFile = (kind: BodyKind): kind is TranscriptFormat => kind in transcriptTypes;

/** The promise of the API for one method and path. Imports no handler. */
export interface Route<Params extends string = string, Body = unknown, Answer = unknown, Query = unknown> {
  /** The Lambda's path below `functions/`, which also names the operation, the construct and log lines. */
  readonly id: string;
  readonly method: Method;
  /** Ends in a slash; works without, too. `{id}` is a positive integer; `{key+}` takes all that follows. */
  readonly path: string;
  /** Further paths of the function, which the document leaves out. */
  readonly aliases: readonly string[];
  /** The other methods that the path has, for the `Allow` header. */
  readonly alsoAtPath: readonly Method[];
  readonly summary: string;
  readonly auth: Auth;
  readonly scope?: TokenScope;
  /** True if the route takes access tokens that agents got by OAuth; all others refuse them. */
  readonly takesAccessTokens: boolean;
  /** True if no cache may keep an answer, refusals included. Routes that are not public never are kept. */
  readonly isPrivate: boolean;
  /**
   * The proof that a browser's request needs: `token`, that it knows the session's token; `origin`, that no
   * other site sent it; `both`, for changes of a session that may belong to nobody yet; `secret`, a secret in
   * the body that nobody else has.
   */
  readonly csrf: "token" | "origin" | "both" | "secret";
  /** The permission that is needed on the object, for the document. */
  readonly permission?: string;
  /** Names of the integer placeholders of `path`. */
  readonly params: readonly Params[];
  /** The meaning of the greedy tail of `path`, for the document; null without one. */
  readonly tail: string | null;
  /** The parameters that the route takes, and their parser. */
  readonly query: QueryDeclaration<Query>;
  /** True if the route reads `Idempotency-Key` (contract#idempotency-keys). */
  readonly takesKeys: boolean;
  /** True if the route takes the queries `dry_run` and `report` (contract#dry-runs, contract#reports). */
  readonly takesDryRun: boolean;
  /** Headers that the route reads, for the document. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: z.ZodMiniType<Body> | null;
  readonly bodyKinds: readonly BodyKind[];
  /** The kinds of files in the form, one of each at most. File fields also take ids of completed uploads. */
  readonly receives: readonly MediaKind[];
  readonly status: number;
  /** Further answers that are not refusals, by status. */
  readonly alsoAnswers: Readonly<Record<number, string>>;
  /** The shape of a successful body; null if it is empty or not JSON. */
  readonly answer: z.ZodMiniType<Answer> | null;
  /** The media type of a successful body. */
  readonly answerType: string;
  /** Further ones, among which the route chooses by `Accept` itself. */
  readonly alsoAnswerTypes: readonly string[];
  /** True if the answer is the same whatever `Accept` and `?format` say; the default for pages and files. */
  readonly takesAnyAccept: boolean;
  /** True if browsers get refusals as pages (contract#error-pages). */
  readonly hasErrorPages: boolean;
  readonly errors: readonly RefusalCode[];
  /** `path`: the envelope of the surface that the request's path belongs to. */
  readonly envelope: Envelope | "path";
  readonly uses: readonly Use[];
  /** Packages with native programs, which cannot be bundled. */
  readonly installs: readonly "sharp"[];
  /** Files of packages that the function reads, as paths in the project. */
  readonly copies: readonly string[];
  readonly limits: { readonly bodyBytes: number; readonly timeoutSeconds: number; readonly memoryMb: number };
}

type Optional =
  | "aliases"
  | "alsoAtPath"
  | "csrf"
  | "isPrivate"
  | "takesAccessTokens"
  | "params"
  | "tail"
  | "query"
  | "takesKeys"
  | "takesDryRun"
  | "headers"
  | "body"
  | "bodyKinds"
  | "receives"
  | "status"
  | "alsoAnswers"
  | "answer"
  | "answerType"
  | "alsoAnswerTypes"
  | "takesAnyAccept"
  | "hasErrorPages"
  | "errors"
  | "installs"
  | "copies"
  | "limits";

/** A route as it is declared: without what has a default. `auth` has none. */
export type RouteDeclaration<Params extends string, Body, Answer, Query> = Omit<
  Route<Params, Body, Answer, Query>,
  Optional
> &
  Partial<Pick<Route<Params, Body, Answer, Query>, Exclude<Optional, "limits">>> & {
    readonly limits?: Partial<Route["limits"]>;
  };

/** The envelope of the surface that a path belongs to. */
export const envelopeAt = (path: string): Envelope => {
  if (/^\/(api\/(editor|admin|accounts)|accounts)\//.test(path)) return "editor";
  return path.startsWith("/api/cms/") ? "pages" : "legacy";
};

/** The name of a path's greedy tail, such as `key` for `/media/{key+}`; undefined without one. */
export const tailName = (path: string): string | undefined => /\{(\w+)\+\}\/?$/.exec(path)?.[1];

/** One mebibyte: room for a long post with its Markdown, far below API Gateway's 10 MB. */
export const defaultBodyBytes = 1_048_576;

/** Memory buys a share of a processor on Lambda: twice as much halves the first answer (decision 087). */
export const defaultFunctionMb = 1_024;

/**
 * The route, with the defaults of what its declaration leaves out. Each call has `@__PURE__` before it: then
 * a function's bundle leaves out the other routes of the file, and the shapes that only these have. A bundler
 * keeps calls without that, and objects that are spread outside of functions, because both may have effects.
 */
export const route = <
  const Params extends string = never,
  Body = undefined,
  Answer = unknown,
  Query = undefined,
>(
  declare: () => RouteDeclaration<Params, Body, Answer, Query>,
): Route<Params, Body, Answer, Query> => {
  const declared = declare();
  return {
    aliases: [],
    alsoAtPath: [],
    csrf: "token",
    isPrivate: false,
    takesAccessTokens: false,
    params: [],
    tail: null,
    // Without a declaration, `Query` is undefined.
    query: noQuery as QueryDeclaration<Query>,
    takesKeys: false,
    takesDryRun: false,
    headers: {},
    body: null,
    bodyKinds: declared.body ? ["json"] : [],
    receives: [],
    status: 200,
    alsoAnswers: {},
    answer: null,
    answerType: "application/json",
    alsoAnswerTypes: [],
    takesAnyAccept: /^(text\/html|application\/octet-stream)\b/.test(declared.answerType ?? ""),
    hasErrorPages: false,
    errors: [],
    installs: [],
    copies: [],
    ...declared,
    limits: {
      bodyBytes: defaultBodyBytes,
      timeoutSeconds: 20,
      memoryMb: defaultFunctionMb,
      ...declared.limits,
    },
  };
};

/** Headers for answers that anybody may keep and must revalidate. */
export const revalidated = {
  headers: { "If-None-Match": "ETags of the copies at hand." },
  alsoAnswers: { 304: "The copy at hand is current." },
} as const;
