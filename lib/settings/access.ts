import * as z from "zod/mini";
import type { TokenScope } from "#lib/routes/route.ts";
import { flag, jsonSetting, textSetting, wholeNumber } from "./setting.ts";

const everyClass = ["session", "token"] as const;

export type AuthenticationClass = (typeof everyClass)[number];

const classes = z.array(z.enum(everyClass)).check(
  z.minLength(1),
  z.refine((names) => new Set(names).size === names.length),
);

/** The accepted kinds of credentials; the first decides how callers without any are refused. */
export const authenticationClasses = /* @__PURE__ */ jsonSetting<readonly AuthenticationClass[]>(
  "SITE_AUTHENTICATION_CLASSES",
  z.custom<readonly AuthenticationClass[]>((value) => classes.safeParse(value).success, {
    error: ({ input }) =>
      `a list of "session" and "token", each at most once, is expected, not ${JSON.stringify(input)}`,
  }),
  everyClass,
);

/** The passwords that are compared, and tokens that are exchanged, in a second; undefined for no limit. */
export const derivationsPerSecond = /* @__PURE__ */ textSetting<number | undefined>(
  "DERIVATIONS_PER_SECOND",
  wholeNumber("passwords"),
  undefined,
);

type AcceptedScopes = Partial<Record<TokenScope, readonly string[]>>;

const defaultScopes = {
  write: ["write", "create", "update"],
  publish: ["publish"],
  delete: ["delete"],
  admin: ["admin"],
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

/** The scopes for each action. Missing ones but `delete` are closed to scoped tokens; if wrong, all are. */
export const editorScopes = /* @__PURE__ */ jsonSetting<AcceptedScopes>(
  "SITE_EDITOR_SCOPES",
  z.pipe(
    z.record(z.string(), scopeNames, "an object of actions with their scopes is expected"),
    z.transform((scopes) => ({ delete: defaultScopes.delete, ...scopes })),
  ),
  defaultScopes,
  { whenWrong: {} },
);

/** The scopes that a token may have: those of the setting, and the defaults, to which it may return. */
export const knownScopes = (): readonly string[] => [
  ...new Set([...Object.values(defaultScopes), ...Object.values(editorScopes())].flat()),
];

/** True if edit locks also lock out their owner. */
export const globalEditLock = /* @__PURE__ */ textSetting<boolean>("ADMIN_GLOBAL_EDIT_LOCK", flag, false);

/** True if everybody may list images; only the text `true` opens the list. */
export const publicImages = /* @__PURE__ */ textSetting<boolean>("SITE_PUBLIC_IMAGES_API", flag, false);

/** The hours without a request after which the session of an account ends; 0: after its 14 days only. */
export const idleHours = /* @__PURE__ */ textSetting<number>(
  "SITE_SESSION_IDLE_HOURS",
  wholeNumber("hours"),
  0,
);
