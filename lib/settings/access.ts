import * as z from "zod/mini";
import type { TokenScope } from "#lib/routes/route.ts";
import { flag } from "./schemas.ts";
import { jsonSetting, textSetting } from "./setting.ts";

const everyClass = ["session", "token"] as const;

/** A kind of credentials: the cookie of a session, or a bearer token. */
export type AuthenticationClass = (typeof everyClass)[number];

const classes = z.array(z.enum(everyClass)).check(
  z.minLength(1),
  z.refine((names) => new Set(names).size === names.length),
);

/** The kinds of credentials that are accepted; the first one says how callers without any are refused. */
export const authenticationClasses = jsonSetting<readonly AuthenticationClass[]>(
  "SITE_AUTHENTICATION_CLASSES",
  z.custom<readonly AuthenticationClass[]>((value) => classes.safeParse(value).success, {
    error: ({ input }) =>
      `a list of "session" and "token", each at most once, is expected, not ${JSON.stringify(input)}`,
  }),
  everyClass,
);

type AcceptedScopes = Partial<Record<TokenScope, readonly string[]>>;

const defaultScopes = {
  write: ["write", "create", "update"],
  publish: ["publish"],
  delete: ["delete"],
} as const satisfies Record<TokenScope, readonly string[]>;

const scopeNames = z.union(
  [
    z.array(z.string()),
    z.pipe(
      z.string(),
      z.transform((name) => [name]),
    ),
  ],
  "a scope or a list of scopes is expected",
);

/**
 * Per action, the scopes that satisfy it. An action that is missing is closed to scoped tokens, except for
 * deleting; a wrong setting closes all of them.
 */
export const editorScopes = jsonSetting<AcceptedScopes>(
  "SITE_EDITOR_SCOPES",
  z.pipe(
    z.record(z.string(), scopeNames, "an object of actions with their scopes is expected"),
    z.transform((scopes) => ({ delete: defaultScopes.delete, ...scopes })),
  ),
  defaultScopes,
  { whenWrong: {} },
);

/**
 * Every scope that a token may carry to some effect, and the built-in ones, which other versions of the
 * setting may accept.
 */
export const knownScopes = (): readonly string[] => [
  ...new Set([...Object.values(defaultScopes), ...Object.values(editorScopes())].flat()),
];

/** True where edit locks bind their owner too. */
export const globalEditLock = textSetting<boolean>("ADMIN_GLOBAL_EDIT_LOCK", flag, false);

/** True where the list of images is open to everybody. Nothing but a literal true opens it. */
export const publicImages = textSetting<boolean>("SITE_PUBLIC_IMAGES_API", flag, false);
