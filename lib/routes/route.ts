import type * as z from "zod/mini";
import type { MediaKind } from "#lib/media/media.ts";
import { noQuery, type QueryDeclaration } from "#lib/queries/query-declaration.ts";
import type { RefusalCode } from "#lib/refusals/catalogue.ts";

/** HTTP methods that a route may have. HEAD follows from GET, OPTIONS from the path. */
export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/**
 * Whom the route is open to: everybody, any signed-in user, staff, users with admin access, or, of `images`,
 * staff unless `SITE_PUBLIC_IMAGES_API` lets everybody in.
 */
export type Auth = "public" | "session" | "staff" | "editor" | "images";

/** The action whose accepted scopes `SITE_EDITOR_SCOPES` lists. */
export type TokenScope = "write" | "publish" | "delete";

/**
 * How refusals look: `{detail}`; `{code, detail, …}`; `{message, detail}` of the page-content API; `{error,
 * detail}` of themes.
 */
export type Envelope = "legacy" | "editor" | "pages" | "themes";

/**
 * What a Lambda is linked to; its IAM rights follow from this and from nothing else.
 *
 * - `table:read` reads items; `table:write` also writes them.
 * - `catalog` reads the change log and the snapshots of catalogs, and keeps a file in `/tmp`.
 * - `snapshots:write` writes and removes these snapshots.
 * - `media:read` reads the files of media objects; `media:delete` removes them.
 * - `images:write`, `audios:write` and `videos:write` write and remove the files of one kind.
 * - `uploads:read` reads what is being uploaded; `uploads:write` also writes and removes it.
 * - `prober` calls the function that probes files.
 */
export type Use =
  | "table:read"
  | "table:write"
  | "catalog"
  | "media:read"
  | "media:delete"
  | "images:write"
  | "audios:write"
  | "videos:write"
  | "uploads:read"
  | "uploads:write"
  | "snapshots:write"
  | "prober";

/** Kinds of request body that a route parses. */
export type BodyKind = "json" | "form" | "multipart";

/**
 * What the API promises at one method and path, with what reads its query and body. No route imports a
 * handler.
 */
export interface Route<Params extends string = string, Body = unknown, Answer = unknown, Query = unknown> {
  /**
   * The path of the Lambda below `functions/`, without extension; also the operation id, construct name and
   * log label.
   */
  readonly id: string;
  readonly method: Method;
  /**
   * With its trailing slash, `{id}` for a positive integer. The slashless form always answers too. A path may
   * end in a greedy tail such as `{key+}`, which takes everything that follows, slashes included.
   */
  readonly path: string;
  /** Further paths that lead to the function; the document leaves them out. */
  readonly aliases: readonly string[];
  /** The other methods that the path has, for the `Allow` header. */
  readonly alsoAtPath: readonly Method[];
  readonly summary: string;
  readonly auth: Auth;
  readonly scope?: TokenScope;
  /**
   * True where nobody may keep an answer, refusals included, and `Vary` says that all of them depend on the
   * credentials. Routes that are not public need not say the first.
   */
  readonly isPrivate: boolean;
  /**
   * What a browser's request must prove: the session's token, of whoever is signed in; that no other site
   * sent it, for signing in; or both, where a session is changed that may be nobody's.
   */
  readonly csrf: "token" | "origin" | "both";
  /** The permission on the object, in words, for the document. */
  readonly permission?: string;
  /** Names of the integer placeholders of `path`. */
  readonly params: readonly Params[];
  /** What the greedy tail of `path` is, in words, for the document; null for a path without one. */
  readonly tail: string | null;
  /** The parameters that the route takes, and their parser. */
  readonly query: QueryDeclaration<Query>;
  /** Headers that the route gives a meaning to, for the document. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: z.ZodMiniType<Body> | null;
  readonly bodyKinds: readonly BodyKind[];
  /**
   * The kinds of the files that the form brings, at most one of each. In every file field the id of a
   * completed upload of the caller's may stand instead.
   */
  readonly receives: readonly MediaKind[];
  /** The status of success. */
  readonly status: number;
  /** Further answers that are no refusals, by status, in words. */
  readonly alsoAnswers: Readonly<Record<number, string>>;
  /** The shape of a successful body; null when it is empty or not JSON. */
  readonly answer: z.ZodMiniType<Answer> | null;
  /** The media type of a successful body. */
  readonly answerType: string;
  /**
   * Statuses other than success under which people get a page: instead of JSON where they sent a form, or
   * always.
   */
  readonly pagesAt: readonly number[];
  readonly errors: readonly RefusalCode[];
  /** `path`: that of the surface which the request's path belongs to. */
  readonly envelope: Envelope | "path";
  readonly uses: readonly Use[];
  /** Packages that cannot be bundled with the Lambda, because they bring a program of their own. */
  readonly installs: readonly "sharp"[];
  readonly limits: { readonly bodyBytes: number; readonly timeoutSeconds: number; readonly memoryMb: number };
}

type Optional =
  | "aliases"
  | "alsoAtPath"
  | "csrf"
  | "isPrivate"
  | "params"
  | "tail"
  | "query"
  | "headers"
  | "body"
  | "bodyKinds"
  | "receives"
  | "status"
  | "alsoAnswers"
  | "answer"
  | "answerType"
  | "pagesAt"
  | "errors"
  | "installs"
  | "limits";

/** A route as it is written down; everything that has a usual value may be left out, `auth` may not. */
export type RouteDeclaration<Params extends string, Body, Answer, Query> = Omit<
  Route<Params, Body, Answer, Query>,
  Optional
> &
  Partial<Pick<Route<Params, Body, Answer, Query>, Exclude<Optional, "limits">>> & {
    readonly limits?: Partial<Route["limits"]>;
  };

/** The envelope of the surface that a path belongs to. */
export const envelopeAt = (path: string): Envelope => {
  if (path.startsWith("/api/editor/") || path.startsWith("/accounts/")) return "editor";
  return path.startsWith("/api/cms/") ? "pages" : "legacy";
};

/** The name of a path's greedy tail, such as `key` for `/media/{key+}`; undefined for a path without one. */
export const tailName = (path: string): string | undefined => /\{(\w+)\+\}\/?$/.exec(path)?.[1];

/** One mebibyte: room for a long post with its Markdown, far below API Gateway's 10 MB. */
const usualBodyBytes = 1_048_576;

/** A complete route from its declaration. */
export const route = <
  const Params extends string = never,
  Body = undefined,
  Answer = unknown,
  Query = undefined,
>(
  declared: RouteDeclaration<Params, Body, Answer, Query>,
): Route<Params, Body, Answer, Query> => ({
  aliases: [],
  alsoAtPath: [],
  csrf: "token",
  isPrivate: false,
  params: [],
  tail: null,
  // Where none is declared, `Query` is undefined.
  query: noQuery as QueryDeclaration<Query>,
  headers: {},
  body: null,
  bodyKinds: declared.body ? ["json"] : [],
  receives: [],
  status: 200,
  alsoAnswers: {},
  answer: null,
  answerType: "application/json",
  pagesAt: [],
  errors: [],
  installs: [],
  ...declared,
  limits: { bodyBytes: usualBodyBytes, timeoutSeconds: 20, memoryMb: 512, ...declared.limits },
});
